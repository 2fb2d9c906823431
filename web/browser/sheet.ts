/**
 * Opens a sheet above the page when a link to its id is clicked, without changing the address; its links to `data-sheet` close
 * it.
 */
export function sheet(root: HTMLElement): void {
  const dialog = root as HTMLDialogElement;
  const follow = (link: HTMLElement, act: () => void) =>
    link.addEventListener('click', (event) => {
      event.preventDefault();
      act();
    });
  for (const link of linksTo(document, dialog.id)) follow(link, () => dialog.showModal());
  for (const link of linksTo(dialog, dialog.dataset.sheet ?? '')) follow(link, () => dialog.close());
  if (location.hash === `#${dialog.id}`) {
    history.replaceState(history.state, '', location.pathname + location.search);
    dialog.showModal();
  }
}

function linksTo(root: ParentNode, id: string): Iterable<HTMLElement> {
  return root.querySelectorAll<HTMLElement>(`a[href="#${id}"]`);
}
