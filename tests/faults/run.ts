import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { newId } from '#db/new-id.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { offers } from '#db/schema/product.ts';
import { minorAmount } from '#domain/money/money.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { startPostgresServer } from '#tests/setup/postgres-server.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { startPlainProxy } from '#tests/setup/proxy.ts';
import { s3Variables, startS3Server } from '#tests/setup/s3-server.ts';
import { seededRandom } from '#tests/setup/seeded-random.ts';
import { startServerProcess } from '#tests/setup/server-process.ts';
import { clockOf, progressEveryMs, say } from '../../load/progress.ts';
import { faultsInBooks } from './books.ts';
import { type FaultPace, startNodes } from './faults.ts';
import { type ModelProductId, modelProducts } from './loan-model.ts';
import { beginWalk, type LoanWalk, type World } from './loan-walk.ts';
import { createPaymentProvider } from './payment-provider.ts';
import { createRunRecord, type RunRecord } from './run-record.ts';
import { shiftClock } from './shifted-clock.ts';

// `npm run faults` lends on two nodes in production mode while they are killed and PostgreSQL crashes, and compares every
// loan with a model; `npm run faults:short` is a part of `npm test`. `-- --seed 7` draws the same walks again,
// `-- --minutes 30` leaves a slow machine more time.

/** How long a run is and what it has to reach. */
interface Run {
  /** It goes on for so long, and longer while it lacks kills, crashes or payments. */
  readonly minutes: number;
  /** Then it ends whatever it lacks, which is a violation. */
  readonly minutesMax: number;
  readonly kills: number;
  readonly crashes: number;
  readonly payments: number;
  readonly pace: FaultPace;
  readonly loansPerDay: number;
  readonly leapDaysMax: number;
}

const runs = {
  short: {
    ...{ minutes: 0.4, minutesMax: 3, kills: 4, crashes: 2, payments: 20, loansPerDay: 5, leapDaysMax: 30 },
    pace: { nodeLifeMs: 3000, databaseLifeMs: 5000 },
  },
  long: {
    ...{
      minutes: 0.4,
      minutesMax: 14,
      kills: 200,
      crashes: 40,
      payments: 1000,
      loansPerDay: 5,
      leapDaysMax: 14,
    },
    pace: { nodeLifeMs: 1500, databaseLifeMs: 9000 },
  },
} satisfies Record<string, Run>;

const walksAtOnce = 12;
/** With as many violations there is nothing more to learn. */
const violationsMax = 50;
/** A payment is reported within a year, the last of a run too. */
const farthestLeapDays = 350;
/** Loans that are over are visited no more, so that a long run does not slow down. */
const walksUnderWay = 60;

const { values } = parseArgs({
  options: { short: { type: 'boolean' }, seed: { type: 'string' }, minutes: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const folder = mkdtempSync(join(tmpdir(), 'llano-faults-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const planned = values.short ? runs.short : runs.long;
process.exitCode = await run({ ...planned, minutesMax: Number(values.minutes ?? planned.minutesMax) });

async function run(planned: Run): Promise<number> {
  say(`Seed ${seed}`);
  const record = createRunRecord();
  const random = seededRandom(seed);
  const [postgres, proxy, s3] = await Promise.all([
    startPostgresServer({ isDurable: true }),
    startPlainProxy(),
    startS3Server(join(folder, 's3'), { takesAnySignature: true }),
  ]);
  const connection = await connectDatabase({ databaseUrl: postgres.url }, generousLimits);
  const { db: database } = connection;
  await migrate(database);
  await loadDemoData(database, new Date());
  const clock = await shiftClock(database, new URL(postgres.url).pathname.slice(1));
  const variables = {
    ...productionVariables,
    ...s3Variables(s3),
    PORT: '0',
    NODE_COUNT: '2',
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'error',
    // All come from one address here, and time leaps.
    REQUESTS_PER_MINUTE: '1000000',
    HOST_REQUESTS_PER_MINUTE: '1000000',
    SESSION_MINUTES: '43200',
    PENALTY_STEP_DAYS: '366',
  };
  await startServerProcess(variables).then((first) => first.stop());
  const nodes = await startNodes(2, variables, { proxy, record, random: seededRandom(seed + 1) });
  const service = serviceAt(proxy.address);
  const world = { service, database, clock, record, provider: createPaymentProvider(service, record) };

  const startedAt = performance.now();
  const leftSeconds = (minutes: number) => Math.max(0, minutes * 60 - (performance.now() - startedAt) / 1000);
  nodes.startFaults(postgres, planned.pace);
  const walks: LoanWalk[] = [];
  const saying = setInterval(
    () => say(progress(record, planned, leftSeconds(planned.minutesMax), clock.today)),
    progressEveryMs(),
  );
  // A day that faults drag on ends without them.
  const faultsOver = setTimeout(() => void nodes.stopFaults(), planned.minutesMax * 60_000);
  let day = 0;
  let leaptDays = 0;
  while (leftSeconds(planned.minutes) > 0 || lacks(record, planned).length > 0) {
    day += 1;
    await liveADay(world, walks, { day, loans: planned.loansPerDay });
    const days = Math.min(1 + random.below(planned.leapDaysMax), farthestLeapDays - leaptDays);
    leaptDays += days;
    await clock.advance(days);
    if (leftSeconds(planned.minutesMax) === 0 || record.violations.length > violationsMax) break;
  }
  await nodes.stopFaults();
  clearInterval(saying);
  clearTimeout(faultsOver);
  await inTurns(record, walks, (walk) => walk.finish());
  for (const fault of await faultsInBooks(world, walks)) record.violate(fault);
  for (const lack of lacks(record, planned)) record.violate(`too few in the time: ${lack}`);

  await nodes.close();
  await Promise.all([proxy.close(), s3.close(), connection.close()]);
  await postgres.stop();
  return conclude(record, nodes.logged, clock.today, (performance.now() - startedAt) / 1000);
}

/** New loans, and a day in the life of the others. */
async function liveADay(
  world: World,
  walks: LoanWalk[],
  { day, loans }: { readonly day: number; readonly loans: number },
): Promise<void> {
  const productIds = Object.keys(modelProducts) as ModelProductId[];
  const begun: LoanWalk[] = [];
  const beginnings = Array.from({ length: loans }, (_, index) => async () => {
    const productId = productIds[(day + index) % productIds.length] as ModelProductId;
    const borrowerId = await newBorrower(world, productId);
    begun.push(await beginWalk(world, borrowerId, productId, seededRandom(seed + 1000 * day + index)));
  });
  const visits = walks.slice(-walksUnderWay).map((walk) => () => walk.visit());
  await inTurns(world.record, [...beginnings, ...visits], (work) => work());
  walks.push(...begun);
}

async function newBorrower({ database, record }: World, productId: ModelProductId): Promise<string> {
  const id = newId();
  const { market, principalMinor } = modelProducts[productId];
  await record.persist('borrower', async () => {
    await database
      .insert(borrowers)
      .values({
        id,
        name: 'Prueba Pérez',
        address: 'Calle Uno 1',
        mobilePhone: '5512345678',
        market,
        language: market === 'MX' ? 'es' : 'en',
        createdAt: new Date(),
      })
      .onConflictDoNothing();
    await database
      .insert(offers)
      .values({
        borrowerId: id,
        productId,
        amountMinor: minorAmount(principalMinor),
        depositAccountEnding: '4821',
      })
      .onConflictDoNothing();
  });
  return id;
}

/** Works through the items, some at once; what a walk cannot go on from is a violation. */
async function inTurns<Item>(
  record: RunRecord,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error: unknown) => record.violate(String(error)));
    }
  };
  await Promise.all(Array.from({ length: walksAtOnce }, next));
}

/** What the run has not reached yet. */
function lacks({ counts }: RunRecord, planned: Run): string[] {
  return (['kills', 'crashes', 'payments'] as const)
    .filter((name) => counts[name] < planned[name])
    .map((name) => `${counts[name]} of ${planned[name]} ${name}`);
}

function progress(record: RunRecord, planned: Run, leftSeconds: number, today: string): string {
  const { kills, crashes, loans, payments } = record.counts;
  const left = `at most ${clockOf(leftSeconds)} left`;
  return [
    `${left}, it is ${today}: ${kills} of ${planned.kills} kills, ${crashes} of ${planned.crashes} crashes`,
    `${loans} loans, ${payments} payments, ${record.violations.length} violations`,
  ].join(', ');
}

function conclude(
  { counts, violations }: RunRecord,
  logged: ReadonlyMap<string, number>,
  today: string,
  seconds: number,
): number {
  const figures = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  say(`In ${Math.round(seconds)} s, up to ${today}: ${figures.join(', ')}`);
  for (const [text, count] of logged) say(`logged ${count} times: ${text}`);
  for (const violation of violations.slice(0, violationsMax)) say(`VIOLATION ${violation}`);
  say(`${violations.length} violations (seed ${seed})`);
  return violations.length === 0 ? 0 : 1;
}
