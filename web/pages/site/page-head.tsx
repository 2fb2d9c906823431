import type { ReactNode } from 'react';
import { type Language, languageParameter, localeOf } from '#domain/language.ts';
import { marketSpeaking } from '#domain/market.ts';
import type { OpenScreen } from '../open-screen.ts';
import { usePage } from '../page-context.tsx';
import { siteFilePaths } from './site-paths.ts';

export function pageTitle({ company }: Pick<OpenScreen, 'company'>, title: string): string {
  return `${title} · ${company.appName}`;
}

/** Description, addresses, preview and icons of a public page. `path` is the canonical one; null for none. */
export function PageHead({
  path,
  title,
  description,
}: {
  readonly path: string | null;
  readonly title: string;
  readonly description: string;
}): ReactNode {
  const page = usePage();
  const { company, brandColor, language } = page;
  return (
    <>
      <meta name="description" content={description} />
      <meta name="theme-color" content={brandColor} />
      <link rel="icon" type="image/svg+xml" sizes="any" href={siteFilePaths.icon} />
      <link rel="apple-touch-icon" href={siteFilePaths.iconPicture[180]} />
      <link rel="manifest" href={`${siteFilePaths.webManifest}?lang=${languageParameter(language)}`} />
      {path === null ? <meta name="robots" content="noindex" /> : <Addresses path={path} />}
      <meta property="og:title" content={pageTitle(page, title)} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.appName} />
      <meta property="og:locale" content={localeOf(language, page.market).replace('-', '_')} />
      <meta property="og:image" content={originOf(page) + siteFilePaths.iconPicture[512]} />
    </>
  );
}

function Addresses({ path }: { readonly path: string }): ReactNode {
  const page = usePage();
  const addresses = addressesOf(page, path);
  return (
    <>
      <link rel="canonical" href={addresses[page.language]} />
      {(['es', 'en'] as const).map((each) => (
        <link key={each} rel="alternate" hrefLang={publicLocaleOf(page, each)} href={addresses[each]} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={addresses.es} />
      <meta property="og:url" content={addresses[page.language]} />
    </>
  );
}

export function originOf({ h5Base }: Pick<OpenScreen, 'h5Base'>): string {
  return new URL(h5Base).origin;
}

/** Language tag, with the market that a public page in that language is about. */
export function publicLocaleOf({ markets }: Pick<OpenScreen, 'markets'>, language: Language): string {
  return localeOf(language, marketSpeaking(language, markets));
}

export function addressesOf(
  open: Pick<OpenScreen, 'h5Base'>,
  path: string,
): Readonly<Record<Language, string>> {
  const address = (language: Language): string =>
    `${originOf(open)}${path}?lang=${languageParameter(language)}`;
  return { es: address('es'), en: address('en') };
}
