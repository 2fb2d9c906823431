import { showToast } from './toast.ts';

const saysMs = 3_000;

/**
 * Copies the button's `data-copy` and changes its label for a while; a toast explains how to copy by hand where the browser
 * refuses (REPAY-3).
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

/** For old web views and pages without TLS, which have no `navigator.clipboard`. */
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
