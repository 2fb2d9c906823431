import { editions } from '#content/legal/legal-documents.ts';
import { resource } from '../screen.tsx';
import { addressesOf, originOf, publicLocaleOf } from './page-head.tsx';
import { siteFilePaths, sitePaths } from './site-paths.ts';

/** Pages for search engines with the date of their text; those that change daily have none. */
const listed = [
  { path: sitePaths.home, changedOn: null },
  { path: sitePaths.about, changedOn: editions['about-us'].effectiveDate },
  { path: sitePaths.contact, changedOn: null },
  { path: sitePaths.loan, changedOn: editions['loan-terms'].effectiveDate },
  { path: sitePaths.privacy, changedOn: editions['privacy-notice'].effectiveDate },
  { path: sitePaths.periodAgreement, changedOn: editions['period-agreement'].effectiveDate },
] as const;

/** In both languages (sitemaps.org; Google, localized versions). */
export const sitemap = resource({
  path: () => siteFilePaths.sitemap,
  get(open) {
    const entries = listed.flatMap(({ path, changedOn }) => {
      const addresses = addressesOf(open, path);
      const alternates = (['es', 'en'] as const)
        .map((each) => alternateLink(publicLocaleOf(open, each), addresses[each]))
        .join('');
      const lastChange = changedOn ? `<lastmod>${changedOn}</lastmod>` : '';
      return Object.values(addresses).map(
        (address) => `<url><loc>${address}</loc>${lastChange}${alternates}</url>`,
      );
    });
    return fileOf('application/xml', [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
      ...entries,
      '</urlset>',
    ]);
  },
});

/** Allows the public site and none of the pages with a session (RFC 9309). */
export const robots = resource({
  path: () => siteFilePaths.robots,
  get(open) {
    const { aboutUs, privacyNotice, ...closed } = open.config.paths;
    return fileOf('text/plain', [
      'User-agent: *',
      ...Object.values(closed).map((path) => `Disallow: ${path}`),
      'Disallow: /carpmm',
      'Disallow: /receipt',
      'Disallow: /testPreview',
      `Sitemap: ${originOf(open)}${siteFilePaths.sitemap}`,
    ]);
  },
});

function alternateLink(locale: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${locale}" href="${address}"/>`;
}

function fileOf(type: string, lines: readonly string[]): Response {
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' },
  });
}
