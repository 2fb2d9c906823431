import { leavingEvent } from '../send-form.ts';
import { browserStorage, clearDrafts } from './draft.ts';

const sentShownMs = 1500;

/** Shows that the complaint is filed for 1.5 s or until it is closed, deletes the draft and goes to the start page (COMP-4). */
export function sentSheet(root: HTMLElement): void {
  const dialog = root as HTMLDialogElement;
  document.addEventListener(leavingEvent, (event) => {
    const { detail: link } = event as CustomEvent<string>;
    if (!root.isConnected || !new URL(link, location.href).searchParams.has('filed')) return;
    event.preventDefault();
    clearDrafts(browserStorage());
    dialog.showModal();
    const followRedirect = (): void => location.replace(link);
    dialog.addEventListener('close', followRedirect);
    setTimeout(followRedirect, sentShownMs);
  });
}
