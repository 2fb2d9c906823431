import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { listContactMessages } from '#contract/host/support.ts';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { deskPaths } from '#desk/paths.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { prepareDatabase } from '#server/prepare-database.ts';
import { accessibilityCheckIn } from './accessibility.ts';
import { sharedBrowser } from './browser.ts';
import { type IdentityPerson, startIdentityProvider } from './identity-provider.ts';
import type { LoanService } from './lending-journeys.ts';
import { serviceAt } from './lending-service.ts';
import type { TestPages } from './llano.ts';
import { createTestDatabase } from './postgres.ts';
import { freePort } from './postgres-server.ts';
import { productionVariables } from './production-variables.ts';
import { startTlsProxy } from './proxy.ts';
import { s3Variables, startS3Server } from './s3-server.ts';
import { startServerProcess } from './server-process.ts';
import { createServiceRole } from './service-role.ts';
import { startSmsGateway, type TestSmsGateway } from './sms-gateway.ts';
import { type VisitOptions, type Visitor, visit } from './visitor.ts';

/** Llano as production runs it: a process of its own, or several, on PostgreSQL behind a proxy that ends TLS. */
export interface ProductionLlano
  extends LoanService,
    Pick<TestPages, 'browser' | 'accessibility' | 'reportedErrors'> {
  /** Where borrowers find it: `https://127.0.0.1:port`. */
  readonly address: string;
  readonly gateway: TestSmsGateway;
  /** The database for the role that owns it. */
  readonly ownerUrl: string;
  /** The nodes; the calls of a `LoanService` go to the first. */
  readonly nodes: readonly ProductionNode[];
  /** Has the proxy send what comes to one node only, or again to all in turn. */
  serveFrom(node: ProductionNode | 'all'): void;
  /** As of `TestPages`. */
  visit(options: VisitOptions): Promise<Visitor>;
  /** All that the nodes wrote so far, a line each. */
  readonly logged: readonly string[];
  /** The messages of the contact page, oldest first; a Llano of several nodes keeps none. */
  contactMessages(): Promise<readonly unknown[]>;
  /** Ends the first node as an operator does, and gives the addresses of all modules it had loaded. */
  end(): Promise<readonly string[]>;
}

/** A process of a `ProductionLlano`. */
export interface ProductionNode {
  /** Where the proxy finds it now: `http://host:port`. */
  readonly address: string;
  /** Where its metrics are: `http://host:port`; null where there are none. */
  readonly metricsAddress: string | null;
  /** Of the process that runs now. */
  readonly processId: number;
  /** Ends it with no time to finish anything; the proxy finds out by itself. */
  kill(): Promise<void>;
  /** Ends it as an operator does; it drains. */
  stop(): Promise<void>;
  /**
   * Starts it again after either.
   * @param folder of another version of the project; this one unless given.
   */
  restart(folder?: string): Promise<void>;
}

/**
 * The production Llano of a test file, for its top; it is stopped when the file is done. The built server starts with
 * the documented settings on an empty PostgreSQL database, which it migrates itself; products and promotion templates are
 * the demo data's. Several nodes serve with a role that may make no tables, after another one migrated; they keep files on an S3-compatible server and
 * have no contact inbox. `own` variables go before
 * those documented; headers that begin with one of `withheld` stay with the proxy. With `deskPeople` it has a desk, where they
 * sign in by OpenID Connect; with `hasMetrics` each node has metrics. With `folder` another version of the project serves.
 */
export async function testProductionLlano({
  nodeCount = 1,
  variables: own = {},
  // A web view from before 2020 sends no Sec-Fetch-Site: forms have to be known by their Origin.
  withheld = ['sec-fetch-'],
  deskPeople,
  hasMetrics = false,
  folder: builtFolder,
}: {
  readonly nodeCount?: number;
  readonly variables?: Readonly<Record<string, string>>;
  readonly withheld?: readonly string[];
  readonly deskPeople?: Readonly<Record<string, IdentityPerson>>;
  readonly hasMetrics?: boolean;
  readonly folder?: string | undefined;
} = {}): Promise<ProductionLlano> {
  const folder = join(inject('testRun').folder, randomUUID());
  const loadedModulesFile = `${folder}-modules.json`;
  const [postgres, gateway, proxy, browser, s3] = await Promise.all([
    createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() }),
    startSmsGateway(),
    startTlsProxy(withheld),
    sharedBrowser(),
    nodeCount > 1 ? startS3Server(`${folder}-s3`, { takesAnySignature: true }) : null,
  ]);
  const role = nodeCount > 1 ? await createServiceRole(postgres.url) : null;
  if (role) {
    await prepareDatabase(postgres.url);
    await role.grant();
  }
  const provider =
    deskPeople &&
    (await startIdentityProvider(
      deskPeople,
      [proxy.address + deskPaths.signInBack],
      [`${proxy.address}${deskPaths.signIn}?out=1`],
    ));
  const reportedErrors: string[] = [];
  const logged: string[] = [];
  const variables = {
    ...productionVariables,
    PORT: '0',
    H5_BASE: proxy.address,
    DATABASE_URL: role?.url ?? postgres.url,
    SMS_GATEWAY_URL: gateway.url,
    LOG_LEVEL: 'error',
    // As an address: a path may have blanks, at which options are parted.
    NODE_OPTIONS: `--import ${new URL('loaded-modules.ts', import.meta.url)}`,
    LOADED_MODULES_FILE: loadedModulesFile,
    ...(s3
      ? { NODE_COUNT: String(nodeCount), ...s3Variables(s3) }
      : { DATA_DIR: folder, CONTACT_INBOX: 'on' }),
    ...(provider && {
      DESK: 'openid',
      DESK_ISSUER: provider.issuer,
      DESK_CLIENT_ID: provider.clientId,
      DESK_CLIENT_SECRET: provider.clientSecret,
    }),
    ...own,
  };
  const nodes = await Promise.all(
    Array.from({ length: nodeCount }, async (): Promise<ProductionNode> => {
      const metricsPort = hasMetrics ? String(await freePort()) : '';
      const withMetrics = { ...variables, METRICS_PORT: metricsPort };
      const start = (folder = builtFolder) =>
        startServerProcess(withMetrics, { folder, reportedErrors, logged });
      let server = await start();
      return {
        get address() {
          return server.address;
        },
        get processId() {
          return server.processId;
        },
        metricsAddress: hasMetrics ? `http://127.0.0.1:${metricsPort}` : null,
        kill: () => server.kill(),
        stop: () => server.stop(),
        async restart(folder) {
          server = await start(folder);
        },
      };
    }),
  );
  const [first] = nodes;
  if (!first) throw new Error('A Llano has one node at least.');
  const serveFrom = (node: ProductionNode | 'all') =>
    proxy.forwardTo(...(node === 'all' ? nodes : [node]).map(({ address }) => address));
  serveFrom('all');
  const connection = await connectDatabase({ databaseUrl: postgres.url }, generousLimits);
  await loadDemoData(connection.db, new Date());
  const visited = {
    address: proxy.address,
    browser,
    accessibility: accessibilityCheckIn(browser),
    reportedErrors,
  };
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await Promise.all([proxy.close(), gateway.close(), connection.close(), s3?.close(), provider?.close()]);
    await postgres.drop();
    await role?.drop();
  });
  return {
    ...serviceAt(() => first.address),
    database: connection.db,
    ...visited,
    gateway,
    ownerUrl: postgres.url,
    logged,
    nodes,
    serveFrom,
    visit: (options) => visit(visited, options),
    async contactMessages() {
      const { tell } = serviceAt(() => first.address);
      return (await tell(listContactMessages, { state: 'open', limit: 100 })).contactMessages;
    },
    async end() {
      await first.stop();
      return JSON.parse(await readFile(loadedModulesFile, 'utf8'));
    },
  };
}
