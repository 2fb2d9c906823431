/** How long the borrower reads why the offer changes before it is asked for again (CONFIRM-3). */
const reloadDelayMs = 5500;

/** Opens a dialog at once, and after 5.5 s puts the page of its `data-reload-link` in this one's place (CONFIRM-3). */
export function reloadDialog(root: HTMLElement): void {
  (root as HTMLDialogElement).showModal();
  setTimeout(() => location.replace(root.dataset.reloadLink ?? ''), reloadDelayMs);
}
