import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Browser } from 'playwright';
import { inject } from 'vitest';
import type { SandboxLender } from '#app/pages-config.ts';
import { hostSessions } from '#contract/host.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { readEnvironment } from '#server/environment.ts';
import { createSandboxLender } from '#server/sandbox-lender.ts';
import { startLlano } from '#server/start-llano.ts';
import { type AccessibilityCheck, createAccessibilityCheck } from './accessibility.ts';
import { launchBrowser } from './browser.ts';
import { pgliteLendingDatabases } from './lending-databases.ts';
import type { LoanService } from './lending-journeys.ts';
import { serviceCalls, testConfiguration } from './lending-service.ts';
import { type VisitOptions, type Visitor, visit } from './visitor.ts';

/** A whole Llano in this process, with a browser and a lender; a `LoanService`, so `lending-journeys.ts` moves its loans. */
export interface TestLlano extends LoanService {
  /** Where it listens: `http://127.0.0.1:port`. */
  readonly address: string;
  readonly browser: Browser;
  /** The lender's side, through the signed host calls. */
  readonly lender: SandboxLender;
  /** Errors that the server logged; a visit fails its test over those it did not expect. */
  readonly reportedErrors: string[];
  readonly accessibility: AccessibilityCheck;
  /**
   * Opens a browser context of a borrower, or of anyone without a `session`. It is closed when the test ends, and the
   * test fails if the browser or the server met an error that was not expected.
   */
  visit(options: VisitOptions): Promise<Visitor>;
  /** Puts the server's clock forward: sessions and codes grow old by it. It starts at noon in Mexico, 2026-11-20. */
  letPass(durationMs: number): void;
  /** Stops everything; belongs in `afterAll`. */
  close(): Promise<void>;
}

const firstMoment = new Date('2026-11-20T12:00:00-06:00');

/** Starts Llano on a free port and a database of its own with the demo data, under `variables` of the environment. */
export async function startTestLlano(variables: Readonly<Record<string, string>> = {}): Promise<TestLlano> {
  const databases = pgliteLendingDatabases();
  const connection = await databases.create();
  const reportedErrors: string[] = [];
  const startedAt = Date.now();
  let passedMs = 0;
  const now = () => new Date(firstMoment.getTime() + Date.now() - startedAt + passedMs);
  await loadDemoData(connection.db, now());
  const environment = readEnvironment({
    PORT: '0',
    DATA_DIR: join(inject('testRun').folder, randomUUID()),
    HOST_SIGNING_SECRET: testConfiguration.hostSigningSecret,
    REQUESTS_PER_MINUTE: '1000000',
    ...variables,
  });
  const logger = pino({ level: 'error' }, { write: (line: string) => reportedErrors.push(line) });
  const [running, browser] = await Promise.all([
    startLlano(environment, { logger, connection, clock: { now } }),
    launchBrowser(),
  ]);
  const service = {
    fetch: (request: Request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(running.address + pathname + search, request));
    },
  };
  const calls = serviceCalls(service);
  const llano: TestLlano = {
    ...calls,
    address: running.address,
    browser,
    database: connection.db,
    lender: createSandboxLender({ ...service, hostSigningSecret: environment.hostSigningSecret }),
    reportedErrors,
    accessibility: createAccessibilityCheck(browser),
    async session(borrowerId) {
      const deviceId = `device-${randomUUID()}`;
      const { sessionId, userId } = await calls.tell(hostSessions, { borrowerId, deviceId });
      return { borrowerId, sessionId, userId, deviceId };
    },
    visit: (options) => visit(llano, options),
    letPass(durationMs) {
      passedMs += durationMs;
    },
    async close() {
      await browser.close();
      await running.close();
      await databases.closeAll();
    },
  };
  return llano;
}
