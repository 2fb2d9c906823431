import { afterLoad } from '../after-load.ts';

const ratingDelayMs = 3000;

/** Opens the rating once, 3 s after the page has loaded (COMP-6). */
export function ratingSheet(root: HTMLElement): void {
  afterLoad(() =>
    setTimeout(() => {
      if (root.isConnected) (root as HTMLDialogElement).showModal();
    }, ratingDelayMs),
  );
}
