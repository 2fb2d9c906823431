import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Browser } from 'playwright';
import { afterAll, inject } from 'vitest';
import type { DatabaseConnection } from '#db/connect.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import type { SandboxLender } from '#pages/developer/sandbox-lender.ts';
import { createSandboxLender } from '#server/developer/sandbox-lender.ts';
import { readEnvironment } from '#server/environment.ts';
import { startLlano } from '#server/start-llano.ts';
import { type AccessibilityCheck, accessibilityCheckIn } from './accessibility.ts';
import { sharedBrowser } from './browser.ts';
import { openEmbeddedDatabase } from './lending-databases.ts';
import type { LoanService } from './lending-journeys.ts';
import { serviceAt, testConfiguration } from './lending-service.ts';
import { type VisitOptions, type Visitor, visit } from './visitor.ts';

/** The pages of a Llano in this process, with a browser. */
export interface TestPages {
  /** Where they are: `http://127.0.0.1:port`. */
  readonly address: string;
  readonly browser: Browser;
  readonly accessibility: AccessibilityCheck;
  /** Errors that the server logged; a visit fails its test over those it did not expect. */
  readonly reportedErrors: string[];
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

/** A whole Llano with a lender; a `LoanService`, so that `lending-journeys.ts` moves its loans. */
export interface TestLlano extends TestPages, LoanService {
  /** The lender's side, through the signed host calls. */
  readonly lender: SandboxLender;
}

type Variables = Readonly<Record<string, string>>;

const firstMoment = new Date('2026-11-20T12:00:00-06:00');

/** The Llano of a test file, as of `startTestLlano`, for its top; it is stopped when the file is done. */
export async function testLlano(variables: Variables = {}): Promise<TestLlano> {
  const llano = await startTestLlano(variables);
  afterAll(llano.close);
  return llano;
}

/** Starts Llano on a free port and a database of its own with the demo data, under `variables` of the environment. */
export async function startTestLlano(variables: Variables = {}): Promise<TestLlano> {
  const connection = await openEmbeddedDatabase();
  await loadDemoData(connection.db, firstMoment);
  const pages = await startOn(variables, connection);
  const service = serviceAt(pages.address);
  const [hostSigningSecret] = testConfiguration.hostSigningSecrets;
  return {
    ...pages,
    ...service,
    database: connection.db,
    lender: createSandboxLender({ fetch: service.fetch, hostSigningSecret }),
  };
}

/** Starts the pages alone, for a backend of the lender's at `apiBase`. */
export function startTestPages(apiBase: string, variables: Variables = {}): Promise<TestPages> {
  return startOn({ API_BASE: apiBase, ...variables });
}

async function startOn(variables: Variables, connection?: DatabaseConnection): Promise<TestPages> {
  const reportedErrors: string[] = [];
  const startedAt = Date.now();
  let passedMs = 0;
  const now = () => new Date(firstMoment.getTime() + Date.now() - startedAt + passedMs);
  const settings = readEnvironment({
    PORT: '0',
    DATA_DIR: join(inject('testRun').folder, randomUUID()),
    HOST_SIGNING_SECRET: testConfiguration.hostSigningSecrets[0],
    REQUESTS_PER_MINUTE: '1000000',
    ADDRESS_REQUESTS_PER_MINUTE: '1000000',
    ...variables,
  });
  const logger = pino({ level: 'error' }, { write: (line: string) => reportedErrors.push(line) });
  const [running, browser] = await Promise.all([
    startLlano(settings, { logger, clock: { now }, ...(connection && { connection }) }),
    sharedBrowser(),
  ]);
  const pages: TestPages = {
    address: running.address,
    browser,
    accessibility: accessibilityCheckIn(browser),
    reportedErrors,
    visit: (options) => visit(pages, options),
    letPass(durationMs) {
      passedMs += durationMs;
    },
    close: () => running.close(),
  };
  return pages;
}
