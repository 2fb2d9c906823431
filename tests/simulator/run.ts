import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import { type Manner, startEventReceiver } from '#tests/setup/event-receiver.ts';
import { startPostgresServer } from '#tests/setup/postgres-server.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { startPlainProxy } from '#tests/setup/proxy.ts';
import { s3Variables, startS3Server } from '#tests/setup/s3-server.ts';
import { seededRandom } from '#tests/setup/seeded-random.ts';
import { startServerProcess } from '#tests/setup/server-process.ts';
import { startSmsGateway } from '#tests/setup/sms-gateway.ts';
import { clockOf, progressEveryMs, say } from '../../load/progress.ts';
import { faultsInBooks } from './books.ts';
import { type FaultPace, startNodes } from './faults.ts';
import { beginLoan, type SimulatedLoan, type World } from './loan-walk.ts';
import { type ModelProductId, modelProducts } from './products.ts';
import { createRunRecord, type RunRecord } from './run-record.ts';
import { shiftClock } from './shifted-clock.ts';

// `npm run simulate` lends on two nodes while they are killed and PostgreSQL crashes, by all that moves money, and compares every loan
// with a model; a part of `npm test`, where it takes half a minute. `-- --seed 7` draws the same steps again, `-- --hours 2` goes on.

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
  readonly leapDaysMax: number;
}

const short: Run = {
  ...{ minutes: 0.4, minutesMax: 3, kills: 4, crashes: 2, payments: 5, leapDaysMax: 30 },
  pace: { nodeLifeMs: 6000, databaseLifeMs: 9000 },
};

const long = (hours: number): Run => ({
  ...{ minutes: hours * 60, minutesMax: hours * 60 + 10, leapDaysMax: 14 },
  ...{ kills: Math.floor(hours * 400), crashes: Math.floor(hours * 60), payments: Math.floor(hours * 300) },
  pace: { nodeLifeMs: 1500, databaseLifeMs: 9000 },
});

const loansADay = 5;
const loansAtOnce = 12;
const eventTimeoutMs = 2_000;
/** What the lender's receiver does with events. */
const manners: readonly Manner[] = [...Array(12).fill('take'), 'fail', 'drop', 'hang', 'late'];
/** With as many violations there is nothing more to learn. */
const violationsMax = 50;
const repeatedShown = 5;
/** Loans that are over are visited no more, so that a long run does not slow down. */
const loansUnderWay = 60;

const { values } = parseArgs({ options: { hours: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const folder = mkdtempSync(join(tmpdir(), 'llano-simulator-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = await run(values.hours === undefined ? short : long(Number(values.hours)));

async function run(planned: Run): Promise<number> {
  say(`Seed ${seed}`);
  const record = createRunRecord();
  const random = seededRandom(seed);
  const stripeAccount = { secretKey: 'sk_test_simulated', webhookSecret: 'whsec_simulatedsimulated1' };
  const [postgres, proxy, s3, gateway, receiver] = await Promise.all([
    startPostgresServer({ isDurable: true }),
    startPlainProxy(),
    startS3Server(join(folder, 's3'), { takesAnySignature: true }),
    startSmsGateway(),
    startEventReceiver({ timeoutMs: eventTimeoutMs }),
  ]);
  const connection = await connectDatabase({ databaseUrl: postgres.url }, generousLimits);
  const { db: database } = connection;
  await migrate(database);
  await loadDemoData(database, new Date());
  const clock = await shiftClock(database, new URL(postgres.url).pathname.slice(1));
  const stripe = await startStripeStandIn({
    ...stripeAccount,
    webhookUrl: () => `${proxy.address}/webhooks/stripe`,
    now: () => clock.now(),
  });
  stripe.delivery = 'never';
  const misbehaviour = seededRandom(seed + 2);
  receiver.manner(() => manners[misbehaviour.below(manners.length)] ?? 'take');
  const variables = {
    ...productionVariables,
    // Providers that stand in for real ones are taken in development alone.
    MODE: 'development',
    TRUSTED_PROXY_COUNT: '2',
    HOST_EVENTS_URL: receiver.url,
    SMS_GATEWAY_URL: gateway.url,
    STRIPE_SECRET_KEY_MX: stripeAccount.secretKey,
    STRIPE_WEBHOOK_SECRET_MX: stripeAccount.webhookSecret,
    STRIPE_API_BASE: stripe.origin,
    CARD_PROVIDER_MX: 'stripe',
    STORE_PROVIDER: 'stripe',
    ...s3Variables(s3),
    PORT: '0',
    NODE_COUNT: '2',
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'error',
    // All of the lender's come from one address here, and time leaps.
    REQUESTS_PER_MINUTE: '1000000',
    HOST_REQUESTS_PER_MINUTE: '1000000',
    SESSION_MINUTES: '43200',
    PENALTY_STEP_DAYS: '366',
  };
  await startServerProcess(variables).then((first) => first.stop());
  const nodes = await startNodes(2, variables, { proxy, record, random: seededRandom(seed + 1) });
  const world: World = { address: proxy.address, database, clock, record, stripe, gateway };

  const startedAt = performance.now();
  const leftSeconds = (minutes: number) => Math.max(0, minutes * 60 - (performance.now() - startedAt) / 1000);
  nodes.startFaults(postgres, planned.pace);
  const loans: SimulatedLoan[] = [];
  const saying = setInterval(
    () => say(progress(record, planned, leftSeconds(planned.minutesMax), clock.today)),
    progressEveryMs(),
  );
  // A day that faults drag on ends without them.
  const faultsOver = setTimeout(() => void nodes.stopFaults(), planned.minutesMax * 60_000);
  let day = 0;
  while (leftSeconds(planned.minutes) > 0 || lacks(record, planned).length > 0) {
    day += 1;
    await liveADay(world, loans, day);
    await clock.advance(1 + random.below(planned.leapDaysMax));
    if (leftSeconds(planned.minutesMax) === 0 || record.violations.length > violationsMax) break;
  }
  await nodes.stopFaults();
  clearInterval(saying);
  clearTimeout(faultsOver);
  await inTurns(record, loans, (loan) => loan.finish());
  const faults = await faultsInBooks(world, loans, receiver).catch((error: unknown) => [String(error)]);
  for (const fault of faults) record.violate(fault);
  for (const lack of lacks(record, planned)) record.violate(`too few in the time: ${lack}`);

  await nodes.close();
  await Promise.all([proxy, s3, gateway, receiver, stripe, connection].map((part) => part.close()));
  await postgres.stop();
  return conclude(record, nodes.logged, clock.today, (performance.now() - startedAt) / 1000);
}

/** New loans, and a day in the life of the others. */
async function liveADay(world: World, loans: SimulatedLoan[], day: number): Promise<void> {
  const productIds = Object.keys(modelProducts) as ModelProductId[];
  const begun: SimulatedLoan[] = [];
  const beginnings = Array.from({ length: loansADay }, (_, index) => async () => {
    const productId = productIds[(day + index) % productIds.length] as ModelProductId;
    const number = loansADay * day + index;
    const own = { number, seed: seed + number, random: seededRandom(seed + 1000 * day + index) };
    begun.push(await beginLoan(world, productId, own));
  });
  const visits = loans.slice(-loansUnderWay).map((loan) => () => loan.visit());
  await inTurns(world.record, [...beginnings, ...visits], (work) => work());
  loans.push(...begun);
}

/** Works through the items, some at once; what a loan cannot go on from is a violation. */
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
  await Promise.all(Array.from({ length: loansAtOnce }, next));
}

/** What the run has not reached yet. */
function lacks({ counts }: RunRecord, planned: Run): string[] {
  return (['kills', 'crashes', 'payments'] as const)
    .filter((name) => counts[name] < planned[name])
    .map((name) => `${counts[name]} of ${planned[name]} ${name}`);
}

function progress(record: RunRecord, planned: Run, leftSeconds: number, today: string): string {
  const { kills, crashes, loans, steps, payments } = record.counts;
  const left = `at most ${clockOf(leftSeconds)} left`;
  return [
    `${left}, it is ${today}: ${kills} of ${planned.kills} kills, ${crashes} of ${planned.crashes} crashes`,
    `${loans} loans, ${steps} steps, ${payments} payments, ${record.violations.length} violations`,
  ].join(', ');
}

function conclude(
  { counts, repeated, violations }: RunRecord,
  logged: ReadonlyMap<string, number>,
  today: string,
  seconds: number,
): number {
  const figures = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  say(`In ${Math.round(seconds)} s, up to ${today}: ${figures.join(', ')}`);
  const mostRepeated = [...repeated].sort(([, a], [, b]) => b - a).slice(0, repeatedShown);
  for (const [text, count] of mostRepeated) say(`asked again ${count} times: ${text}`);
  for (const [text, count] of logged) say(`logged ${count} times: ${text}`);
  say(`${violations.length} violations (seed ${seed})`);
  return violations.length === 0 ? 0 : 1;
}
