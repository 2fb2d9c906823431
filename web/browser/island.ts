import { afterLoad } from './after-load.ts';
import { selectorOf } from './marks.ts';

interface IslandModule {
  hydrate(root: HTMLElement): void;
}

/** Pause after loading for browsers without `requestIdleCallback`, ms. */
const settlingMs = 200;

/** How long a press may wait for the island before the server's form takes it, ms. */
const heldMs = 2_500;

/**
 * Hydrates a part of the page with React. Fetches its module (`data-island`) when the browser is idle or the borrower turns to
 * the part; never with Save-Data. A button that is pressed before is marked busy and pressed again once the island is there. If
 * that takes too long, the fetch fails, or the form was sent without the island, the form stays as without script (`data-plain`).
 */
export function island(root: HTMLElement): void {
  let isAsked = false;
  let isPlain = false;
  let releaseHeld = (): void => undefined;
  const stopWaiting = (): void => {
    root.removeEventListener('submit', stayPlain);
    root.removeEventListener('click', hold, true);
  };
  const stayPlain = (): void => {
    isPlain = true;
    root.dataset.plain = '';
    stopWaiting();
    releaseHeld();
  };
  const hold = (event: Event): void => {
    const button = (event.target as Element).closest('button');
    if (!button || button.matches(selectorOf('neverHeld'))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (button.getAttribute('aria-busy') === 'true') return;
    releaseHeld();
    button.setAttribute('aria-busy', 'true');
    const timer = setTimeout(stayPlain, heldMs);
    releaseHeld = () => {
      releaseHeld = () => undefined;
      clearTimeout(timer);
      button.removeAttribute('aria-busy');
      if (root.dataset.hydrated !== undefined || isPlain) button.click();
    };
    void fetchModule();
  };
  const fetchModule = async (): Promise<void> => {
    if (isAsked || isPlain) return;
    isAsked = true;
    try {
      const { hydrate } = (await import(/* @vite-ignore */ root.dataset.island ?? '')) as IslandModule;
      // What a sending has written into the form is not what the island would write.
      if (isPlain) return;
      stopWaiting();
      hydrate(root);
      releaseHeld();
    } catch {
      stayPlain();
    }
  };
  if (savesData()) {
    stayPlain();
    return;
  }
  root.addEventListener('submit', stayPlain);
  root.addEventListener('click', hold, true);
  for (const sign of ['pointerdown', 'focusin']) root.addEventListener(sign, fetchModule, { once: true });
  afterLoad(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(fetchModule);
    else setTimeout(fetchModule, settlingMs);
  });
}

function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
