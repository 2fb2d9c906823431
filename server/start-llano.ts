import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { allCalls } from '#contract/all-calls.ts';
import { callTimeoutMs, createContractClient } from '#contract/client.ts';
import { createMachineProbe } from '#db/citus/machines.ts';
import { connectDatabase, type DatabaseConnection, usualLimits } from '#db/connect.ts';
import { isDatabaseUnavailable } from '#db/failure.ts';
import { migrate, projectFolder } from '#db/migrate.ts';
import { createDatabaseProbe, type DatabaseLack, type DatabaseProbe } from '#db/readiness.ts';
import { createReplica } from '#db/replica.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { demoPeopleDays, makeDemoPeople, takesMadeUpPeople } from '#fixtures/demo-people.ts';
import { recentSessions } from '#lending/borrower/store.ts';
import { followDatabaseClock } from '#lending/clock.ts';
import type { Api } from '#lending/create-lending.ts';
import { warnOfProducts } from '#lending/offer/products.ts';
import type { Clock, Logger as ServiceLogger } from '#lending/ports.ts';
import { qrImage } from '#lending/repayment/payment-codes.ts';
import { derivedKey } from '#lending/secrets.ts';
import type { PagesDependencies } from '#pages/dependencies.ts';
import manifest from '../package.json' with { type: 'json' };
import { boundedInbox, boundedPapers } from './admission/bounded.ts';
import { createLoadGate, createLoopUse } from './admission/load-gate.ts';
import { createRefusals } from './admission/refusal.ts';
import { writeRefusalPages } from './admission/refusal-pages.ts';
import { createShares, type Shares } from './admission/shares.ts';
import { type AwaitedDatabase, awaitDatabase } from './awaited-database.ts';
import { cardProviderOf, providerOriginsOf } from './card-provider.ts';
import { companiesOf, warnOfBankYears, warnOfRetention } from './companies.ts';
import { createContactInbox } from './contact-inbox.ts';
import { contractDocument } from './contract-document.ts';
import { createDeskServer, createServer, freePathsOf } from './create-server.ts';
import { createDatabaseWatch, type DatabaseWatch } from './database-watch.ts';
import { deskBaseOf, deskDependenciesOf } from './desk.ts';
import { createDeskApp } from './desk-app.ts';
import { EnvironmentError } from './environment.ts';
import { errorSummary } from './error-summary.ts';
import { createFormReader } from './form-reader.ts';
import { createLeftOutReports } from './left-out-addresses.ts';
import { createLendingService, secretsOf } from './lending-service.ts';
import { listen } from './listen.ts';
import { createObservation, type Observation, statementsIn } from './observation.ts';
import { loadDeskPages, loadPages } from './pages.ts';
import { createPaperWriter } from './paper-writer.ts';
import { prepareDatabase, refuseSharedReplica } from './prepare-database.ts';
import { missingPaperFacts } from './production.ts';
import { publicConfigOf } from './public-config.ts';
import { createReadiness, isFetchable } from './readiness.ts';
import { referencesOf } from './reference-providers.ts';
import { renderIcon } from './render-icon.ts';
import { backendHeaders, createRequestScope, type RequestScope } from './request-scope.ts';
import { createHostSender, createSandboxLender } from './sandbox-lender.ts';
import { securityText } from './security-text.ts';
import type { Settings } from './settings.ts';
import { smsPartsOf } from './sms-sender.ts';
import { createSmsWatch } from './sms-watch.ts';
import { startTracing, type Tracing } from './tracing.ts';
import { createWorkbench, type WorkbenchOptions } from './workbench.ts';

/** How long a request waits for a session on the replica before it reads from the primary. */
const replicaTimeoutMs = 500;

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** How long a node that has drained gives connections that proxies keep a last answer. */
const lastAnswersMs = 1_000;

/** A running Llano. */
export interface RunningLlano {
  /** Where it listens: `http://host:port`. */
  readonly address: string;
  /** Where the desk is, without its path; null where it is off. */
  readonly deskAddress: string | null;
  /** Where its metrics are: `http://host:port`; null where there are none. */
  readonly metricsAddress: string | null;
  /**
   * Says at once that it is not ready, serves on for `DRAIN_SECONDS`, takes no more requests, lets those under way end
   * within `SHUTDOWN_GRACE_SECONDS`, and closes the database.
   */
  close(): Promise<void>;
}

/** What a test gives in place of the real parts. */
export interface StartOptions {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** An open, migrated database; otherwise the one that the environment names is opened and migrated. */
  readonly connection?: DatabaseConnection;
  /** Runs the pages from their sources and shows each change at once; in development only. */
  readonly isLive?: boolean;
  /** Makes demo people with loans in every state where there is no loan yet; in development only. */
  readonly makesPeople?: boolean;
  /** Told when a database that was away at the start turns out to be one that can never be used. */
  readonly onUnusable?: (error: unknown) => void;
}

/**
 * Opens the database, starts the lending service or points at the lender's own, loads the pages and listens. While PostgreSQL does not
 * answer it listens all the same and answers 503.
 * @throws EnvironmentError when that backend can never be asked.
 */
export async function startLlano(settings: Settings, options: StartOptions): Promise<RunningLlano> {
  options.logger.info(`Llano ${manifest.version} on Node ${process.versions.node}`);
  const isBuiltIn = settings.backend.apiBase === '';
  if (!isBuiltIn && !(await isFetchable(settings.backend.apiBase))) {
    throw new EnvironmentError([
      'API_BASE cannot be fetched: its port or its form is one that no client may use',
    ]);
  }
  const tracing = await startTracing(process.env, options.logger);
  const requestScope = createRequestScope();
  const logger = serviceLoggerOf(options.logger, requestScope);
  const store = isBuiltIn ? await openStore(settings, options, { logger, tracing }) : null;
  try {
    const time = await timeFrom(options, store);
    return await startServing(settings, options, time, { store, tracing, requestScope, logger });
  } catch (error) {
    store?.awaited?.stop();
    if (!options.connection) await store?.connection.close();
    await tracing?.close();
    throw error;
  }
}

/** Where the built-in service keeps everything. */
interface Store {
  readonly connection: DatabaseConnection;
  /** Asks whether it can serve. */
  readonly probe: DatabaseProbe;
  readonly watch: DatabaseWatch;
  /** Null for one that was prepared before. */
  readonly awaited: AwaitedDatabase | null;
}

type Time = Awaited<ReturnType<typeof followDatabaseClock>>;

/** Where the time comes from: a test's clock, else the database, else this machine. */
async function timeFrom({ clock: ownClock, logger }: StartOptions, store: Store | null): Promise<Time> {
  if (!ownClock && store) {
    return followDatabaseClock(store.connection.db, (secondsAhead) =>
      logger.warn({ secondsAhead }, "the clock of this node is not the database's"),
    );
  }
  const clock = ownClock ?? { now: () => new Date() };
  return { clock, timeOf: async () => clock.now() };
}

async function openStore(
  settings: Settings,
  { connection: ownConnection }: Pick<StartOptions, 'connection'>,
  { logger, tracing }: { readonly logger: ServiceLogger; readonly tracing: Tracing | null },
): Promise<Store> {
  const { databaseUrl, readUrl: _readUrl, dataDirectory, ...given } = settings.database;
  const limits = { ...usualLimits, ...given };
  const watch = createDatabaseWatch(logger);
  if (ownConnection) return { ...probed(ownConnection, databaseUrl), watch, awaited: null };
  logger.info(databaseUrl ? 'opening PostgreSQL' : `opening the embedded database in ${dataDirectory}`);
  if (!databaseUrl) {
    const connection = await connectDatabase({ dataDirectory });
    await migrate(connection.db);
    return { ...probed(connection, databaseUrl), watch, awaited: null };
  }
  const patience = { connectTimeoutMs: limits.connectTimeoutMs, retryForMs: 0 };
  const node = { mode: settings.mode, missingFacts: missingPaperFacts(settings) };
  const prepare = () => prepareDatabase(databaseUrl, (line) => logger.warn(line), patience, node);
  const awaited = await awaitDatabase(prepare, logger);
  const traced = statementsIn(tracing);
  const connection = await connectDatabase(
    { databaseUrl },
    limits,
    (text, ask) => awaited.around(text, () => watch.around(text, () => traced(text, ask))),
    async (processIds) => {
      for (const lock of await opened.probe.locksBefore(processIds)) watch.lockFound(lock);
    },
  );
  const opened = probed(connection, databaseUrl);
  return { ...opened, watch, awaited };
}

function probed(connection: DatabaseConnection, databaseUrl: string): Pick<Store, 'connection' | 'probe'> {
  return { connection, probe: createDatabaseProbe(connection, databaseUrl) };
}

/** One that is there and not prepared yet will be in a moment. */
async function lackOf({ probe, awaited }: Store): Promise<DatabaseLack | null> {
  const lack = await probe.lack();
  return awaited?.isPrepared() === false ? (lack ?? 'database') : lack;
}

/** Opens what may be read instead; it is never waited for long, since the primary has all that it has. */
async function openReplica(
  { readUrl, dataDirectory: _dataDirectory, databaseUrl: _databaseUrl, ...given }: Settings['database'],
  tracing: Tracing | null,
): Promise<DatabaseConnection> {
  const hasty = { ...usualLimits, ...given, poolSize: 1, connectTimeoutMs: replicaTimeoutMs, retryForMs: 0 };
  await refuseSharedReplica(readUrl, replicaTimeoutMs);
  return connectDatabase({ databaseUrl: readUrl }, hasty, statementsIn(tracing));
}

async function startServing(
  settings: Settings,
  { logger, isLive = false, makesPeople = false, onUnusable }: StartOptions,
  { clock, timeOf }: Time,
  {
    store,
    tracing,
    requestScope,
    logger: serviceLogger,
  }: {
    readonly store: Store | null;
    readonly tracing: Tracing | null;
    readonly requestScope: RequestScope;
    readonly logger: ServiceLogger;
  },
): Promise<RunningLlano> {
  const connection = store?.connection ?? null;
  const { mode, markets, nodeCount, http, database, backend, paymentProvider, site } = settings;
  const isDevelopment = mode === 'development';
  const secrets = secretsOf(settings);
  const [hostSigningSecret] = secrets.hostSigningSecrets;
  const isBuiltIn = connection !== null;
  const smsWatch = createSmsWatch(serviceLogger);
  const scrapes = http.metricsPort === null ? null : await import('./metrics.ts');
  const readiness = createReadiness({
    database: store && { lack: () => lackOf(store) },
    areWritesFailing: () => store?.watch.areWritesFailing() ?? false,
    apiBase: backend.apiBase,
  });
  const metrics =
    scrapes?.createMetrics({
      smsCounts: isBuiltIn ? smsWatch.counts : null,
      pools: connection?.kind === 'postgres' ? connection.pools : null,
      databaseWatch: connection?.kind === 'postgres' ? (store?.watch ?? null) : null,
      machines: database.databaseUrl !== '' && isBuiltIn ? createMachineProbe(database.databaseUrl) : null,
      readiness,
    }) ?? null;
  const observation = createObservation(requestScope, { metrics, tracing });
  const shares = createShares({
    ...http,
    databaseSessions: connection?.kind === 'postgres' ? database.poolSize : 0,
    // One node knows all there is to count.
    databaseUrl: connection?.kind === 'postgres' && nodeCount > 1 ? database.databaseUrl : '',
    nodeCount,
    key: derivedKey(secrets.masterSecrets[0], 'request counts'),
    current: requestScope.current,
  });
  const papers = createPaperWriter();
  const replica =
    connection?.kind === 'postgres' && database.readUrl !== '' ? await openReplica(database, tracing) : null;
  let api: Api | null = null;
  let pagesOrigin = http.h5Base;
  const smsParts =
    connection &&
    smsPartsOf(settings, {
      logger: serviceLogger,
      now: () => clock.now(),
      pagesOrigin: () => pagesOrigin,
    });
  const redirectOrigins = [...http.redirectOrigins, ...providerOriginsOf(settings)];
  const lacksPeople =
    makesPeople && isDevelopment && connection !== null && (await takesMadeUpPeople(connection.db));
  const lookAtDatabase = async () => {
    if (!connection) return;
    const madeAt = lacksPeople ? new Date(clock.now().getTime() - demoPeopleDays * dayMs) : clock.now();
    if (isDevelopment) await loadDemoData(connection.db, madeAt);
    const usedSince = new Date(clock.now().getTime() - hourMs);
    shares.learn(await recentSessions(connection.db, { now: clock.now(), usedSince }));
    await warnOfProducts(connection.db, { markets, companies: companiesOf(settings) }, serviceLogger);
    if (!isDevelopment) warnOfBankYears(settings, clock.now(), serviceLogger);
    if (!isDevelopment) warnOfRetention(settings, serviceLogger);
  };
  const reportUnseen = (error: unknown) =>
    serviceLogger.error('the products and sessions could not be looked at', { error: errorSummary(error) });
  const isAway = store?.awaited?.isPrepared() === false;
  if (!isAway)
    await lookAtDatabase().catch((error: unknown) => {
      // It went away since it was prepared.
      if (!isDatabaseUnavailable(error)) throw error;
      reportUnseen(error);
    });
  if (connection && smsParts) {
    api = createLendingService(settings, {
      connection,
      replica:
        replica &&
        createReplica(replica.hostDb, (fault) =>
          serviceLogger.warn('the replica is not read from', { fault }),
        ),
      clock,
      timeOf,
      logger: serviceLogger,
      secrets,
      sms: smsParts.sms,
      cards: await cardProviderOf(settings, clock),
      references: await referencesOf(settings),
      smsWatch,
      papers,
      observation: observation.lending,
      pagesOrigin: () => pagesOrigin,
      request: requestsOf(requestScope, shares),
    });
  }
  const apiFetch = api ? (request: Request) => Promise.resolve(api.fetch(request)) : fetch;
  const workbench =
    isDevelopment && !isBuiltIn
      ? createWorkbench(workbenchOptionsOf(settings, redirectOrigins, clock))
      : null;
  const sandbox = api && isDevelopment ? createSandboxLender({ fetch: apiFetch, hostSigningSecret }) : null;
  const reportLeftOut = createLeftOutReports((findings, isNeeded) =>
    isNeeded
      ? serviceLogger.error('the page of a provider that a payment needs was left out', findings)
      : serviceLogger.warn('an address of the backend was left out', findings),
  );
  const dependencies: PagesDependencies = {
    config: publicConfigOf(settings),
    client: createContractClient({
      ...backend,
      fetch: workbench?.fetch ?? apiFetch,
      ...(workbench && { reportTolerance: workbench.reportTaken }),
      ...(api && { answerHere: api.answerHere }),
      apiBase: backend.apiBase || 'http://lending.internal',
      headers: () =>
        isBuiltIn ? {} : { ...backendHeaders(requestScope.current(), backend.token), ...tracing?.headers() },
      around: notingSessions(observation.aroundPageCall, shares),
      reportFault: (fault) => serviceLogger.warn('the backend failed a call', { ...fault }),
      isFaultReported: isDevelopment,
    }),
    tickets: api && {
      exchange: (ticket) => api.exchangeTicket(ticket),
      isRevoked: (sessionId) => api.isSessionRevoked(sessionId),
    },
    isSessionInAddress: http.isSessionInAddress,
    h5Base: http.h5Base,
    apiBase: backend.apiBase,
    imageOrigins: http.imageOrigins,
    redirectOrigins,
    reportTolerance(shown) {
      reportLeftOut(shown);
      workbench?.reportShown(shown);
    },
    providerFeesUrl: paymentProvider.feesUrl,
    promotion: { ...site, defaultMerchantNumber: backend.defaultMerchantNumber },
    markets,
    companies: companiesOf(settings),
    contactInbox: site.isContactInboxOn
      ? boundedInbox(
          api
            ? { keep: api.keepContactMessage }
            : createContactInbox(database.dataDirectory, () => clock.now()),
          shares,
        )
      : null,
    renderIcon,
    renderQrCode: qrImage,
    ...boundedPapers(papers.write, shares),
    sandbox,
    hasDesk: api !== null && settings.desk.signIn !== 'off' && settings.desk.port === null,
    workbench,
    smsInbox: smsParts?.inbox?.messages ?? null,
    formReader: createFormReader(shares.hold, (error) =>
      serviceLogger.error('the photos of a form found no room on the disk', { error: errorSummary(error) }),
    ),
    now: () => clock.now(),
    reportFault: (error) => serviceLogger.error('a page failed', { error: errorSummary(error) }),
  };
  const buildDirectory = path.join(projectFolder, 'build');
  // Vite is installed for development only.
  const deskDependencies = api && deskDependenciesOf(settings, api);
  const desk = deskDependencies && {
    pages: { ...dependencies, h5Base: deskBaseOf(settings) },
    dependencies: deskDependencies,
  };
  const live = isLive
    ? await (await import('./live-pages.ts')).startLivePages(projectFolder, dependencies, desk)
    : null;
  const servedPages = live?.pages ?? (await loadPages(buildDirectory, dependencies));
  const pages = workbench?.recordCallsOf(servedPages) ?? servedPages;
  const deskPages =
    live?.desk ?? (desk && (await loadDeskPages(buildDirectory, desk.pages, desk.dependencies)));
  const deskApp = deskPages && createDeskApp(deskPages, { isLive });

  const [tooManyPages, fullPages] = await Promise.all([
    writeRefusalPages(servedPages, 'too-many-requests'),
    writeRefusalPages(servedPages, 'service-unavailable'),
  ]);
  const entrance = {
    requestScope,
    logger,
    observation: observation.server,
    trustedProxyCount: http.trustedProxyCount,
    shares,
  };
  const loopUse = createLoopUse();
  const loadGate = createLoadGate(() => {
    const pools = connection?.pools() ?? [];
    return {
      loopUse: loopUse(),
      waiting: pools.reduce((sum, { waiting }) => sum + waiting, 0),
      sessions: connection?.kind === 'postgres' ? database.poolSize + database.hostPoolSize : 0,
      longestWaitMs: pools.find(({ pool }) => pool === 'pages')?.longestWaitMs ?? 0,
    };
  });
  const clientDirectory = live ? null : path.join(buildDirectory, 'client');
  const deskPort = settings.desk.port;
  const app = createServer({
    ...entrance,
    api,
    pages,
    desk: deskPort === null ? deskApp : null,
    securityText: securityText(settings, () => new Date()),
    openApi: contractDocument(settings, { version: manifest.version, isBuiltIn }),
    version: manifest.version,
    readiness,
    clientDirectory,
    tooManyPages,
    imageOrigins: http.imageOrigins,
    redirectOrigins,
    frameAncestors: http.frameAncestors,
  });
  const { drainSeconds, graceSeconds } = http;
  const opened: { close(graceMs: number): Promise<unknown> }[] = [];
  const open = async <Opened extends { close(graceMs: number): Promise<unknown> }>(
    variables: string,
    opening: Promise<Opened>,
  ): Promise<Opened> => {
    try {
      const listening = await opening;
      opened.push(listening);
      return listening;
    } catch (error) {
      // What listens already would keep alive a process that has no database any more.
      await Promise.all(opened.map((each) => each.close(0)));
      throw new EnvironmentError([`${variables}: ${(error as Error).message}`]);
    }
  };
  const scraped =
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
      ...(live && { serverOf: live.serverOf }),
      refusals: createRefusals({
        loadGate,
        freePaths: freePathsOf(clientDirectory),
        callerOf: shares.callerOf,
        pages: fullPages,
        observation: observation.server,
        logger,
      }),
    }),
  );
  pagesOrigin ||= listening.address;
  const deskListening =
    deskApp && deskPort !== null
      ? await open(
          'HOST, DESK_PORT',
          listen(createDeskServer({ ...entrance, readiness, desk: deskApp }), {
            host: http.host,
            port: deskPort,
            isHttps: deskBaseOf(settings).startsWith('https:'),
          }),
        )
      : null;
  if (isAway) {
    const begin = async (outcome: 'prepared' | 'stopped') => {
      if (outcome === 'stopped') return;
      await lookAtDatabase().catch(reportUnseen);
      api?.jobs.start();
    };
    store?.awaited?.prepared.then(begin).catch((error: unknown) => onUnusable?.(error));
  } else {
    if (lacksPeople) {
      const send = createHostSender({ fetch: apiFetch, hostSigningSecret });
      await makeDemoPeople({ database: connection.db, client: dependencies.client, send }, markets);
    }
    api?.jobs.start();
  }
  return {
    address: listening.address,
    deskAddress: deskApp && (deskListening ?? listening).address,
    metricsAddress: scraped?.address ?? null,
    async close() {
      readiness.drain();
      store?.awaited?.stop();
      await live?.close();
      await setTimeout(drainSeconds * 1000);
      // Without a time to drain no proxy is in front that would go on sending.
      const lingerMs = drainSeconds > 0 ? lastAnswersMs : 0;
      await deskListening?.close(graceSeconds * 1000, lingerMs);
      await listening.close(graceSeconds * 1000, lingerMs);
      await scraped?.close(0);
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

/** What the workbench asks a lender's own backend with: what the pages do. */
function workbenchOptionsOf(
  { backend, http, pages }: Settings,
  redirectOrigins: readonly string[],
  clock: Clock,
): WorkbenchOptions {
  const { apiBase, defaultMerchantNumber, sessionOverCodes } = backend;
  return {
    ...{ apiBase, merchantNumber: defaultMerchantNumber, sessionOverCodes, timeoutMs: callTimeoutMs },
    ...{ imageOrigins: http.imageOrigins, redirectOrigins, pagePaths: Object.values(pages.paths) },
    fetch,
    now: () => clock.now(),
  };
}

/** What the service knows and says of the request that it answers. */
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

const sessionCalls: ReadonlySet<string> = new Set(
  allCalls.filter(({ session }) => session === 'required').map(({ name }) => name),
);

/** Stands around a page's call, and takes note of each that a good session was needed for. */
function notingSessions(
  around: Observation['aroundPageCall'],
  { noteBorrower }: Pick<Shares, 'noteBorrower'>,
): Observation['aroundPageCall'] {
  return async (call, make) => {
    const result = await around(call, make);
    if (result.success && sessionCalls.has(call)) noteBorrower();
    return result;
  };
}

/** The service's logger over pino, which takes the fields first; each line names the request it is of. */
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
