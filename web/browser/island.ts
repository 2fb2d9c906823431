import { afterLoad } from './after-load.ts';

interface IslandModule {
  hydrate(root: HTMLElement): void;
}

/** Pause after loading for browsers without `requestIdleCallback`, ms. */
const settlingMs = 200;

/**
 * Hydrates a part of the page with React. Fetches its module (`data-island`) when the browser is idle or the borrower turns to
 * the part; never with Save-Data. Until then, if the fetch fails, or once its form was sent without it (`data-plain`), the form
 * works as without script.
 */
export function island(root: HTMLElement): void {
  let isAsked = false;
  let isPlain = false;
  const stayPlain = (): void => {
    isPlain = true;
    root.dataset.plain = '';
  };
  const fetchModule = async (): Promise<void> => {
    if (isAsked || isPlain) return;
    isAsked = true;
    try {
      const { hydrate } = (await import(/* @vite-ignore */ root.dataset.island ?? '')) as IslandModule;
      // What a sending has written into the form is not what the island would write.
      root.removeEventListener('submit', stayPlain);
      if (!isPlain) hydrate(root);
    } catch {
      stayPlain();
    }
  };
  if (savesData()) {
    stayPlain();
    return;
  }
  root.addEventListener('submit', stayPlain);
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
