import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { connectDatabase, unhurriedLimits } from '#db/connect.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { createAccessibilityCheck } from './accessibility.ts';
import { launchBrowser } from './browser.ts';
import type { LoanService } from './lending-journeys.ts';
import { serviceAt } from './lending-service.ts';
import { createTestDatabase } from './postgres.ts';
import { productionVariables } from './production-variables.ts';
import { startTlsProxy } from './proxy.ts';
import { startServerProcess } from './server-process.ts';
import { startSmsGateway, type TestSmsGateway } from './sms-gateway.ts';
import { type VisitOptions, type Visitor, visit } from './visitor.ts';

/** Llano as production runs it: a process of its own on PostgreSQL, behind a proxy that ends TLS. */
export interface ProductionLlano extends LoanService {
  /** Where borrowers find it: `https://127.0.0.1:port`. */
  readonly address: string;
  readonly gateway: TestSmsGateway;
  /** As of `TestPages`. */
  visit(options: VisitOptions): Promise<Visitor>;
  /** The messages of the contact page, oldest first. */
  contactMessages(): Promise<readonly unknown[]>;
  /** Ends the server as an operator does, and gives the addresses of all modules it had loaded. */
  end(): Promise<readonly string[]>;
}

/**
 * The production Llano of a test file, for its top; it is stopped when the file is done. `node server/main.ts` starts with
 * the documented settings on an empty PostgreSQL database, which it migrates itself; products and promotion templates are
 * the demo data's.
 */
export async function testProductionLlano(): Promise<ProductionLlano> {
  const folder = join(inject('testRun').folder, randomUUID());
  const loadedModulesFile = `${folder}-modules.json`;
  const [postgres, gateway, proxy, browser] = await Promise.all([
    createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() }),
    startSmsGateway(),
    // A web view from before 2020 sends no Sec-Fetch-Site: forms have to be known by their Origin.
    startTlsProxy(['sec-fetch-']),
    launchBrowser(),
  ]);
  const server = await startServerProcess({
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
    await server.stop();
    await Promise.all([proxy.close(), gateway.close(), connection.close()]);
    await postgres.drop();
  });
  return {
    ...serviceAt(server.address),
    database: connection.db,
    address: proxy.address,
    gateway,
    visit: (options) => visit(visited, options),
    async contactMessages() {
      const lines = (await readFile(join(folder, 'contact-messages.jsonl'), 'utf8')).trimEnd().split('\n');
      return lines.map((line): unknown => JSON.parse(line));
    },
    async end() {
      await server.stop();
      return JSON.parse(await readFile(loadedModulesFile, 'utf8'));
    },
  };
}
