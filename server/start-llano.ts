import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createMachineProbe } from '#db/citus/machines.ts';
import type { DatabaseConnection } from '#db/connect.ts';
import { isDatabaseUnavailable } from '#db/failure.ts';
import { projectFolder } from '#db/migrate.ts';
import { createReplica } from '#db/replica.ts';
import { recentSessions } from '#lending/borrower/store.ts';
import type { Api } from '#lending/create-lending.ts';
import { warnOfProducts } from '#lending/offer/products.ts';
import type { Clock, Logger as ServiceLogger } from '#lending/ports.ts';
import { derivedKey } from '#lending/secrets.ts';
import type { PagesDependencies } from '#pages/dependencies.ts';
import type { PagesApp } from '#pages/screen.tsx';
import manifest from '../package.json' with { type: 'json' };
import { createLoadGate, createLoopUse, type LoadGate } from './admission/load-gate.ts';
import { createRefusals } from './admission/refusal.ts';
import { writeRefusalPages } from './admission/refusal-pages.ts';
import { createShares, type Shares } from './admission/shares.ts';
import { cardProviderOf, providerOriginsOf } from './card-provider.ts';
import { companiesOf, warnOfBankYears, warnOfRetention } from './companies.ts';
import { contractDocument } from './contract-document.ts';
import { createDeskServer, createServer, freePathsOf } from './create-server.ts';
import { deskBaseOf, deskDependenciesOf } from './desk.ts';
import { createDeskApp } from './desk-app.ts';
import type { LivePages } from './developer/live-pages.ts';
import type { DeveloperParts, MakeLives, MakePeople } from './developer/parts.ts';
import type { RunningWorkbench } from './developer/workbench.ts';
import { EnvironmentError } from './environment.ts';
import { errorSummary } from './error-summary.ts';
import { createLendingService, type ServiceSecrets, secretsOf } from './lending-service.ts';
import { type Listening, listen } from './listen.ts';
import { createObservation } from './observation.ts';
import { loadDeskPages, loadPages } from './pages.ts';
import { pagesDependenciesOf } from './pages-dependencies.ts';
import { createPaperWriter } from './paper-writer.ts';
import { createReadiness, isFetchable } from './readiness.ts';
import { referencesOf } from './reference-providers.ts';
import { createRequestScope, type RequestScope } from './request-scope.ts';
import { securityText } from './security-text.ts';
import type { Settings } from './settings.ts';
import { smsPartsOf } from './sms-sender.ts';
import { createSmsWatch } from './sms-watch.ts';
import { followTime, lackOf, openReplica, openStore, type Store, type Time } from './store.ts';
import { startTracing, type Tracing } from './tracing.ts';

const hourMs = 3_600_000;

/** How long a drained node still answers on connections that proxies keep open. */
const lastAnswersMs = 1_000;

export interface RunningLlano {
  readonly address: string;
  readonly deskAddress: string | null;
  /** `http://host:port`; null without `METRICS_PORT`. */
  readonly metricsAddress: string | null;
  /**
   * Answers `/ready` with 503 at once, serves for `DRAIN_SECONDS` more, lets running requests finish within `SHUTDOWN_GRACE_SECONDS`, and closes
   * the database.
   */
  close(): Promise<void>;
}

export interface StartOptions {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** An open, migrated database in place of the one in the settings. */
  readonly connection?: DatabaseConnection;
  /** Serves the pages from their sources and shows each change at once; in development only. */
  readonly isLive?: boolean;
  /** Makes demo people with loans in every state, or people of one's own, if there are no loans; in development only. */
  readonly makesPeople?: boolean | MakeLives;
  /** Called if a database that was down at the start can never be used. */
  readonly onUnusable?: (error: unknown) => void;
}

/**
 * Opens the database, starts the lending service or connects to the lender's backend, loads the pages and listens. While PostgreSQL is down it
 * listens and answers 503.
 * @throws EnvironmentError if `API_BASE` is an address that `fetch` refuses.
 */
export async function startLlano(settings: Settings, options: StartOptions): Promise<RunningLlano> {
  options.logger.info(`Llano ${manifest.version} on Node ${process.versions.node}`);
  const isBuiltIn = settings.backend.apiBase === '';
  if (!isBuiltIn && !(await isFetchable(settings.backend.apiBase))) {
    throw new EnvironmentError([
      'API_BASE cannot be used: browsers and Node refuse this port or form of address',
    ]);
  }
  const tracing = await startTracing(process.env, options.logger);
  const requestScope = createRequestScope();
  const logger = serviceLoggerOf(options.logger, requestScope);
  const store = isBuiltIn ? await openStore(settings, options, { logger, tracing }) : null;
  try {
    const time = await followTime(options, store);
    return await startServing({ settings, options, ...time, store, tracing, requestScope, logger });
  } catch (error) {
    store?.awaited?.stop();
    if (!options.connection) await store?.connection.close();
    await tracing?.close();
    throw error;
  }
}

interface NodeParts extends Time {
  readonly settings: Settings;
  readonly options: StartOptions;
  /** Null with a lender's own backend. */
  readonly store: Store | null;
  readonly tracing: Tracing | null;
  readonly requestScope: RequestScope;
  readonly logger: ServiceLogger;
}

async function startServing(node: NodeParts): Promise<RunningLlano> {
  const { settings, store, tracing } = node;
  const { http } = settings;
  const connection = store?.connection ?? null;
  const secrets = secretsOf(settings);
  const watching = await startWatching(node);
  const shares = createNodeShares(node, secrets);
  const papers = createPaperWriter();
  const replica = await openReplica(settings, { connection, tracing });
  const origin = { ofPages: http.h5Base };
  const sms =
    connection &&
    smsPartsOf(settings, {
      logger: node.logger,
      now: () => node.clock.now(),
      pagesOrigin: () => origin.ofPages,
    });
  const developer =
    settings.mode === 'development' ? (await import('./developer/parts.ts')).developerParts : null;
  const isDown = store?.awaited?.isPrepared() === false;
  const makePeople = await readDatabase(node, { shares, developer, isDown });
  const api =
    connection && sms
      ? createLendingService(settings, {
          connection,
          replica:
            replica &&
            createReplica(replica.hostDb, (fault) =>
              node.logger.warn('the replica is not used for reads', { fault }),
            ),
          clock: node.clock,
          timeOf: node.timeOf,
          logger: node.logger,
          secrets,
          sms: sms.sms,
          cards: await cardProviderOf(settings, node.clock),
          references: await referencesOf(settings),
          smsWatch: watching.smsWatch,
          papers,
          observation: watching.observation.lending,
          pagesOrigin: () => origin.ofPages,
          request: requestsOf(node.requestScope, shares),
        })
      : null;
  const redirectOrigins = [...http.redirectOrigins, ...providerOriginsOf(settings)];
  const workbench = api
    ? null
    : (developer?.createBackendWorkbench(settings, redirectOrigins, node.clock) ?? null);
  const toService = { fetch: fetchOf(api), hostSigningSecret: secrets.hostSigningSecrets[0] };
  const dependencies = pagesDependenciesOf(settings, {
    ...node,
    observation: watching.observation,
    shares,
    papers,
    api,
    redirectOrigins,
    workbench,
    sandbox: api && developer ? developer.createSandbox(toService) : null,
    smsInbox: sms?.inbox?.messages ?? null,
  });
  const served = await servePages(node, { dependencies, api, workbench, developer });
  const loadGate = createLoadGate(loadOf(node));
  const ports = await openPorts(node, { ...watching, shares, api, served, loadGate, redirectOrigins });
  origin.ofPages ||= ports.listening.address;
  if (!isDown) await makePeople?.({ ...toService, client: dependencies.client }, settings.markets);
  startJobs(node, {
    api,
    isDown,
    readAgain: () =>
      readDatabase(node, { shares, developer, isDown: false }).catch((error: unknown) =>
        reportUnread(node, error),
      ),
  });
  return {
    address: ports.listening.address,
    deskAddress: served.desk && (ports.desk ?? ports.listening).address,
    metricsAddress: ports.metrics?.address ?? null,
    async close() {
      watching.readiness.drain();
      store?.awaited?.stop();
      await served.live?.close();
      await closePorts(ports, http);
      await api?.jobs.stop();
      loadGate.close();
      await store?.probe.close();
      await papers.close();
      await shares.close();
      await replica?.close();
      await connection?.close();
      await tracing?.close();
    },
  };
}

async function startWatching({ settings, store, tracing, requestScope, logger }: NodeParts) {
  const { http, database, backend } = settings;
  const connection = store?.connection ?? null;
  const isPostgres = connection?.kind === 'postgres';
  const smsWatch = createSmsWatch(logger);
  const readiness = createReadiness({
    database: store && { lack: () => lackOf(store) },
    areWritesFailing: () => store?.watch.areWritesFailing() ?? false,
    apiBase: backend.apiBase,
  });
  const scrapes = http.metricsPort === null ? null : await import('./metrics.ts');
  const metrics =
    scrapes?.createMetrics({
      smsCounts: connection ? smsWatch.counts : null,
      pools: isPostgres ? connection.pools : null,
      databaseWatch: isPostgres ? (store?.watch ?? null) : null,
      machines: database.databaseUrl !== '' && connection ? createMachineProbe(database.databaseUrl) : null,
      readiness,
    }) ?? null;
  return {
    smsWatch,
    readiness,
    scrapes,
    metrics,
    observation: createObservation(requestScope, { metrics, tracing }),
  };
}

function createNodeShares(
  { settings, store, requestScope }: NodeParts,
  { masterSecrets }: ServiceSecrets,
): Shares {
  const { http, database, nodeCount } = settings;
  const isPostgres = store?.connection.kind === 'postgres';
  return createShares({
    ...http,
    databaseSessions: isPostgres ? database.poolSize : 0,
    // A single node counts in its memory.
    databaseUrl: isPostgres && nodeCount > 1 ? database.databaseUrl : '',
    nodeCount,
    key: derivedKey(masterSecrets[0], 'request counts'),
    current: requestScope.current,
  });
}

/** Reads what a node needs of its database at the start, and warns about products and settings. @returns `makePeople` of development. */
async function readDatabase(
  { settings, options, store, clock, logger }: NodeParts,
  {
    shares,
    developer,
    isDown,
  }: { readonly shares: Shares; readonly developer: DeveloperParts | null; readonly isDown: boolean },
): Promise<MakePeople | null> {
  if (!store || isDown) return null;
  const { db } = store.connection;
  const now = clock.now();
  try {
    const makePeople =
      developer && (await developer.loadDemo(db, { now, makesPeople: options.makesPeople ?? false }));
    shares.learn(await recentSessions(db, { now, usedSince: new Date(now.getTime() - hourMs) }));
    await warnOfProducts(db, { markets: settings.markets, companies: companiesOf(settings) }, logger);
    if (!developer) warnOfBankYears(settings, now, logger);
    if (!developer) warnOfRetention(settings, logger);
    return makePeople;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    reportUnread({ logger }, error);
    return null;
  }
}

function reportUnread({ logger }: Pick<NodeParts, 'logger'>, error: unknown): void {
  logger.error('the products and sessions could not be read', { error: errorSummary(error) });
}

function fetchOf(api: Api | null): (request: Request) => Promise<Response> {
  return api ? (request) => Promise.resolve(api.fetch(request)) : fetch;
}

interface ServedPages {
  readonly live: LivePages | null;
  readonly pages: Pick<PagesApp, 'fetch'>;
  readonly plainPages: Pick<PagesApp, 'fetch'>;
  readonly desk: ReturnType<typeof createDeskApp> | null;
  readonly clientDirectory: string | null;
}

async function servePages(
  { settings, options: { isLive = false } }: NodeParts,
  {
    dependencies,
    api,
    workbench,
    developer,
  }: {
    readonly dependencies: PagesDependencies;
    readonly api: Api | null;
    readonly workbench: RunningWorkbench | null;
    readonly developer: DeveloperParts | null;
  },
): Promise<ServedPages> {
  const buildDirectory = path.join(projectFolder, 'build');
  const deskDependencies = api && deskDependenciesOf(settings, api);
  const desk = deskDependencies && {
    pages: { ...dependencies, h5Base: deskBaseOf(settings) },
    dependencies: deskDependencies,
  };
  const live = isLive && developer ? await developer.startLive(projectFolder, dependencies, desk) : null;
  const plainPages = live?.pages ?? (await loadPages(buildDirectory, dependencies));
  const deskPages =
    live?.desk ?? (desk && (await loadDeskPages(buildDirectory, desk.pages, desk.dependencies)));
  return {
    live,
    plainPages,
    pages: workbench?.recordCallsOf(plainPages) ?? plainPages,
    desk: deskPages && createDeskApp(deskPages, { isLive }),
    clientDirectory: live ? null : path.join(buildDirectory, 'client'),
  };
}

function loadOf({ settings: { database }, store }: NodeParts): Parameters<typeof createLoadGate>[0] {
  const loopUse = createLoopUse();
  const connection = store?.connection;
  return () => {
    const pools = connection?.pools() ?? [];
    return {
      loopUse: loopUse(),
      waiting: pools.reduce((sum, { waiting }) => sum + waiting, 0),
      sessions: connection?.kind === 'postgres' ? database.poolSize + database.hostPoolSize : 0,
      longestWaitMs: pools.find(({ pool }) => pool === 'pages')?.longestWaitMs ?? 0,
    };
  };
}

interface OpenPorts {
  readonly listening: Listening;
  readonly desk: Listening | null;
  readonly metrics: (Closable & { readonly address: string }) | null;
}

interface Closable {
  close(graceMs: number): Promise<unknown>;
}

/** Opens the ports of metrics, pages and desk. @throws EnvironmentError that names the settings of a port that cannot be opened. */
async function openPorts(
  { settings, options: { logger }, requestScope }: NodeParts,
  parts: Awaited<ReturnType<typeof startWatching>> & {
    readonly shares: Shares;
    readonly api: Api | null;
    readonly served: ServedPages;
    readonly loadGate: LoadGate;
    readonly redirectOrigins: readonly string[];
  },
): Promise<OpenPorts> {
  const {
    http,
    desk: { port: deskPort },
  } = settings;
  const { readiness, scrapes, metrics, observation, shares, api, served, loadGate } = parts;
  const [tooManyPages, fullPages] = await Promise.all([
    writeRefusalPages(served.plainPages, 'too-many-requests'),
    writeRefusalPages(served.plainPages, 'service-unavailable'),
  ]);
  const entrance = {
    requestScope,
    logger,
    observation: observation.server,
    trustedProxyCount: http.trustedProxyCount,
    shares,
  };
  const app = createServer({
    ...entrance,
    api,
    pages: served.pages,
    desk: deskPort === null ? served.desk : null,
    securityText: securityText(settings, () => new Date()),
    openApi: contractDocument(settings, { version: manifest.version, isBuiltIn: api !== null }),
    version: manifest.version,
    readiness,
    clientDirectory: served.clientDirectory,
    tooManyPages,
    imageOrigins: http.imageOrigins,
    redirectOrigins: parts.redirectOrigins,
    frameAncestors: http.frameAncestors,
  });
  const opened: Closable[] = [];
  const open = async <Opened extends Closable>(
    variables: string,
    opening: Promise<Opened>,
  ): Promise<Opened> => {
    try {
      const listening = await opening;
      opened.push(listening);
      return listening;
    } catch (error) {
      // An open port keeps the process alive although its database is closed.
      await Promise.all(opened.map((each) => each.close(0)));
      throw new EnvironmentError([`${variables}: ${(error as Error).message}`]);
    }
  };
  const metricsListening =
    scrapes && metrics && http.metricsPort !== null
      ? await open(
          'HOST, METRICS_PORT',
          scrapes.listenForScrapes(metrics, { host: http.host, port: http.metricsPort }),
        )
      : null;
  const listening = await open(
    'HOST, PORT',
    listen(app, {
      ...http,
      isHttps: http.h5Base.startsWith('https:'),
      ...(served.live && { serverOf: served.live.serverOf }),
      refusals: createRefusals({
        loadGate,
        freePaths: freePathsOf(served.clientDirectory),
        callerOf: shares.callerOf,
        pages: fullPages,
        observation: observation.server,
        logger,
      }),
    }),
  );
  const deskListening =
    served.desk && deskPort !== null
      ? await open(
          'HOST, DESK_PORT',
          listen(createDeskServer({ ...entrance, readiness, desk: served.desk }), {
            host: http.host,
            port: deskPort,
            isHttps: deskBaseOf(settings).startsWith('https:'),
          }),
        )
      : null;
  return { listening, desk: deskListening, metrics: metricsListening };
}

async function closePorts(
  { listening, desk, metrics }: OpenPorts,
  { drainSeconds, graceSeconds }: Settings['http'],
): Promise<void> {
  await setTimeout(drainSeconds * 1000);
  // Without a drain time there is no proxy that still sends requests.
  const lingerMs = drainSeconds > 0 ? lastAnswersMs : 0;
  await desk?.close(graceSeconds * 1000, lingerMs);
  await listening.close(graceSeconds * 1000, lingerMs);
  await metrics?.close(0);
}

/** Starts the jobs at once, or as soon as a database that was down is prepared. */
function startJobs(
  { store, options: { onUnusable } }: NodeParts,
  {
    api,
    isDown,
    readAgain,
  }: { readonly api: Api | null; readonly isDown: boolean; readonly readAgain: () => Promise<unknown> },
): void {
  if (!isDown) {
    api?.jobs.start();
    return;
  }
  const begin = async (outcome: 'prepared' | 'stopped') => {
    if (outcome === 'stopped') return;
    await readAgain();
    api?.jobs.start();
  };
  store?.awaited?.prepared.then(begin).catch((error: unknown) => onUnusable?.(error));
}

function requestsOf(
  { current }: Pick<RequestScope, 'current'>,
  shares: Shares,
): Parameters<typeof createLendingService>[1]['request'] {
  return {
    callerAddress: () => current()?.address ?? null,
    holdPlace: shares.hold,
    nameBorrower(borrowerId) {
      const request = current();
      if (request) request.borrowerId = borrowerId;
      shares.noteBorrower();
    },
    admitHostCall: async (keyId) => (await shares.admitSigned(keyId)).isAdmitted,
  };
}

function serviceLoggerOf(logger: Logger, requestScope: RequestScope): ServiceLogger {
  const fieldsOf = (fields?: object) => {
    const request = requestScope.current();
    return { ...(request && { requestId: request.id }), ...fields };
  };
  return {
    info: (message, fields) => logger.info(fieldsOf(fields), message),
    warn: (message, fields) => logger.warn(fieldsOf(fields), message),
    error: (message, fields) => logger.error(fieldsOf(fields), message),
  };
}
