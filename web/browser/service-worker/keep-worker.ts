import { workerPaths } from '#domain/site/worker-paths.ts';
import { trusted } from '../trusted.ts';

export interface WorkerSurroundings {
  /** Absent where a page may have no service worker. */
  readonly workers: Pick<ServiceWorkerContainer, 'register' | 'getRegistration'> | undefined;
  readonly fetch: (address: string, options: RequestInit) => Promise<Response>;
  /** `sessionStorage`; throws if it is blocked. */
  readonly tabStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly reload: () => void;
}

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
 * Registers the service worker. Unregisters it and reloads the page, once a tab, if its script answers 404 or is not JavaScript
 * (SW-1). Never throws; without a connection nothing changes.
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

/** False if the tab was reloaded before, or if that cannot be stored. */
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
    // Storage is blocked, so nothing is stored.
  }
}
