import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readLoan } from '#contract/calls/loan.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import { queryRows } from '#db/database.ts';
import { accrueOverdueLoans } from '#lending/ledger/penalties.ts';
import { reconcileAll, reconcileEvents } from '#lending/ledger/reconcile.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { askedOf, deskRequests, hostRequests, keysOf } from '#tests/setup/list-requests.ts';
import { type MeasuredService, openMeasured } from './clusters.ts';

// `npm run citus`: what the service does on a real Citus, in figures. TEST_DATABASE_URL names the coordinator, TEST_CITUS_WORKERS the ports of
// its workers on the same host; PLAIN_DATABASE_URL a PostgreSQL to compare with. WORKER_STOP and WORKER_START are commands that end the
// last worker at once and start it again. Parts can be named: first-loan, day, lists, worker, suite.

const { TEST_DATABASE_URL: coordinator = '', PLAIN_DATABASE_URL: plain = '' } = process.env;
const { WORKER_STOP: stopWorker = '', WORKER_START: startWorker = '' } = process.env;
const rounds = 20;
const portfolioLoans = 1000;
const tell = (line: string) => void process.stdout.write(`${line}\n`);

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A first loan from its offer to its settlement; gives what each call took. */
async function firstLoan(service: MeasuredService): Promise<ReadonlyMap<string, number>> {
  const session = await newBorrower(service);
  const took = new Map<string, number>();
  const timed = async (name: string, work: () => Promise<unknown>) => void took.set(name, await msOf(work));
  await timed('offer', () => service.ask(readOffer, { productId: 'mx-120', isReload: true }, session));
  let loan: TestLoan | undefined;
  await timed('offer and acceptance', async () => {
    loan = await applyForLoan(service, session);
  });
  if (!loan) throw new Error('There is no loan.');
  const { orderNumber } = loan;
  await timed('approval', () => service.tell(decideApplication, { orderNumber, decision: 'approve' }));
  await timed('payout', () => service.tell(recordDisbursal, { orderNumber, reference: `to ${orderNumber}` }));
  const ofLoan = loan;
  await timed('loan', () => service.ask(readLoan, ofLoan, session));
  await timed('repayment, codes made', () => service.ask(readRepayment, ofLoan, session));
  await timed('repayment', () => service.ask(readRepayment, ofLoan, session));
  await timed('payment', () => pay(service, ofLoan, 100_000));
  await timed('settlement', () => pay(service, ofLoan, 10_000_000));
  const { status } = await service.ask(readLoan, ofLoan, session);
  if (status !== 'settled') throw new Error(`The loan is ${status}.`);
  return took;
}

async function measureFirstLoan(): Promise<void> {
  const cluster = await openMeasured(coordinator, { isCluster: true });
  const single = plain === '' ? undefined : await openMeasured(plain, { isCluster: false });
  const runs: Record<'cluster' | 'single', ReadonlyMap<string, number>[]> = { cluster: [], single: [] };
  for (let round = 0; round < rounds; round += 1) {
    runs.cluster.push(await firstLoan(cluster));
    if (single) runs.single.push(await firstLoan(single));
  }
  const medianOf = (of: readonly ReadonlyMap<string, number>[], name: string) =>
    median(of.slice(2).map((run) => run.get(name) ?? Number.NaN));
  tell(`first loan: ${rounds} of ${rounds} settled`);
  for (const name of runs.cluster[0]?.keys() ?? []) {
    const [on, alone] = [medianOf(runs.cluster, name), medianOf(runs.single, name)];
    const beside = single ? `, ${alone.toFixed(1)} on one server: ${(on / alone).toFixed(2)} times` : '';
    tell(`  ${name}: ${on.toFixed(1)} ms${beside}`);
  }
  await Promise.all([cluster.close(), single?.close()]);
}

async function measureDay(): Promise<void> {
  for (const [name, url, isCluster] of [
    ['Citus', coordinator, true],
    ['one server', plain, false],
  ] as const) {
    if (url === '') continue;
    const service = await openMeasured(url, { isCluster, loans: portfolioLoans });
    const { random } = service.dependencies;
    const context = { now: new Date('2026-11-21T18:00:00Z'), random };
    const begun = performance.now();
    const { loanCount, failures } = await accrueOverdueLoans(service.database, context);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const faults =
      (await reconcileAll(service.database)).length + (await reconcileEvents(service.database)).length;
    tell(
      `a day of ${portfolioLoans} loans on ${name}: ${loanCount} charged in ${seconds} s, ${failures.length} failed, ${faults} faults in the books`,
    );
    for (const failure of failures.slice(0, 3)) tell(`  ${String(failure).slice(0, 300)}`);
    await service.close();
  }
}

async function measureLists(): Promise<void> {
  const service = await openMeasured(coordinator, { isCluster: true, loans: portfolioLoans });
  const subject = askedOf(service.database as never, {
    loans: portfolioLoans,
    through: '2026-11-20' as never,
  });
  const took: [number, string][] = [];
  const refused: string[] = [];
  for (const request of [...hostRequests(), ...deskRequests(subject.desk)]) {
    try {
      for (const key of [null, ...(await keysOf(service.database as never, request))].slice(0, 2))
        took.push([await msOf(async () => request.ask(subject, key)), request.name]);
    } catch (error) {
      refused.push(`${request.name}: ${reasonOf(error)}`);
    }
  }
  const [[longest, name] = [Number.NaN, ''], ...others] = took.sort((one, other) => other[0] - one[0]);
  const middle = median([longest, ...others.map(([ms]) => ms)]);
  tell(
    `lists: ${took.length} pages read, the middle one in ${middle.toFixed(0)} ms; ${refused.length} refused`,
  );
  tell(`  the longest: ${name}, ${longest.toFixed(0)} ms`);
  for (const each of refused) tell(`  ${each}`);
  await service.close();
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause === undefined ? message.slice(0, 200) : reasonOf(cause);
}

async function measureWorker(): Promise<void> {
  if (stopWorker === '' || startWorker === '')
    return tell('worker: WORKER_STOP and WORKER_START are not given');
  const service = await openMeasured(coordinator, { isCluster: true });
  const holders = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const session = await newBorrower(service);
      const loan = await paidOutLoan(service, session);
      await service.ask(readRepayment, loan, session);
      const [place] = await queryRows<{ port: string }>(
        service.database,
        sql`select nodeport::text as port from citus_shards
          where shardid = get_shard_id_for_distribution_column('loans', ${session.borrowerId}::uuid)`,
      );
      return { session, loan, port: place?.port ?? '' };
    }),
  );
  const books = async () => {
    const [row] = await queryRows<Record<string, string>>(
      service.database,
      sql`select (select count(*)::text from ledger_transactions where kind = 'payment') as movements,
        (select count(*)::text from provider_events) as events, (select sum(amount_minor)::text from ledger_postings) as sum,
        (select count(*)::text from pg_prepared_xacts) as prepared`,
    );
    return JSON.stringify(row);
  };
  const look = async (when: string) => {
    for (const port of [...new Set(holders.map((each) => each.port))].sort()) {
      const acts = holders.filter((each) => each.port === port).flatMap(actsOf(service));
      const outcomes = await Promise.all(
        acts.map((act) =>
          act().then(
            () => true,
            () => false,
          ),
        ),
      );
      tell(
        `worker ${port}, ${when}: ${outcomes.filter(Boolean).length} of ${outcomes.length} reads and payments answered`,
      );
    }
  };
  tell(`books before: ${await books()}`);
  await look('both there');
  execFileSync('sh', ['-c', stopWorker], { stdio: 'ignore' });
  await look('the last away');
  execFileSync('sh', ['-c', startWorker], { stdio: 'ignore' });
  await setTimeout(3000);
  await look('back');
  const faults =
    (await reconcileAll(service.database)).length + (await reconcileEvents(service.database)).length;
  tell(`books after: ${await books()}, ${faults} faults`);
  await service.close();
}

const actsOf =
  (service: MeasuredService) =>
  ({ session, loan }: { readonly session: TestSession; readonly loan: TestLoan }) => [
    () => service.ask(readLoan, loan, session),
    () => service.ask(readRepayment, loan, session),
    () => pay(service, loan, 1000),
  ];

/** The service's own tests on the cluster: how many passed, and of those that failed why. */
function measureSuite(files: readonly string[]): void {
  const report = join(mkdtempSync(join(tmpdir(), 'llano-citus-')), 'report.json');
  spawnSync(
    'npx',
    [
      'vitest',
      'run',
      '--project',
      'unit',
      '--retry=0',
      '--reporter=json',
      `--outputFile=${report}`,
      ...files,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as SuiteReport;
  tell(`suite: ${numPassedTests} passed, ${numFailedTests} failed`);
  for (const { name, assertionResults, message } of testResults) {
    const file = name.slice(process.cwd().length + 1);
    if (assertionResults.length === 0 && message) tell(`  ${file}: ${message.slice(0, 200)}`);
    for (const { status, title, failureMessages } of assertionResults)
      if (status === 'failed')
        tell(`  ${file}: ${title}: ${failureMessages[0]?.split('\n')[0]?.slice(0, 200)}`);
  }
}

interface SuiteReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

if (coordinator === '' || !process.env.TEST_CITUS_WORKERS) {
  process.stderr.write(
    'TEST_DATABASE_URL has to name a coordinator of Citus, and TEST_CITUS_WORKERS the ports of its workers\n',
  );
  process.exit(1);
}
const parts: Readonly<Record<string, () => unknown>> = {
  'first-loan': measureFirstLoan,
  day: measureDay,
  lists: measureLists,
  worker: measureWorker,
  suite: () => measureSuite(process.argv.slice(3).length > 0 ? process.argv.slice(3) : ['lending']),
};
const [, , named] = process.argv;
for (const [name, measure] of Object.entries(parts))
  if (named === undefined || named === name) await measure();
