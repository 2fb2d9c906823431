import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { createContractClient } from '#contract/client.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { connectDatabase, type DatabaseConnection } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import type { Api } from '#lending/create-lending.ts';
import type { Clock, Logger as ServiceLogger } from '#lending/ports.ts';
import type { PagesDependencies } from '#pages/dependencies.ts';
import { createContactInbox } from './contact-inbox.ts';
import { createServer } from './create-server.ts';
import { errorSummary } from './error-summary.ts';
import { createFormReader } from './form-reader.ts';
import { createLendingService } from './lending-service.ts';
import { loadPages } from './pages.ts';
import { publicConfigOf } from './public-config.ts';
import { renderIcon } from './render-icon.ts';
import { createRequestAddress } from './request-address.ts';
import { createSandboxLender } from './sandbox-lender.ts';
import type { Settings } from './settings.ts';
import { smsPartsOf } from './sms-sender.ts';
import { createUploadGate } from './upload-gate.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Forms with files that are read at once, 75 MB each at most, all of it on disk. */
const uploadLimits = { atOnce: 24, perAddress: 4, waitMs: 10_000 };

/** A running Llano. */
export interface RunningLlano {
  /** Where it listens: `http://host:port`. */
  readonly address: string;
  /** Stops taking requests, lets those under way end, and closes the database. */
  close(): Promise<void>;
}

/** What a test gives in place of the real parts. */
export interface StartOptions {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** An open, migrated database; otherwise the one that the environment names is opened and migrated. */
  readonly connection?: DatabaseConnection;
}

/** Opens the database, starts the lending service or points at the lender's own, loads the pages and listens. */
export async function startLlano(settings: Settings, options: StartOptions): Promise<RunningLlano> {
  const clock = options.clock ?? { now: () => new Date() };
  const isBuiltIn = settings.backend.apiBase === '';
  const connection = isBuiltIn
    ? (options.connection ?? (await openDatabase(settings.database, options.logger)))
    : null;
  try {
    return await startServing(settings, options, clock, connection);
  } catch (error) {
    if (!options.connection) await connection?.close();
    throw error;
  }
}

async function openDatabase(
  { databaseUrl, dataDirectory }: Settings['database'],
  logger: Logger,
): Promise<DatabaseConnection> {
  logger.info(databaseUrl ? 'opening PostgreSQL' : `opening the embedded database in ${dataDirectory}`);
  const connection = await connectDatabase({ databaseUrl, dataDirectory });
  await migrate(connection.db);
  return connection;
}

async function startServing(
  settings: Settings,
  { logger }: StartOptions,
  clock: Clock,
  connection: DatabaseConnection | null,
): Promise<RunningLlano> {
  const { mode, http, database, backend, lending, paymentProvider, company, site } = settings;
  const isDevelopment = mode === 'development';
  const hostSigningSecret = lending.hostSigningSecret || `whsec_${randomBytes(32).toString('base64')}`;
  const requestAddress = createRequestAddress();
  const serviceLogger = serviceLoggerOf(logger);
  const smsParts = connection && smsPartsOf(settings, serviceLogger, () => clock.now());
  let api: Api | null = null;
  if (connection && smsParts) {
    if (isDevelopment) await loadDemoData(connection.db, clock.now());
    api = createLendingService(settings, {
      database: connection.db,
      clock,
      logger: serviceLogger,
      hostSigningSecret,
      sms: smsParts.sms,
      callerAddress: requestAddress.current,
    });
  }
  const apiFetch = api ? (request: Request) => Promise.resolve(api.fetch(request)) : fetch;
  const sandbox = api && isDevelopment ? createSandboxLender({ fetch: apiFetch, hostSigningSecret }) : null;
  const dependencies: PagesDependencies = {
    config: publicConfigOf(settings),
    client: createContractClient({
      ...backend,
      fetch: apiFetch,
      apiBase: backend.apiBase || 'http://lending.internal',
    }),
    h5Base: http.h5Base,
    imageOrigins: http.imageOrigins,
    redirectOrigins: http.redirectOrigins,
    providerFeesUrl: paymentProvider.feesUrl,
    promotion: { ...site, defaultMerchantNumber: backend.defaultMerchantNumber },
    company,
    contactInbox: site.isContactInboxOn
      ? createContactInbox(database.dataDirectory, () => clock.now())
      : null,
    renderIcon,
    sandbox,
    smsInbox: smsParts?.inbox?.messages ?? null,
    formReader: createFormReader(createUploadGate(uploadLimits), requestAddress.current),
    now: () => clock.now(),
    reportFault: (error) => logger.error({ error: errorSummary(error) }, 'a page failed'),
  };
  const buildDirectory = path.join(root, 'build');
  const pages = await loadPages(buildDirectory, dependencies);

  const app = createServer({
    api,
    requestAddress,
    pages,
    openApi: openApiDocument({ title: `${company.appName} lending service`, version: '1.0.0' }),
    isHealthy: async () => (connection ? answers(connection) : true),
    clientDirectory: path.join(buildDirectory, 'client'),
    logger,
    trustedProxyCount: http.trustedProxyCount,
    requestsPerMinute: http.requestsPerMinute,
    imageOrigins: http.imageOrigins,
    redirectOrigins: http.redirectOrigins,
    frameAncestors: http.frameAncestors,
    isHttps: http.h5Base.startsWith('https:'),
  });
  api?.jobs.start();
  const server = serve({ fetch: app.fetch, hostname: http.host, port: http.port });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : http.port);
    });
  });
  return {
    address: `http://${http.host}:${port}`,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      });
      await api?.jobs.stop();
      await connection?.close();
    },
  };
}

/** The service's logger over pino, which takes the fields first. */
function serviceLoggerOf(logger: Logger): ServiceLogger {
  return {
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
}

async function answers({ db }: DatabaseConnection): Promise<boolean> {
  return db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
}
