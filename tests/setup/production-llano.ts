import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, inject } from 'vitest';
import { connectDatabase, unhurriedLimits } from '#db/connect.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { createAccessibilityCheck } from './accessibility.ts';
import { launchBrowser } from './browser.ts';
import type { LoanService } from './lending-journeys.ts';
import { serviceAt } from './lending-service.ts';
import { createTestDatabase } from './postgres.ts';
import { productionVariables } from './production-variables.ts';
import { startSmsGateway, type TestSmsGateway } from './sms-gateway.ts';
import { startTlsProxy } from './tls-proxy.ts';
import { type VisitOptions, type Visitor, visit } from './visitor.ts';

/** Llano as production runs it: a process of its own on PostgreSQL, behind a proxy that ends TLS. */
export interface ProductionLlano extends LoanService {
  /** Where borrowers find it: `https://127.0.0.1:port`. */
  readonly address: string;
  readonly gateway: TestSmsGateway;
  /** As of `TestPages`. */
  visit(options: VisitOptions): Promise<Visitor>;
  /** All that the server wrote so far, a line each. */
  readonly logged: readonly string[];
  /** The messages of the contact page, oldest first. */
  contactMessages(): Promise<readonly unknown[]>;
  /** Ends the server as an operator does, and gives the addresses of all modules it had loaded. */
  end(): Promise<readonly string[]>;
}

const root = join(import.meta.dirname, '../..');

/**
 * The production Llano of a test file, for its top; it is stopped when the file is done. `node server/main.ts` starts with
 * the documented settings on an empty PostgreSQL database, which it migrates itself; products and promotion templates are
 * the demo data's. `variables` go before those documented; headers that begin with one of `withheld` stay with the proxy.
 */
export async function testProductionLlano({
  variables = {},
  // A web view from before 2020 sends no Sec-Fetch-Site: forms have to be known by their Origin.
  withheld = ['sec-fetch-'],
}: {
  readonly variables?: Readonly<Record<string, string>>;
  readonly withheld?: readonly string[];
} = {}): Promise<ProductionLlano> {
  const folder = join(inject('testRun').folder, randomUUID());
  const loadedModulesFile = `${folder}-modules.json`;
  const [postgres, gateway, proxy, browser] = await Promise.all([
    createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() }),
    startSmsGateway(),
    startTlsProxy(withheld),
    launchBrowser(),
  ]);
  const server = await startServer({
    ...productionVariables,
    PORT: '0',
    H5_BASE: proxy.address,
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    CONTACT_INBOX: 'on',
    SMS_GATEWAY_URL: gateway.url,
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'loaded-modules.ts')}`,
    LOADED_MODULES_FILE: loadedModulesFile,
    ...variables,
  });
  proxy.forwardTo(server.address);
  const connection = await connectDatabase({ databaseUrl: postgres.url }, unhurriedLimits);
  await loadDemoData(connection.db, new Date());
  const visited = {
    address: proxy.address,
    browser,
    accessibility: createAccessibilityCheck(browser),
    reportedErrors: server.reportedErrors,
  };
  afterAll(async () => {
    await browser.close();
    await end(server.process);
    await Promise.all([proxy.close(), gateway.close(), connection.close()]);
    await postgres.drop();
  });
  return {
    ...serviceAt(server.address),
    database: connection.db,
    address: proxy.address,
    gateway,
    logged: server.logged,
    visit: (options) => visit(visited, options),
    async contactMessages() {
      const lines = (await readFile(join(folder, 'contact-messages.jsonl'), 'utf8')).trimEnd().split('\n');
      return lines.map((line): unknown => JSON.parse(line));
    },
    async end() {
      await end(server.process);
      return JSON.parse(await readFile(loadedModulesFile, 'utf8'));
    },
  };
}

interface ServerProcess {
  readonly address: string;
  readonly process: ChildProcess;
  /** All that it wrote. */
  readonly logged: string[];
  /** What of it is neither its greeting nor a line of a lower level than an error. */
  readonly reportedErrors: string[];
}

/** Starts the server with these variables and no others, and waits until it says where it listens. */
async function startServer(variables: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const started = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void started.kill('SIGKILL');
  process.once('exit', kill);
  started.once('exit', () => process.off('exit', kill));
  const logged: string[] = [];
  const reportedErrors: string[] = [];
  createInterface(started.stderr).on('line', (line) => {
    logged.push(line);
    reportedErrors.push(line);
  });
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(started.stdout).on('line', (line) => {
      logged.push(line);
      const [, listening] = /^Llano listens on (.+)$/.exec(line) ?? [];
      if (listening !== undefined) resolve(listening);
      else if (line !== '' && !/^\{"level":[1-4]0,/.test(line)) reportedErrors.push(line);
    });
    started.once('exit', (code) =>
      reject(new Error(`The server ended with ${code}.\n${reportedErrors.join('\n')}`)),
    );
  });
  return { address, process: started, logged, reportedErrors };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}
