import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import type { PagesDependencies } from '#pages/dependencies.ts';
import type { PageAssets } from '#pages/document.tsx';
import { openScreen } from '#pages/open-screen.ts';
import { type PagesApp, refusalOf, refuse } from '#pages/screen.tsx';
import type { DeskDependencies } from './dependencies.ts';
import { deskScreens } from './desk-screens.ts';
import { deskPaths } from './paths.ts';

const noAssets: PageAssets = { styleOf: () => '', scriptOf: () => '', islandOf: () => '' };

/**
 * Creates the desk's HTTP application. It accepts forms from its own origin only.
 * @param dependencyParts dependencies of the pages, with the desk's own origin.
 */
export function createDeskPages(
  dependencyParts: PagesDependencies,
  desk: DeskDependencies,
  assets: PageAssets = noAssets,
): PagesApp {
  const app: PagesApp = new Hono();
  const dependencies = { ...dependencyParts, isScreenAt: () => false };
  const ownForms = csrf({
    origin: (origin, context) => origin === new URL(dependencies.h5Base || context.req.url).origin,
  });
  // The identity provider signs its logout notices, which come from another origin.
  app.use((context, next) => (context.req.path === deskPaths.signInEnded ? next() : ownForms(context, next)));
  for (const [key, of] of Object.entries(deskScreens))
    of(desk).mount(key, { app, dependencies, assets, isDesk: true });
  app.notFound((context) => context.text('Not found', 404));
  app.onError((error, context) => {
    const open = openScreen(context.req.raw, dependencies, { headers: new Headers(), status: 200 });
    return refuse(context, open, assets, refusalOf(error, dependencies), { isDesk: true });
  });
  return app;
}
