import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { DocumentProvider, documentContext } from './document.tsx';
import { pagesContext, type ScreenPaths } from './pages-config.ts';

export { documentContext, pagesContext };

const renderTimeoutMs = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, styleSheets } = loadContext.get(documentContext);
  const html = await renderWhole(
    <DocumentProvider value={{ nonce, styles: stylesOf(routerContext, styleSheets) }}>
      <ServerRouter context={withoutStyles(routerContext)} url={request.url} nonce={nonce} />
    </DocumentProvider>,
    nonce,
  );
  return new Response(html, { status, headers });
}

/** React Router calls this for what a loader, an action or the render threw unexpectedly. */
export function handleError(
  error: unknown,
  { request, context }: { readonly request: Request; readonly context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted) context.get(documentContext).reportFault(error);
}

function stylesOf(context: EntryContext, styleSheets: ReadonlyMap<string, string>): string {
  const paths = new Set<string>();
  for (const match of context.staticHandlerContext.matches) {
    for (const path of context.manifest.routes[match.route.id]?.css ?? []) paths.add(path);
  }
  return [...paths].map((path) => styleSheets.get(path) ?? '').join('');
}

/** The styles stand in the document: the browser's copy of the manifest must not ask for them again. */
function withoutStyles(context: EntryContext): EntryContext {
  const routes = Object.entries(context.manifest.routes).map(([id, route]) => [id, { ...route, css: [] }]);
  return { ...context, manifest: { ...context.manifest, routes: Object.fromEntries(routes) } };
}

function renderWhole(document: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(document, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        const body = new PassThrough();
        text(body).then(resolve, reject);
        pipe(body);
      },
      onShellError: reject,
      onError: reject,
    });
    const timer = setTimeout(() => abort(new Error('render timed out')), renderTimeoutMs);
  });
}

/** The screen paths these pages were built with; the server refuses to start with others (CONF-2). */
export const builtScreenPaths: ScreenPaths = import.meta.env.SCREEN_PATHS;
