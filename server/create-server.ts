import { readdirSync } from 'node:fs';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import type { Logger } from 'pino';
import { readBridgeFailure } from '#domain/bridge/failure.ts';
import { workerPaths } from '#domain/site/worker-paths.ts';
import type { PagesApp } from '#pages/screen.tsx';
import { credentialOf } from './admission/known-callers.ts';
import { preparedRefusal } from './admission/prepared-refusal.ts';
import { type RefusalPages, refusalPageFor } from './admission/refusal-pages.ts';
import type { Shares } from './admission/shares.ts';
import { SlowBodyError } from './admission/slow-body.ts';
import { clientAddress } from './client-address.ts';
import { compressWhole, createPageCompression, type PageCompression } from './compress-whole.ts';
import { type PolicyOrigins, pagesPolicy } from './content-security-policy.ts';
import { errorSummary } from './error-summary.ts';
import type { ServerObservation } from './observation.ts';
import { type Readiness, servesWithout } from './readiness.ts';
import { type RequestFacts, type RequestScope, requestIdOf } from './request-scope.ts';
import { isServicePath, isSignedPath, securityTextPath } from './reserved-paths.ts';

/** Paths that cost next to nothing: questions after the node's health, and the files that the build made for the browser. */
export function freePathsOf(clientDirectory: string | null): ReadonlySet<string> {
  const files = clientDirectory === null ? [] : readdirSync(clientDirectory, { recursive: true });
  return new Set(['/health', '/ready', ...files.map((file) => `/${String(file).replaceAll('\\', '/')}`)]);
}

/** What the server is made of. */
export interface ServerOptions extends PolicyOrigins {
  /** The built-in lending service; null when a lender's own backend answers the calls. */
  readonly api: { fetch(request: Request): Response | Promise<Response> } | null;
  /** Where the lending service, the backend and the log learn which request they work for. */
  readonly requestScope: RequestScope;
  readonly pages: Pick<PagesApp, 'fetch'>;
  /** The lender's own screens at `/desk`; null where they are off or have a port of their own. */
  readonly desk: Pick<PagesApp, 'fetch'> | null;
  /** The contract as an OpenAPI document. */
  readonly openApi: Readonly<Record<string, unknown>>;
  /** The text that says whom to tell of a weakness; null for none. */
  readonly securityText: (() => string) | null;
  /** Of this Llano, as `/health` tells. */
  readonly version: string;
  readonly readiness: Pick<Readiness, 'lacks'>;
  /** What the build made for the browser; null where the pages are run from their sources. */
  readonly clientDirectory: string | null;
  readonly logger: Logger;
  readonly observation: ServerObservation;
  readonly trustedProxyCount: number;
  readonly shares: Pick<Shares, 'admitRequest'>;
  /** What a borrower reads whose requests are too many. */
  readonly tooManyPages: RefusalPages;
}

type Variables = { requestId: string; address: string };

/** The environment of a request; `incoming` is absent where it did not come over the network. */
interface Environment {
  Variables: Variables;
  Bindings: Partial<HttpBindings>;
}

/** What the log says of a request whose caller left before it was answered; it is not sent. */
const abortedStatus = 499;

/** What every server of ours needs, whatever it serves. */
type Entrance = Pick<
  ServerOptions,
  'requestScope' | 'logger' | 'observation' | 'trustedProxyCount' | 'shares'
>;

/** A server of the desk alone, for a port of its own. */
export function createDeskServer(
  options: Entrance & Pick<ServerOptions, 'readiness'> & { readonly desk: Pick<PagesApp, 'fetch'> },
): Hono<Environment> {
  const app = enter(options);
  app.get('/health', (context) => context.json({ status: 'ok' }));
  serveReadiness(app, options);
  app.use(async (context, next) => (await refusalAsTooMany(context, options)) ?? next());
  app.get('/', (context) => context.redirect(deskPath));
  serveDesk(app, options.desk);
  onFault(app, options);
  return app;
}

const deskPath = '/desk';

function serveDesk(app: Hono<Environment>, desk: Pick<PagesApp, 'fetch'>): void {
  for (const path of [deskPath, `${deskPath}/*`]) app.all(path, (context) => desk.fetch(context.req.raw));
}

/** Whether the node should be sent anybody, for whatever stands in front of a port. */
function serveReadiness(app: Hono<Environment>, { readiness }: Pick<ServerOptions, 'readiness'>): void {
  app.get('/ready', async (context) => {
    const lacks = await readiness.lacks();
    if (lacks.length === 0) return context.json({ status: 'ok' });
    if (servesWithout(lacks)) return context.json({ status: 'degraded', lacks });
    return context.json({ status: 'unavailable', lacks }, 503);
  });
}

/** The answer to who asks too often; undefined for all others. */
async function refusalAsTooMany(
  { req }: Context<Environment>,
  { shares, tooManyPages }: Pick<Entrance, 'shares'> & Partial<Pick<ServerOptions, 'tooManyPages'>>,
): Promise<Response | undefined> {
  const admission = await shares.admitRequest();
  if (admission.isAdmitted) return undefined;
  const { headers: written, text } =
    tooManyPages && !isServicePath(req.path) && !isSignedPath(req.path)
      ? refusalPageFor(tooManyPages, req.url)
      : preparedRefusal('too-many-requests').call;
  const headers = new Headers({ 'Retry-After': String(admission.waitSeconds) });
  for (let at = 0; at < written.length; at += 2)
    headers.set(written[at] as string, written[at + 1] as string);
  return new Response(text, { status: 429, headers });
}

/** An application that names each request, knows whose it is and logs it. */
function enter(options: Entrance): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(async (context, next) => {
    context.set('requestId', requestIdOf(context.req.header('x-request-id')));
    const peer = peerAddress(context);
    context.set(
      'address',
      clientAddress(peer, context.req.header('x-forwarded-for'), options.trustedProxyCount),
    );
    if (context.req.method === 'TRACE') return context.body(null, 405);
    const startedAt = performance.now();
    const facts: RequestFacts = {
      address: context.get('address'),
      credential: credentialOf({
        headers: { 'x-session-id': context.req.header('x-session-id'), cookie: context.req.header('cookie') },
        url: context.req.url,
      }),
      id: context.get('requestId'),
      isSigned: false,
    };
    await options.requestScope.run(facts, next);
    // Not by `context.header`, which makes a stream of every answer's body.
    context.res.headers.set('X-Request-Id', context.get('requestId'));
    const status = statusOf(context);
    const durationMs = performance.now() - startedAt;
    options.observation.requestAnswered({
      method: context.req.method,
      route: routeOf(context, facts),
      status,
      durationSeconds: durationMs / 1000,
    });
    options.logger.info(
      {
        requestId: context.get('requestId'),
        method: context.req.method,
        path: context.req.path.slice(0, 200),
        status,
        durationMs: Math.round(durationMs),
      },
      'request',
    );
  });
  return app;
}

/** One HTTP server for the pages, their assets and the lending service's calls. */
export function createServer(options: ServerOptions): Hono<Environment> {
  const app = enter(options);

  const { clientDirectory } = options;
  if (clientDirectory !== null) {
    for (const [path, cacheControl] of [
      ['/assets/*', 'public, max-age=31536000, immutable'],
      [workerPaths.worker, 'no-cache'],
    ] as const) {
      app.use(
        path,
        serveStatic({
          root: clientDirectory,
          precompressed: true,
          onFound: (_path, context) => {
            context.header('Cache-Control', cacheControl);
          },
        }),
      );
    }
  }

  app.get('/health', (context) => context.json({ status: 'ok', version: options.version }));
  serveReadiness(app, options);

  app.use((context, next) =>
    options.observation.aroundRequest(async () => {
      await next();
      const facts = options.requestScope.current();
      return { method: context.req.method, route: routeOf(context, facts), status: statusOf(context) };
    }),
  );
  app.use(async (context, next) => {
    const { requestScope } = options;
    const isSignedCall = isSignedPath(context.req.path);
    if (isSignedCall) {
      await next();
      if (requestScope.current()?.isSigned) return;
    }
    const refusal = await refusalAsTooMany(context, options);
    if (refusal) context.res = refusal;
    else if (!isSignedCall) await next();
  });

  app.get('/openapi.json', (context) => context.json(options.openApi));
  const { securityText } = options;
  if (securityText) app.get(securityTextPath, (context) => context.text(securityText()));
  app.post('/bridge-failure', (context) => {
    const action = readBridgeFailure(new URL(context.req.url).searchParams);
    if (action)
      options.logger.warn({ action, requestId: context.get('requestId') }, 'the host did not take an action');
    return context.body(null, 204);
  });

  if (options.desk) serveDesk(app, options.desk);
  const { api } = options;
  if (api) {
    app.use(async (context, next) => {
      if (!isServicePath(context.req.path)) return next();
      return api.fetch(context.req.raw);
    });
  }

  app.use(
    secureHeaders({
      contentSecurityPolicy: pagesPolicy(options, clientDirectory === null),
      permissionsPolicy: { camera: [], microphone: [], payment: [], geolocation: ['self'] },
      // `listen` sets these on every answer.
      referrerPolicy: false,
      strictTransportSecurity: false,
      crossOriginResourcePolicy: false,
      xContentTypeOptions: false,
      xFrameOptions: options.frameAncestors.length > 0 ? false : 'SAMEORIGIN',
      crossOriginEmbedderPolicy: false,
      // It makes the browser start another process, which costs a fifth of the time to the largest paint; the desk has it.
      crossOriginOpenerPolicy: false,
    }),
  );
  app.use(compressWhole);
  // Pages that are run from their sources are still changed after they are written.
  const compression: PageCompression = clientDirectory === null ? () => ({}) : createPageCompression();
  app.all('*', async (context) => {
    const nonce = context.get('secureHeadersNonce' as never) as string;
    return options.observation.aroundScreen(async (routed) =>
      options.pages.fetch(context.req.raw, { nonce, routed, ...compression(context) }),
    );
  });

  onFault(app, options);
  return app;
}

function onFault(app: Hono<Environment>, { logger }: Entrance): void {
  app.onError((error, context) => {
    if (error instanceof HTTPException && error.status < 500) return error.getResponse();
    if (isAborted(context)) return context.body(null, 400);
    logger.error({ requestId: context.get('requestId'), error: errorSummary(error) }, 'request failed');
    return context.text('Internal error', 500);
  });
}

/** The pattern of the path that answered: the service's or the pages', else the one above. */
function routeOf(context: Context<Environment>, facts: RequestFacts | null): string {
  const route = facts?.route;
  const own = routePath(context);
  if (route !== undefined && route !== '*') return route;
  return own === '*' || own === '/*' ? 'none' : own;
}

/** What is logged and counted: what the request was answered with, or that its caller had left. */
function statusOf(context: Context<Environment>): number {
  const ended = context.env?.incoming?.errored;
  if (ended instanceof SlowBodyError) return ended.status;
  return isAborted(context) ? abortedStatus : context.res.status;
}

/** Whether the caller broke off: its body did not come whole, or it is not there for the answer. */
function isAborted({ env, req }: Context<Environment>): boolean {
  const { incoming } = env ?? {};
  return Boolean(incoming?.destroyed && !incoming.complete) || req.raw.signal.aborted;
}

function peerAddress(context: Context): string {
  return getConnInfo(context).remote.address ?? 'unknown';
}
