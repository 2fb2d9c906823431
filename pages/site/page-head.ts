import type { MetaDescriptor } from 'react-router';
import { type Language, languageParameter, localeOf } from '#domain/language.ts';
import type { OpenScreen } from '../open-screen.server.ts';
import { siteFilePaths } from './site-paths.ts';

/** What the head of a public page says of it. */
export interface PageHead {
  /** Title of the page; the app's name follows it. */
  readonly title: string;
  readonly description: string;
  readonly appName: string;
  readonly language: Language;
  /** The page's whole address in each language; null for a page that search engines are to leave out. */
  readonly addresses: Readonly<Record<Language, string>> | null;
  /** Where the pages are, without a path. */
  readonly base: string;
  readonly brandColor: string;
}

/**
 * The head of a public page.
 * @param path of the page that search engines are to show, the same for all its aliases; null for none.
 */
export function pageHead(
  screen: OpenScreen,
  request: Request,
  path: string | null,
  words: { readonly title: string; readonly description: string },
): PageHead {
  const { company, config, language } = screen;
  const base = baseOf(screen, request);
  return {
    ...words,
    appName: company.appName,
    language,
    addresses: path === null ? null : addressesOf(base, path),
    base,
    brandColor: config.brandColor,
  };
}

/** Where the pages are: as configured, else as asked for. */
export function baseOf({ h5Base }: Pick<OpenScreen, 'h5Base'>, request: Request): string {
  return new URL(h5Base || request.url).origin;
}

/** A page's whole address in each language (LANG-1). */
export function addressesOf(base: string, path: string): Readonly<Record<Language, string>> {
  const address = (language: Language): string => `${base}${path}?lang=${languageParameter(language)}`;
  return { es: address('es'), en: address('en') };
}

/** The descriptors of a public page's head: title, description, addresses, preview and icons. */
export function pageMeta(head: PageHead | undefined): MetaDescriptor[] {
  if (!head) return [];
  const { description, appName, language, addresses, base } = head;
  const title = `${head.title} · ${appName}`;
  return [
    { title },
    { name: 'description', content: description },
    { name: 'theme-color', content: head.brandColor },
    { tagName: 'link', rel: 'icon', type: 'image/svg+xml', sizes: 'any', href: siteFilePaths.icon },
    { tagName: 'link', rel: 'apple-touch-icon', href: siteFilePaths.iconPicture[180] },
    {
      tagName: 'link',
      rel: 'manifest',
      href: `${siteFilePaths.webManifest}?lang=${languageParameter(language)}`,
    },
    ...(addresses ? addressMeta(addresses, language) : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: appName },
    { property: 'og:locale', content: localeOf(language).replace('-', '_') },
    { property: 'og:image', content: `${base}${siteFilePaths.iconPicture[512]}` },
  ];
}

function addressMeta(addresses: Readonly<Record<Language, string>>, language: Language): MetaDescriptor[] {
  const alternates = (['es', 'en'] as const).map((other) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang: localeOf(other),
    href: addresses[other],
  }));
  return [
    { tagName: 'link', rel: 'canonical', href: addresses[language] },
    ...alternates,
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: addresses.es },
    { property: 'og:url', content: addresses[language] },
  ];
}
