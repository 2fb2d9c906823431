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
import { createLendingService } from './lending-service.ts';
import { loadPages } from './pages.ts';
import { companyFactsOf, publicConfigOf } from './public-config.ts';
import { renderIcon } from './render-icon.ts';
import { createRequestAddress } from './request-address.ts';
import { createSandboxLender } from './sandbox-lender.ts';
import type { Environment } from './settings.ts';
import { smsPartsOf } from './sms-sender.ts';

const root = path.resolve(import.meta.dirname, '..');

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
export async function startLlano(environment: Environment, options: StartOptions): Promise<RunningLlano> {
  const clock = options.clock ?? { now: () => new Date() };
  const isBuiltIn = environment.apiBase === '';
  const connection = isBuiltIn
    ? (options.connection ?? (await openDatabase(environment, options.logger)))
    : null;
  try {
    return await startServing(environment, options, clock, connection);
  } catch (error) {
    if (!options.connection) await connection?.close();
    throw error;
  }
}

async function openDatabase(environment: Environment, logger: Logger): Promise<DatabaseConnection> {
  const { databaseUrl, dataDirectory } = environment;
  logger.info(databaseUrl ? 'opening PostgreSQL' : `opening the embedded database in ${dataDirectory}`);
  const connection = await connectDatabase(databaseUrl ? { databaseUrl } : { dataDirectory });
  await migrate(connection.db);
  return connection;
}

async function startServing(
  environment: Environment,
  { logger }: StartOptions,
  clock: Clock,
  connection: DatabaseConnection | null,
): Promise<RunningLlano> {
  const isDevelopment = environment.mode === 'development';
  const hostSigningSecret = environment.hostSigningSecret || `whsec_${randomBytes(32).toString('base64')}`;
  const requestAddress = createRequestAddress();
  const serviceLogger = serviceLoggerOf(logger);
  const smsParts = connection && smsPartsOf(environment, serviceLogger, () => clock.now());
  let api: Api | null = null;
  if (connection && smsParts) {
    if (isDevelopment) await loadDemoData(connection.db, clock.now());
    api = createLendingService(environment, {
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
    config: publicConfigOf(environment),
    client: createContractClient({
      fetch: apiFetch,
      apiBase: environment.apiBase || 'http://lending.internal',
      defaultMerchantNumber: environment.defaultMerchantNumber,
    }),
    h5Base: environment.h5Base,
    imageOrigins: environment.imageOrigins,
    redirectOrigins: environment.redirectOrigins,
    providerFeesUrl: environment.providerFeesUrl,
    promotion: {
      defaultMerchantNumber: environment.defaultMerchantNumber,
      androidLink: environment.androidLink,
      iphoneLink: environment.iphoneLink,
    },
    company: companyFactsOf(environment),
    contactInbox: environment.isContactInboxOn
      ? createContactInbox(environment.dataDirectory, () => clock.now())
      : null,
    renderIcon,
    sandbox,
    smsInbox: smsParts?.inbox?.messages ?? null,
    now: () => clock.now(),
    reportFault: (error) => logger.error({ error: errorSummary(error) }, 'a page failed'),
  };
  const buildDirectory = path.join(root, 'build');
  const pages = await loadPages(buildDirectory, dependencies);

  const app = createServer({
    api,
    requestAddress,
    pages,
    openApi: openApiDocument({ title: `${environment.appName} lending service`, version: '1.0.0' }),
    isHealthy: async () => (connection ? answers(connection) : true),
    clientDirectory: path.join(buildDirectory, 'client'),
    logger,
    trustedProxyCount: environment.trustedProxyCount,
    requestsPerMinute: environment.requestsPerMinute,
    imageOrigins: environment.imageOrigins,
    redirectOrigins: environment.redirectOrigins,
    frameAncestors: environment.frameAncestors,
    isHttps: environment.h5Base.startsWith('https:'),
  });
  api?.jobs.start();
  const server = serve({ fetch: app.fetch, hostname: environment.host, port: environment.port });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : environment.port);
    });
  });
  return {
    address: `http://${environment.host}:${port}`,
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
