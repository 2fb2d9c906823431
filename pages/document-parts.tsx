import type { ReactNode } from 'react';
import { Meta, Scripts, useMatches } from 'react-router';
import { useDocumentParts } from './document.tsx';
import { useOwnDocument, useShellIfAny } from './shell.ts';
import { DialogScript } from './ui/notice/dialog-script.tsx';

/**
 * What stands in the document's head. Only the server renders it, as a screen is a document of its own: React leaves what
 * it finds in head and body beside its own nodes, so none of this is code in the browser.
 */
export function DocumentHead(): ReactNode {
  const { nonce, styles } = useDocumentParts();
  const shell = useShellIfAny();
  const brandColor = useOwnDocument()?.brandColor ?? shell?.config.brandColor;
  const brand = brandColor ? `:root{--brand:${brandColor}}` : '';
  return (
    <>
      <meta charSet="utf-8" />
      <meta
        name="viewport"
        content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
      />
      <meta name="color-scheme" content="light dark" />
      <meta name="format-detection" content="telephone=no" />
      <link rel="icon" href="data:," />
      <Meta />
      <style
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built style sheets; the brand is a checked #rrggbb.
        dangerouslySetInnerHTML={{ __html: styles + brand }}
      />
    </>
  );
}

/** The document's scripts, at its end and by the server only; none where a screen says `handle = { script: false }`. */
export function DocumentScripts(): ReactNode {
  const { nonce } = useDocumentParts();
  const shipsScript = useMatches().every(
    ({ handle }) => (handle as { script?: boolean } | undefined)?.script !== false,
  );
  if (!shipsScript) return null;
  return (
    <>
      <DialogScript nonce={nonce} />
      <Scripts />
    </>
  );
}
