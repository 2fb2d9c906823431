import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { documentContext } from '#pages/document.tsx';
import type { PagesDependencies, pagesContext, ScreenPaths } from '#pages/pages-config.ts';

/** What the built pages export besides React Router's own: see `app/entry.server.tsx`. */
interface PagesEntry {
  readonly documentContext: typeof documentContext;
  readonly pagesContext: typeof pagesContext;
  readonly builtScreenPaths: ScreenPaths;
}

/** The built pages, ready to answer. */
export interface Pages {
  readonly builtScreenPaths: ScreenPaths;
  /** Answers one page request; `nonce` is the one of its Content-Security-Policy. */
  fetch(request: Request, nonce: string): Promise<Response>;
}

/**
 * Loads the built pages from `buildDirectory`.
 * @throws Error that says to build first, when nothing is there.
 */
export async function loadPages(
  buildDirectory: string,
  dependencies: PagesDependencies,
  reportFault: (error: unknown) => void,
): Promise<Pages> {
  const entryFile = path.join(buildDirectory, 'server', 'index.js');
  const build = (await import(pathToFileURL(entryFile).href).catch((cause: unknown) => {
    throw new Error(`The pages are not built: ${entryFile} cannot be loaded. Run npm run build.`, { cause });
  })) as ServerBuild;
  const entry = build.entry.module as unknown as PagesEntry;
  const styleSheets = await readStyleSheets(path.join(buildDirectory, 'client', 'assets'));
  const handle = createRequestHandler(build, 'production');
  return {
    builtScreenPaths: entry.builtScreenPaths,
    fetch(request, nonce) {
      const context = new RouterContextProvider();
      context.set(entry.documentContext, { nonce, styleSheets, reportFault });
      context.set(entry.pagesContext, dependencies);
      return handle(request, context);
    },
  };
}

/** The built style sheets by the path they have in the route manifest. */
async function readStyleSheets(directory: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.css'));
  const entries = await Promise.all(
    names.map(
      async (name) => [`/assets/${name}`, await readFile(path.join(directory, name), 'utf8')] as const,
    ),
  );
  return new Map(entries);
}
