import { languageOf, languageParameter } from '#domain/language.ts';
import { workerPaths } from '#domain/site/worker-paths.ts';

/**
 * Service worker: stores the offline page in both languages and shows it, in the language of the address, when a page cannot be
 * loaded. It stores nothing else: no borrower's page is ever cached.
 */

declare const BUILD_REVISION: string;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const cacheName = `offline-${BUILD_REVISION}`;

const offlinePage = (lang: string | null): string =>
  `${workerPaths.offline}?lang=${languageParameter(languageOf(lang))}`;

addEventListener('install', (event) => {
  const pages = ['1', '2'].map((lang) => new Request(offlinePage(lang), { cache: 'reload' }));
  (event as ExtendableEvent).waitUntil(caches.open(cacheName).then((cache) => cache.addAll(pages)));
});

addEventListener('activate', (event) => {
  const dropOthers = async (): Promise<void> => {
    const others = (await caches.keys()).filter((name) => name !== cacheName);
    await Promise.all(others.map((name) => caches.delete(name)));
  };
  (event as ExtendableEvent).waitUntil(dropOthers());
});

addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  const reach = async (): Promise<Response> => {
    try {
      return await fetch(request);
    } catch {
      const page = await caches.match(offlinePage(new URL(request.url).searchParams.get('lang')));
      return page ?? Response.error();
    }
  };
  (event as FetchEvent).respondWith(reach());
});
