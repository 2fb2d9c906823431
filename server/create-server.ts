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

/** Paths that are answered even under overload: health checks and built files for browsers. */
export function freePathsOf(clientDirectory: string | null): ReadonlySet<string> {
  const files = clientDirectory === null ? [] : readdirSync(clientDirectory, { recursive: true });
  return new Set(['/health', '/ready', ...files.map((file) => `/${String(file).replaceAll('\\', '/')}`)]);
}

export interface ServerOptions extends PolicyOrigins {
  /** The built-in lending service; null when a lender's own backend answers the calls. */
  readonly api: { fetch(request: Request): Response | Promise<Response> } | null;
  readonly requestScope: RequestScope;
  readonly pages: Pick<PagesApp, 'fetch'>;
  /** Null if the desk is off or has its own port. */
  readonly desk: Pick<PagesApp, 'fetch'> | null;
  readonly openApi: Readonly<Record<string, unknown>>;
  /** `/.well-known/security.txt`; null without `SECURITY_CONTACT`. */
  readonly securityText: (() => string) | null;
  readonly version: string;
  readonly readiness: Pick<Readiness, 'lacks'>;
  /** Built files for browsers; null for live pages. */
  readonly clientDirectory: string | null;
  readonly logger: Logger;
  readonly observation: ServerObservation;
  readonly trustedProxyCount: number;
  readonly shares: Pick<Shares, 'admitRequest'>;
  readonly tooManyPages: RefusalPages;
}

type Variables = { requestId: string; address: string };

/** `incoming` is absent for requests that did not come over the network. */
interface Environment {
  Variables: Variables;
  Bindings: Partial<HttpBindings>;
}

/** Logged as the status of a request whose client disconnected; never sent. */
const abortedStatus = 499;

type Entrance = Pick<
  ServerOptions,
  'requestScope' | 'logger' | 'observation' | 'trustedProxyCount' | 'shares'
>;

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

function serveReadiness(app: Hono<Environment>, { readiness }: Pick<ServerOptions, 'readiness'>): void {
  app.get('/ready', async (context) => {
    const lacks = await readiness.lacks();
    if (lacks.length === 0) return context.json({ status: 'ok' });
    if (servesWithout(lacks)) return context.json({ status: 'degraded', lacks });
    return context.json({ status: 'unavailable', lacks }, 503);
  });
}

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

/** An application that gives each request an id, finds its caller and logs it. */
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
    // `context.header` would turn the body into a stream.
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
      // `listen` sets these headers.
      referrerPolicy: false,
      strictTransportSecurity: false,
      crossOriginResourcePolicy: false,
      xContentTypeOptions: false,
      xFrameOptions: options.frameAncestors.length > 0 ? false : 'SAMEORIGIN',
      crossOriginEmbedderPolicy: false,
      // This header makes the browser start another process, which delays the largest contentful paint by a fifth. Only the desk sends it.
      crossOriginOpenerPolicy: false,
    }),
  );
  app.use(compressWhole);
  // Live pages are changed after rendering.
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

/** Route pattern for the log: that of the service or the pages if they matched, else that of this server. */
function routeOf(context: Context<Environment>, facts: RequestFacts | null): string {
  const route = facts?.route;
  const own = routePath(context);
  if (route !== undefined && route !== '*') return route;
  return own === '*' || own === '/*' ? 'none' : own;
}

function statusOf(context: Context<Environment>): number {
  const ended = context.env?.incoming?.errored;
  if (ended instanceof SlowBodyError) return ended.status;
  return isAborted(context) ? abortedStatus : context.res.status;
}

/** Whether the client disconnected before its body or the answer was complete. */
function isAborted({ env, req }: Context<Environment>): boolean {
  const { incoming } = env ?? {};
  return Boolean(incoming?.destroyed && !incoming.complete) || req.raw.signal.aborted;
}

function peerAddress(context: Context): string {
  return getConnInfo(context).remote.address ?? 'unknown';
}
