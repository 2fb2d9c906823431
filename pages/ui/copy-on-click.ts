import type { MouseEvent } from 'react';

/** Copies the code of the button that was clicked, if one was; `tell` shows what came of it. */
export function copyOnClick(tell: (text: string) => void): (event: MouseEvent) => void {
  return ({ target }) => {
    const data = (target as Element).closest<HTMLElement>('[data-copy]')?.dataset;
    if (data) tell((copy(data.copy ?? '') ? data.copied : data.notCopied) ?? '');
  };
}

/** Old web views and pages without TLS have no `navigator.clipboard`; every browser still answers the copy command. */
function copy(text: string): boolean {
  const hand = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', hand);
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', hand);
  return isCopied;
}
