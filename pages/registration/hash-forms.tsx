import type { ReactNode } from 'react';
import { useDocumentParts } from '../document.tsx';

/**
 * Takes `#/downloadTemplate?…` and its like to the page of that path. A browser keeps what follows the `#` to itself, so
 * no server can do this, and without script such an address shows the page it stands on (PROMO-7).
 */
export const hashScript = `(function(){function go(){var m=/^#\\/((?:download|agreement|register)Template)(\\?[^#]*)?$/.exec(location.hash);
if(m)location.replace('/'+m[1]+(m[2]||''))}go();addEventListener('hashchange',go)})()`;

/** The script, inline, before anything is drawn. Only the server renders it. */
export function HashForms(): ReactNode {
  const { nonce } = useDocumentParts();
  return (
    <script
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file.
      dangerouslySetInnerHTML={{ __html: hashScript }}
    />
  );
}
