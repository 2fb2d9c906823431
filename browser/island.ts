import { afterLoad } from './after-load.ts';

/** What the module of an island gives (`browser/islands/`). */
interface IslandModule {
  /** Takes over what the server wrote into `root`. */
  hydrate(root: HTMLElement): void;
}

/** How long a browser that cannot tell when it is idle is left in peace after the page has loaded, ms. */
const settlingMs = 200;

/**
 * A part of the page that React keeps in the browser. Its module (`data-island`) is fetched once the page has loaded and
 * the browser is idle, or as soon as the borrower turns to the part. Until then, and where it cannot be fetched
 * (`data-plain`), the form around it works as it does without script.
 */
export function island(root: HTMLElement): void {
  let isAsked = false;
  const fetchModule = async (): Promise<void> => {
    if (isAsked) return;
    isAsked = true;
    try {
      const { hydrate } = (await import(/* @vite-ignore */ root.dataset.island ?? '')) as IslandModule;
      hydrate(root);
    } catch {
      root.dataset.plain = '';
    }
  };
  for (const sign of ['pointerdown', 'focusin']) root.addEventListener(sign, fetchModule, { once: true });
  afterLoad(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(fetchModule);
    else setTimeout(fetchModule, settlingMs);
  });
}
