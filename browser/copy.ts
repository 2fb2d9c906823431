import { showToast } from './toast.ts';

/** A button that copies its `data-copy` as it is, and says what came of it: `data-copied` or `data-not-copied` (REPAY-3). */
export function copy(button: HTMLElement): void {
  const { copy: text = '', copied = '', notCopied = '' } = button.dataset;
  button.addEventListener('click', () => showToast(isCopied(text) ? copied : notCopied));
}

/** Old web views and pages without TLS have no `navigator.clipboard`; every browser still answers the copy command. */
function isCopied(text: string): boolean {
  const hand = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', hand);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', hand);
  }
}
