import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import type { PagesDependencies } from './dependencies.ts';
import type { PageAssets } from './document.tsx';
import { openScreen } from './open-screen.ts';
import { Refusal } from './problem.ts';
import { type Mountable, type PagesApp, refusalOf, refuse } from './screen.tsx';
import { screens } from './screens.ts';
import { ticketGate } from './ticket.tsx';

const noAssets: PageAssets = {
  styleOf: () => '',
  scriptOf: (name) => `/* ${name} */`,
  islandOf: (name) => `/assets/${name}.js`,
};

/**
 * The pages as an HTTP application; `request('/confirmLoan?…')` answers in a test as in production. Accepts forms only from our
 * own pages, by `Origin`, else by `Sec-Fetch-Site`, which hold behind a proxy that ends TLS too. Without `assets` pages have no
 * styles.
 */
export function createPages(
  dependencyParts: PagesDependencies,
  assets: PageAssets = noAssets,
  developerScreens: Readonly<Record<string, Mountable>> = {},
): PagesApp {
  const app: PagesApp = new Hono();
  const paths = new Set<string>();
  const dependencies = { ...dependencyParts, isScreenAt: (path: string) => paths.has(path) };
  app.use((context, next) => {
    const { refusedBy } = context.env ?? {};
    if (!refusedBy) return next();
    const open = openScreen(context.req.raw, dependencies, { headers: new Headers(), status: 200 });
    return refuse(context, open, assets, Refusal.coded(refusedBy), { isStatic: true });
  });
  app.use(
    csrf({
      origin: (origin, context) => origin === new URL(dependencies.h5Base || context.req.url).origin,
    }),
  );
  app.use(ticketGate(dependencies, assets));
  for (const [key, each] of Object.entries({ ...developerScreens, ...screens })) {
    each.mount(key, { app, dependencies, assets });
  }
  for (const { path } of app.routes) paths.add(path);
  app.onError((error, context) => {
    const open = openScreen(context.req.raw, dependencies, { headers: new Headers(), status: 200 });
    return refuse(context, open, assets, refusalOf(error, dependencies));
  });
  return app;
}
