import { showToast } from './toast.ts';

/** How long a button says that it copied, ms. */
const saysMs = 3_000;

/**
 * A button that copies its `data-copy`: its own label says so for a while, by `data-copied`. Where copying is not
 * allowed a toast says how else to do it, by `data-not-copied` (REPAY-3).
 */
export function copy(button: HTMLElement): void {
  const { copy: text = '', copied = '', notCopied = '' } = button.dataset;
  const label = button.querySelector('span') ?? button;
  const before = label.textContent;
  let timer = 0;
  button.addEventListener('click', () => {
    if (!isCopied(text)) return showToast(notCopied);
    label.textContent = copied;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      label.textContent = before;
    }, saysMs);
  });
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
