import { afterLoad } from './after-load.ts';

/** What the module of an island gives (`web/browser/islands/`). */
interface IslandModule {
  /** Takes over what the server wrote into `root`. */
  hydrate(root: HTMLElement): void;
}

/** How long a browser that cannot tell when it is idle is left in peace after the page has loaded, ms. */
const settlingMs = 200;

/**
 * A part of the page that React keeps in the browser. Its module (`data-island`) is fetched once the page has loaded and
 * the browser is idle, or as soon as the borrower turns to the part; never by a browser that saves data. Until then, where
 * it cannot be fetched, and once its form was sent without it (`data-plain`), the form works as it does without script.
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

/** Whether the borrower has asked the browser to save data. */
function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
