import { leavingEvent } from '../send-form.ts';
import { browserStorage, clearDrafts } from './draft.ts';

/** How long the success stands before the start page takes its place (COMP-4). */
const sentShownMs = 1500;

/**
 * Once the complaint is filed, which the link says that leads on: forgets the draft, opens the dialog that says so for
 * 1.5 s or until it is closed, and goes on to the start page (COMP-4).
 */
export function sentSheet(root: HTMLElement): void {
  const dialog = root as HTMLDialogElement;
  document.addEventListener(leavingEvent, (event) => {
    const { detail: link } = event as CustomEvent<string>;
    if (!root.isConnected || !new URL(link, location.href).searchParams.has('filed')) return;
    event.preventDefault();
    clearDrafts(browserStorage());
    dialog.showModal();
    const goOn = (): void => location.replace(link);
    dialog.addEventListener('close', goOn);
    setTimeout(goOn, sentShownMs);
  });
}
