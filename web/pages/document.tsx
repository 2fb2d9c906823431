import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { marks } from '#browser/marks.ts';
import { nativeBridgeText } from '#content/messages/native-bridge.ts';
import { localeOf } from '#domain/language.ts';
import { ownerMark } from '#domain/site/saved-voucher.ts';
import toastStyles from '#ui/notice/toast.module.css';
import type { OpenScreen } from './open-screen.ts';
import '#ui/tokens.css';
import '#ui/elements.css';

export interface PageAssets {
  /** By key in `screens.ts`, or `problem`. */
  styleOf(key: string): string;
  scriptOf(name: string): string;
  islandOf(name: string): string;
}

export interface DocumentProperties {
  readonly open: OpenScreen;
  readonly title: string;
  readonly head?: ReactNode;
  readonly style: string;
  readonly script: string | null;
  /** Runs before the page is drawn. */
  readonly headScript?: string | null;
  readonly nonce?: string | undefined;
  /** BCP 47 tag; by default that of language and market. */
  readonly locale?: string;
  /** A checked `#rrggbb`; by default the configured one. */
  readonly brandColor?: string | null;
  /** Saved slips outlive the session that the page says is over. */
  readonly keepsVouchers?: boolean;
  readonly children?: ReactNode;
}

/** Implements `command` and `closedby` for web views that lack them. */
const dialogScript = `addEventListener('click',function(e){var t=e.target,b=t.closest('[commandfor]'),d=b&&document.getElementById(b.getAttribute('commandfor'));
if(d&&!('command'in b)){if(b.getAttribute('command')=='close')d.close();else d.showModal()}
if(t.localName=='dialog'&&!('closedBy'in t)&&e.clientY<t.getBoundingClientRect().top)t.close()})`;

/** Renders a whole document with its styles and modules inline. */
export function documentText(properties: DocumentProperties): string {
  return `<!DOCTYPE html>${renderToString(<Document {...properties} />)}`;
}

function Document({
  open,
  title,
  head,
  style,
  script,
  headScript,
  nonce,
  locale,
  brandColor,
  keepsVouchers = false,
  children,
}: DocumentProperties) {
  const { config, language, market } = open;
  return (
    <html lang={locale ?? localeOf(language, market)}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="data:," />
        <title>{title}</title>
        {headScript && (
          <script
            nonce={nonce}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built module.
            dangerouslySetInnerHTML={{ __html: headScript }}
          />
        )}
        {head}
        <style
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built style sheets; the brand is a checked #rrggbb.
          dangerouslySetInnerHTML={{ __html: `${style}:root{--brand:${brandColor ?? config.brandColor}}` }}
        />
      </head>
      <body>
        {children}
        {script !== null && (
          <>
            <output className={toastStyles.toast} {...marks({ toast: '' })} />
            <script
              type="application/json"
              id="host"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: data of the configuration with every `<` escaped.
              dangerouslySetInnerHTML={{ __html: hostData(open, keepsVouchers) }}
            />
            <script
              nonce={nonce}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file.
              dangerouslySetInnerHTML={{ __html: dialogScript }}
            />
            <script
              type="module"
              nonce={nonce}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built module.
              dangerouslySetInnerHTML={{ __html: script }}
            />
          </>
        )}
      </body>
    </html>
  );
}

/** How the browser reaches the host (BRIDGE-1), and the message if it does not answer (BRIDGE-3). */
function hostData(
  { config: { bridge, hostPages }, language, query }: OpenScreen,
  keepsVouchers: boolean,
): string {
  const clientType = query.cookieParameters?.includes('clientType') && { clientType: query.clientType };
  const failedText = nativeBridgeText[language].failed;
  const ofVouchers = {
    ...(query.sessionId && query.userId && { owner: ownerMark(query.userId) }),
    ...(keepsVouchers && { keepsVouchers }),
  };
  const said = { bridge, hostPages, failedText, ...clientType, ...ofVouchers };
  return JSON.stringify(said).replaceAll('<', '\\u003c');
}
