import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readLoan } from '#contract/calls/loan.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { createMachineProbe } from '#db/citus/machines.ts';
import { queryRows } from '#db/database.ts';
import { accrueOverdueLoans } from '#lending/ledger/penalties.ts';
import { reconcileAll, reconcileEvents } from '#lending/ledger/reconcile.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { askedOf, deskRequests, hostRequests, keysOf } from '#tests/setup/list-requests.ts';
import { type MeasuredService, openMeasured } from './clusters.ts';
import { runSuite, tableOf } from './suite.ts';
import { compareWays, median, msOf } from './ways.ts';

// `node tests/citus/run.ts`: what the service does on a real Citus, in figures. TEST_DATABASE_URL names the coordinator, TEST_CITUS_WORKERS the ports of
// its workers on the same host; PLAIN_DATABASE_URL a PostgreSQL to compare with, PLAIN_REPLICA_URL its streaming replica.
// WORKER_STOP and WORKER_START are commands that end the last worker at once and start it again. Parts can be named: first-loan, day, lists, payments, worker, suite.

const { TEST_DATABASE_URL: coordinator = '', PLAIN_DATABASE_URL: plain = '' } = process.env;
const { PLAIN_REPLICA_URL: replica = '' } = process.env;
const { WORKER_STOP: stopWorker = '', WORKER_START: startWorker = '' } = process.env;
const portfolioLoans = 1000;
const payingBorrowers = 8;
const payingMs = 10_000;
const tell = (line: string) => void process.stdout.write(`${line}\n`);

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
  const machines = createMachineProbe(service.url);
  const lookFor = async (when: string) => {
    await look(when);
    const away = (await machines())?.filter(({ isThere }) => !isThere) ?? [];
    const named = away.map(({ name, shardCount }) => `${name} with ${shardCount} parts of the borrowers`);
    tell(`  away as the metric has it: ${named.join(', ') || 'none'}`);
  };
  execFileSync('sh', ['-c', stopWorker], { stdio: 'ignore' });
  await lookFor('the last away');
  execFileSync('sh', ['-c', startWorker], { stdio: 'ignore' });
  await setTimeout(3000);
  await lookFor('back');
  const faults =
    (await reconcileAll(service.database)).length + (await reconcileEvents(service.database)).length;
  tell(`books after: ${await books()}, ${faults} faults`);
  await service.close();
}

/** What the coordinator takes alone, in which all reports of payments stand: how many a second, beside whole payments, and what one takes up. */
async function measurePayments(): Promise<void> {
  const service = await openMeasured(coordinator, { isCluster: true });
  const loans: TestLoan[] = [];
  for (let loan = 0; loan < payingBorrowers; loan += 1)
    loans.push(await paidOutLoan(service, await newBorrower(service)));
  const ofOne = await rateOf(loans.map((loan) => () => pay(service, loan, 1)));
  const [event] = await queryRows<{ id: string }>(
    service.database,
    sql`select id from provider_events where tracking_key is null limit 1`,
  );
  const insert = sql`insert into provider_events select (jsonb_populate_record(event,
      jsonb_build_object('id', gen_random_uuid(), 'event_id', gen_random_uuid()))).*
    from provider_events as event where id = ${event?.id}`;
  const alone = await rateOf(loans.map(() => () => service.database.execute(insert)));
  const [size] = await queryRows<{ bytes: number; rows: number }>(
    service.database,
    sql`select citus_total_relation_size('provider_events')::float8 / count(*) as bytes, count(*)::float8 as rows from provider_events`,
  );
  tell(
    `payments of ${payingBorrowers} borrowers at once: ${ofOne.toFixed(0)} a second; rows of provider_events alone: ${alone.toFixed(0)} a second, ${size?.bytes.toFixed(0)} bytes each with their indexes (${size?.rows} rows)`,
  );
  await service.close();
}

/** How often a second acts are done, each again and again beside the others. */
async function rateOf(acts: readonly (() => Promise<unknown>)[]): Promise<number> {
  const end = performance.now() + payingMs;
  const counts = await Promise.all(
    acts.map(async (act) => {
      let count = 0;
      for (; performance.now() < end; count += 1) await act();
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / (payingMs / 1000);
}

const actsOf =
  (service: MeasuredService) =>
  ({ session, loan }: { readonly session: TestSession; readonly loan: TestLoan }) => [
    () => service.ask(readLoan, loan, session),
    () => service.ask(readRepayment, loan, session),
    () => pay(service, loan, 1000),
  ];

/** The service's own tests on the cluster: how many passed, and of those that failed why. */
function measureSuite(places: readonly string[]): void {
  const result = runSuite(places);
  for (const line of tableOf(result)) tell(line);
  if (result.files.some(({ failures }) => failures.some(({ isOwn }) => !isOwn))) process.exitCode = 1;
}

if (coordinator === '' || !process.env.TEST_CITUS_WORKERS) {
  process.stderr.write(
    'TEST_DATABASE_URL has to name a coordinator of Citus, and TEST_CITUS_WORKERS the ports of its workers\n',
  );
  process.exit(1);
}
const [, , named, ...places] = process.argv;
const parts: Readonly<Record<string, () => unknown>> = {
  'first-loan': async () => (await compareWays({ plain, replica, coordinator })).forEach(tell),
  day: measureDay,
  lists: measureLists,
  payments: measurePayments,
  worker: measureWorker,
  suite: () =>
    measureSuite(
      places.length > 0
        ? places
        : ['service', 'web/desk', 'server', 'tools/host-client', 'tools/kit', 'tests/proofs'],
    ),
};
for (const [name, measure] of Object.entries(parts))
  if (named === undefined || named === name) await measure();
