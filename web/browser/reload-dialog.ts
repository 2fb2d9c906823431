const reloadDelayMs = 5500;

/** Opens the dialog and replaces the page by `data-reload-link` after 5.5 s (CONFIRM-3). */
export function reloadDialog(root: HTMLElement): void {
  (root as HTMLDialogElement).showModal();
  setTimeout(() => location.replace(root.dataset.reloadLink ?? ''), reloadDelayMs);
}
