import type { ReactNode } from 'react';

/** Only does what the buttons' `command` and the dialogs' `closedby` already say. */
const script = `addEventListener('click',function(e){var t=e.target,b=t.closest('[commandfor]'),d=b&&document.getElementById(b.getAttribute('commandfor'));
if(d&&!('command'in b)){if(b.getAttribute('command')=='close')d.close();else d.showModal()}
if(t.localName=='dialog'&&!('closedBy'in t)&&e.clientY<t.getBoundingClientRect().top)t.close()})`;

/**
 * For web views without invoker commands or light dismiss: an inline script of the document, so that dialogs open and
 * close before React is there. Only the server renders it.
 */
export function DialogScript({ nonce }: { readonly nonce: string | undefined }): ReactNode {
  return (
    <script
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}
