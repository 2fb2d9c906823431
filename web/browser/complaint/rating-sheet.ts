import { afterLoad } from '../after-load.ts';

/** How long after the page has loaded the rating is asked for (COMP-6). */
const ratingDelayMs = 3000;

/** A dialog that opens by itself 3 s after the page has loaded, once (COMP-6). */
export function ratingSheet(root: HTMLElement): void {
  afterLoad(() =>
    setTimeout(() => {
      if (root.isConnected) (root as HTMLDialogElement).showModal();
    }, ratingDelayMs),
  );
}
