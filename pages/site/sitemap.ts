/** The pages that search engines are to show, each in both languages (sitemaps.org; Google, localized versions). */
import { editions } from '#content/legal/legal-documents.ts';
import { localeOf } from '#domain/language.ts';
import { openScreen } from '../open-screen.server.ts';
import type { Route } from './+types/sitemap.ts';
import { addressesOf, baseOf } from './page-head.ts';
import { sitePaths } from './site-paths.ts';

/** Each page, with the date of the text it is about; those made anew every day have none. */
const listed = [
  { path: sitePaths.home, changedOn: null },
  { path: sitePaths.about, changedOn: editions['about-us'].effectiveDate },
  { path: sitePaths.contact, changedOn: null },
  { path: sitePaths.loan, changedOn: editions['loan-terms'].effectiveDate },
  { path: sitePaths.privacy, changedOn: editions['privacy-notice'].effectiveDate },
  { path: sitePaths.periodAgreement, changedOn: editions['period-agreement'].effectiveDate },
] as const;

export function loader(args: Route.LoaderArgs): Response {
  const base = baseOf(openScreen(args), args.request);
  const entries = listed.flatMap(({ path, changedOn }) => {
    const addresses = addressesOf(base, path);
    const alternates = (['es', 'en'] as const)
      .map((other) => link(localeOf(other), addresses[other]))
      .join('');
    const lastChange = changedOn ? `<lastmod>${changedOn}</lastmod>` : '';
    return Object.values(addresses).map(
      (address) => `<url><loc>${address}</loc>${lastChange}${alternates}</url>`,
    );
  });
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
  ].join('\n');
  return new Response(`${sitemap}\n`, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}

function link(locale: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${locale}" href="${address}"/>`;
}
