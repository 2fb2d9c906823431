/**
 * The service worker. It keeps static files only: a borrower's pages and figures are never in a cache. Where a page
 * cannot be reached it shows the offline page in the language of the address.
 */
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { languageOf, languageParameter } from '#domain/language.ts';
import { workerPaths } from '#domain/site/worker-paths.ts';

/** Set by the build: another one for other pages. */
declare const BUILD_REVISION: string;

const assetsKept = 80;

const offlinePage = (lang: string | null): string =>
  `${workerPaths.offline}?lang=${languageParameter(languageOf(lang))}`;

cleanupOutdatedCaches();
precache(['1', '2'].map((lang) => ({ url: offlinePage(lang), revision: BUILD_REVISION })));

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'assets',
    plugins: [new ExpirationPlugin({ maxEntries: assetsKept, purgeOnQuotaError: true }) as WorkboxPlugin],
  }),
);
registerRoute(({ request }) => request.mode === 'navigate', new NetworkOnly());
setCatchHandler(async ({ request }) => {
  const page =
    request.mode === 'navigate'
      ? await matchPrecache(offlinePage(new URL(request.url).searchParams.get('lang')))
      : undefined;
  return page ?? Response.error();
});
