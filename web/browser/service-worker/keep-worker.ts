import { workerPaths } from '#domain/site/worker-paths.ts';
import { trusted } from '../trusted.ts';

/** What the browser gives to keep a service worker with. */
export interface WorkerSurroundings {
  /** Absent where a page may have no service worker. */
  readonly workers: Pick<ServiceWorkerContainer, 'register' | 'getRegistration'> | undefined;
  readonly fetch: (address: string, options: RequestInit) => Promise<Response>;
  /** Lasts as long as the tab; may refuse. */
  readonly tabStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly reload: () => void;
}

/** Marks a tab that was reloaded without its worker, so that it is not reloaded again. */
const reloadedMark = 'reloadedWithoutWorker';

const browser: WorkerSurroundings = {
  get workers() {
    return navigator.serviceWorker;
  },
  fetch: (address, options) => fetch(address, options),
  tabStorage: () => sessionStorage,
  reload: () => location.reload(),
};

/**
 * Registers the service worker. One that stands while its script is gone (404) or is no JavaScript is unregistered, and
 * the page reloads without it: once, whatever the server says afterwards (SW-1). Never throws; without a connection
 * everything stays unchanged.
 */
export async function keepWorker(surroundings: WorkerSurroundings = browser): Promise<void> {
  const { workers, reload } = surroundings;
  if (!workers) return;
  try {
    const registration = await workers.getRegistration();
    if (registration && (await isScriptGone(surroundings))) {
      if ((await registration.unregister()) && mayReload(surroundings)) reload();
      return;
    }
    if (registration) forgetReload(surroundings);
    else await workers.register(trusted.createScriptURL(workerPaths.worker));
  } catch {
    // No connection, or a browser that takes no worker: the pages work without one.
  }
}

async function isScriptGone({ fetch }: WorkerSurroundings): Promise<boolean> {
  const { status, headers } = await fetch(workerPaths.worker, { cache: 'no-store', method: 'HEAD' });
  const type = headers.get('Content-Type');
  return status === 404 || (status < 400 && type !== null && !type.includes('javascript'));
}

/** Whether this tab was not reloaded before; where that cannot be remembered it is not reloaded at all. */
function mayReload({ tabStorage }: WorkerSurroundings): boolean {
  try {
    if (tabStorage().getItem(reloadedMark) !== null) return false;
    tabStorage().setItem(reloadedMark, '1');
    return tabStorage().getItem(reloadedMark) !== null;
  } catch {
    return false;
  }
}

function forgetReload({ tabStorage }: WorkerSurroundings): void {
  try {
    tabStorage().removeItem(reloadedMark);
  } catch {
    // Nothing was remembered then.
  }
}
