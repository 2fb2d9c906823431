import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import react from '@vitejs/plugin-react';
import { type EnvironmentModuleNode, isCSSRequest, type Plugin, createServer as startVite } from 'vite';
import type { createDeskPages } from '#desk/create-desk-pages.tsx';
import type { DeskDependencies } from '#desk/dependencies.ts';
import { workerPaths } from '#domain/site/worker-paths.ts';
import type { createPages } from '#pages/create-pages.tsx';
import type { PagesDependencies } from '#pages/dependencies.ts';
import type { PageAssets } from '#pages/document.tsx';
import type { PagesApp, PagesBindings } from '#pages/screen.tsx';
import { styleSources } from '../pages.ts';
import { islandEntries, islandPlugin } from './island-entries.ts';

/** Pages that follow their sources: what is changed is seen with the next request, and open browsers ask again. */
export interface LivePages {
  readonly pages: Pick<PagesApp, 'fetch'>;
  readonly desk: Pick<PagesApp, 'fetch'> | null;
  /** The HTTP server to listen with: Vite serves the browser's modules, `listener` everything else. */
  serverOf(listener: RequestListener): Server;
  close(): Promise<void>;
}

/** What the browser asks Vite for; all other addresses are ours. */
const vitePath =
  /^\/(@react-refresh([?]|$)|(@vite|@id|@fs|web\/(browser|ui)|core\/domain|node_modules)\/|web\/(pages|desk)\/.*\.(island\.tsx|css)([?]|$))/;

const shownFile = /\/(browser|ui|pages|desk|content|contract|domain)\/.*(?<!\.test)\.(tsx?|css)$/;

const changesModule = 'llano:changes';
const changedEvent = 'llano:changed';
const viteClient = `<script type="module" src="/@id/__x00__${changesModule}"></script>`;

/** Fast Refresh has to be there before the first component. */
const refreshFirst = "import '@vitejs/plugin-react/preamble';\n";

/** Takes away what an earlier build left in the browser: pages that follow their sources have no service worker. */
const noWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
});`;

export async function startLivePages(
  root: string,
  dependencies: PagesDependencies,
  desk: { readonly pages: PagesDependencies; readonly dependencies: DeskDependencies } | null = null,
): Promise<LivePages> {
  const server = createHttpServer();
  let changeCount = 0;
  const vite = await startVite({
    configFile: false,
    root,
    appType: 'custom',
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD_REVISION: JSON.stringify('live') },
    plugins: [react(), islandPlugin(root, refreshFirst), changesPlugin(() => changeCount++)],
    server: { middlewareMode: true, ws: { server } },
    optimizeDeps: {
      include: ['react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'],
      noDiscovery: true,
    },
  });

  const loader = (
    file: string,
    create: (program: object, assets: PageAssets) => PagesApp | Promise<PagesApp>,
  ) => {
    let current:
      | { readonly program: object; readonly changeCount: number; readonly app: PagesApp }
      | undefined;
    return async (): Promise<PagesApp> => {
      const startedAt = changeCount;
      const program = await vite.ssrLoadModule(file);
      if (current?.program === program && current.changeCount === startedAt) return current.app;
      const app = await create(program, await assets(file));
      current = { program, changeCount: startedAt, app };
      return app;
    };
  };

  const { moduleGraph } = vite.environments.ssr;
  const assets = async (program: string): Promise<PageAssets> => {
    const sheets = new Map<string, string>();
    for (const { url } of styleSheetsOf(await moduleGraph.getModuleByUrl(program))) {
      const { default: sheet } = await vite.ssrLoadModule(`${url}?inline`);
      sheets.set(url, sheet as string);
    }
    const address = (name: string) => `import('/web/browser/pages/${name}.ts')`;
    return {
      styleOf(key) {
        const files = styleSources(key).flatMap((file) =>
          styleSheetsOf(moduleGraph.getModuleById(`${vite.config.root}/${file}`)),
        );
        return [...new Set(files)].map(({ url }) => sheets.get(url) ?? '').join('\n');
      },
      scriptOf: address,
      islandOf: (name) => `/@id/__x00__${islandEntries(root)[name]}`,
    };
  };

  const following = (load: () => Promise<PagesApp>) => ({
    async fetch(request: Request, bindings?: PagesBindings) {
      try {
        return await withViteClient(await (await load()).fetch(request, bindings));
      } catch (error) {
        return withViteClient(faultPage(error));
      }
    },
  });
  return {
    pages: following(
      loader('/web/pages/create-pages.tsx', async (program, built) => {
        const screens = await vite.ssrLoadModule('/web/pages/developer/developer-screens.ts');
        return (program as { createPages: typeof createPages }).createPages(
          dependencies,
          built,
          screens.developerScreens,
        );
      }),
    ),
    desk:
      desk &&
      following(
        loader('/web/desk/create-desk-pages.tsx', (program, built) =>
          (program as { createDeskPages: typeof createDeskPages }).createDeskPages(
            desk.pages,
            desk.dependencies,
            built,
          ),
        ),
      ),
    serverOf(listener) {
      server.on('request', (request, response) => {
        if (request.url === workerPaths.worker) {
          response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' });
          return response.end(noWorker);
        }
        if (!vitePath.test(request.url ?? '')) return listener(request, response);
        vite.middlewares(request, response, () => listener(request, response));
      });
      return server;
    },
    close: () => vite.close(),
  };
}

/**
 * Tells open browsers about every change to pages or modules. A component of an island that is on the page is put in place with its
 * state (React Fast Refresh); after any other change the page is loaded again.
 */
function changesPlugin(onChange: () => void): Plugin {
  return {
    name: 'llano-changes',
    load: (id) =>
      id === `\0${changesModule}`
        ? `import '/@vite/client';
import.meta.hot.on('${changedEvent}', ({ paths }) => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  if (!paths.some((path) => loaded.includes(path))) location.reload();
});`
        : undefined,
    hotUpdate({ file, modules }) {
      if (!shownFile.test(file)) return;
      onChange();
      if (this.environment.name !== 'client') return [];
      const { hot } = this.environment;
      const isComponent = file.endsWith('.tsx') && modules.length > 0;
      if (!isComponent) hot.send({ type: 'full-reload' });
      else hot.send({ type: 'custom', event: changedEvent, data: { paths: modules.map(({ url }) => url) } });
      return isComponent ? undefined : [];
    },
  };
}

/** The style sheets that a module and all it imports bring, those of what it is made of first. */
function styleSheetsOf(
  node: EnvironmentModuleNode | undefined,
  visited: Set<EnvironmentModuleNode> = new Set(),
): EnvironmentModuleNode[] {
  if (!node || visited.has(node)) return [];
  visited.add(node);
  if (isCSSRequest(node.url)) return [node];
  return [...node.importedModules].flatMap((each) => styleSheetsOf(each, visited));
}

async function withViteClient(response: Response): Promise<Response> {
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
  const { status, headers } = response;
  const html = await response.text();
  return new Response(html.replace('</body>', `${viteClient}</body>`), { status, headers });
}

function faultPage(error: unknown): Response {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Response(
    `<!doctype html><title>Llano</title><body><pre>${reason.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre></body>`,
    { status: 500, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
  );
}
