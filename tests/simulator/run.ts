import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { mallocBounds, v8Bounds } from '#server/memory-bounds.ts';
import { type Misbehaviour, startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import { type Manner, startEventReceiver } from '#tests/setup/event-receiver.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { findProgram } from '#tests/setup/programs.ts';
import { type FrontProxy, startTlsProxy } from '#tests/setup/proxy.ts';
import { s3Variables, startS3Server } from '#tests/setup/s3-server.ts';
import { seededRandom } from '#tests/setup/seeded-random.ts';
import { startServerProcess } from '#tests/setup/server-process.ts';
import { shippedProxyNames, startShippedProxy } from '#tests/setup/shipped-proxy.ts';
import { type GatewayManner, startSmsGateway } from '#tests/setup/sms-gateway.ts';
import { median } from '../../tools/load/calls.ts';
import { clockOf, progressEveryMs, say } from '../../tools/load/progress.ts';
import { faultsInBooks } from './books.ts';
import { startDatabasePair } from './database-pair.ts';
import { type FaultPace, startNodes } from './faults.ts';
import { beginLoan, type SimulatedLoan, type World } from './loan-walk.ts';
import { type Place, startPlace } from './place.ts';
import { type ModelProductId, modelProducts, putModelProducts } from './products.ts';
import { createRunRecord, type RunRecord } from './run-record.ts';
import { shiftClock } from './shifted-clock.ts';

// `npm run simulate` lends on two nodes in production mode, behind a proxy with its shipped file, while they are killed and PostgreSQL
// crashes or fails over, by all that moves money, and compares every loan with a model; a part of `npm test`, where it takes half a minute.
// `-- --seed 7` draws the same steps again, `-- --hours 2 --kills-per-minute 36` goes on, `-- --proxy caddy` takes that one.

/** How long a run is and what it has to reach. */
interface Run {
  /** It goes on for so long, and longer while it lacks kills, crashes or payments. */
  readonly minutes: number;
  /** Then it ends whatever it lacks, which is a violation. */
  readonly minutesMax: number;
  readonly kills: number;
  readonly crashes: number;
  readonly failovers: number;
  readonly payments: number;
  readonly prepayments: number;
  readonly pace: FaultPace;
  readonly leapDaysMax: number;
  readonly loansADay: number;
  /** Loans that something happens to at once. */
  readonly atOnce: number;
  /** Loans that are over are visited no more, so that a long run does not slow down. */
  readonly underWay: number;
}

const short: Run = {
  ...{ minutes: 0.4, minutesMax: 3, kills: 4, crashes: 2, failovers: 1, payments: 5, leapDaysMax: 30 },
  ...{ prepayments: 1, loansADay: 5, atOnce: 12, underWay: 60 },
  ...{ pace: { killEveryMs: 3_000, crashEveryMs: 9_000 } },
};

const long = (hours: number, killsPerMinute: number): Run => ({
  ...{ minutes: hours * 60, minutesMax: hours * 60 + 15, leapDaysMax: 14 },
  ...{ loansADay: 12, atOnce: 24, underWay: 144 },
  ...{ kills: Math.floor(hours * 45 * killsPerMinute), crashes: Math.floor(hours * 60) },
  failovers: Math.floor(hours * 20),
  payments: Math.floor(hours * 300),
  prepayments: Math.floor(hours * 30),
  pace: { killEveryMs: 60_000 / killsPerMinute, crashEveryMs: 20_000 },
});

const eventTimeoutMs = 2_000;
/** What the lender's receiver does with events. */
const manners: readonly Manner[] = [...Array(12).fill('take'), 'fail', 'drop', 'hang', 'late'];
/** With as many violations there is nothing more to learn. */
const violationsMax = 50;
const repeatedShown = 5;
/** What providers do: of cards and vouchers, and of text messages. */
const cardFaults: readonly (Misbehaviour | null)[] = [
  ...Array(36).fill(null),
  ...(['429', '500', 'drop-before', 'drop-after', 'hang'] as const),
];
const gatewayManners: readonly GatewayManner[] = [...Array(13).fill('take'), 'fail', 'drop', 'hang'];

const bounds = Object.entries(v8Bounds).map(([flag, bound]) => `${flag}=${bound}`);

const { values } = parseArgs({
  options: {
    hours: { type: 'string' },
    'kills-per-minute': { type: 'string', default: '36' },
    proxy: { type: 'string' },
    seed: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const folder = mkdtempSync(join(tmpdir(), 'llano-simulator-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// Each proxy has a certificate made for the occasion.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
process.exitCode = await run(
  values.hours === undefined ? short : long(Number(values.hours), Number(values['kills-per-minute'])),
);

async function run(planned: Run): Promise<number> {
  say(`Seed ${seed}`);
  const record = createRunRecord(seed);
  const random = seededRandom(seed);
  const places = [await startPlace('http://127.0.0.1'), await startPlace('http://127.0.0.1')];
  const stripeAccount = { secretKey: 'sk_live_simulated', webhookSecret: 'whsec_simulatedsimulated1' };
  const [postgres, proxy, s3, gateway, receiver] = await Promise.all([
    startDatabasePair(),
    startDrawnProxy(places),
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
  const drawn = <Item>(items: readonly Item[]) => items[misbehaviour.below(items.length)] as Item;
  receiver.manner(() => drawn(manners));
  gateway.manner(() => drawn(gatewayManners));
  stripe.misbehave = () => drawn(cardFaults);
  const variables = {
    ...productionVariables,
    H5_BASE: proxy.address,
    // As an address: a path may have blanks, at which options are parted. Bounded here, a node need not become another program.
    NODE_OPTIONS: `--import ${new URL('stand-in-for-stripe.ts', import.meta.url)} ${bounds.join(' ')}`,
    ...mallocBounds,
    STRIPE_STAND_IN: stripe.origin,
    // A node that starts anew compiles nothing anew.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    HOST_EVENTS_URL: receiver.url,
    SMS_GATEWAY_URL: gateway.url,
    STRIPE_SECRET_KEY_MX: stripeAccount.secretKey,
    STRIPE_WEBHOOK_SECRET_MX: stripeAccount.webhookSecret,
    CARD_PROVIDER_MX: 'stripe',
    STORE_PROVIDER: 'stripe',
    ...s3Variables(s3),
    PORT: '0',
    NODE_COUNT: '2',
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'error',
    // All of the lender's come from one address here, and time leaps.
    REQUESTS_PER_MINUTE: '1000000',
    ADDRESS_REQUESTS_PER_MINUTE: '1000000',
    HOST_REQUESTS_PER_MINUTE: '1000000',
    SESSION_MINUTES: '43200',
    PENALTY_STEP_DAYS: '366',
  };
  await startServerProcess(variables).then((first) => first.stop());
  const nodes = await startNodes(places, variables, { record, random: seededRandom(seed + 1) });
  const world: World = { address: proxy.address, database, clock, record, stripe, gateway };
  await record.persist('products', () => putModelProducts(serviceAt(proxy.address)));

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
    await liveADay(world, loans, { day, planned });
    await clock.advance(1 + random.below(planned.leapDaysMax));
    if (leftSeconds(planned.minutesMax) === 0 || record.violations.length > violationsMax) break;
  }
  await nodes.stopFaults();
  clearInterval(saying);
  clearTimeout(faultsOver);
  const faultyMinutes = (performance.now() - startedAt) / 60_000;
  const { kills, answers } = record.counts;
  const perMinute = [kills, answers].map((count) => Math.round(count / faultyMinutes));
  const startSeconds = (median(nodes.startsMs) / 1000).toFixed(1);
  say(`${perMinute[0]} kills and ${perMinute[1]} answers a minute; a node starts in ${startSeconds} s`);
  gateway.manner(() => 'take');
  stripe.misbehave = null;
  await inTurns(record, loans, planned.atOnce, (loan) => loan.finish());
  const faults = await faultsInBooks(world, loans, receiver).catch((error: unknown) => [String(error)]);
  for (const fault of faults) record.violate(fault);
  // What is found for a moment alone rouses a person too.
  if (nodes.logged.has('the books disagree')) record.violate('a node found that the books disagree');
  for (const lack of lacks(record, planned)) record.violate(`too few in the time: ${lack}`);

  await nodes.close();
  const parts = [proxy, ...places, s3, gateway, receiver, stripe, connection];
  await Promise.all(parts.map((part) => part.close()));
  await postgres.stop();
  return conclude(record, nodes.logged, clock.today, (performance.now() - startedAt) / 1000);
}

/** A proxy with its shipped file, drawn of those that are installed or the one named; where none is, one of Node's own that ends TLS. */
async function startDrawnProxy(places: readonly Place[]): Promise<Pick<FrontProxy, 'address' | 'close'>> {
  const named = shippedProxyNames.filter((name) => (values.proxy ?? name) === name);
  const installed = named.filter((name) => findProgram(name) !== null);
  for (const name of named) if (!installed.includes(name)) say(`${name} is not installed and is left out`);
  const name = installed[seed % Math.max(1, installed.length)];
  const nodes = places.map(({ url }) => new URL(url).origin);
  say(`behind ${name ?? "a proxy of Node's own"}`);
  if (name !== undefined) return startShippedProxy(name, { folder: join(folder, 'proxy'), nodes });
  const plain = await startTlsProxy();
  plain.forwardTo(...nodes);
  return plain;
}

/** New loans, and a day in the life of the others. */
async function liveADay(
  world: World,
  loans: SimulatedLoan[],
  { day, planned: { loansADay, atOnce, underWay } }: { readonly day: number; readonly planned: Run },
): Promise<void> {
  const productIds = Object.keys(modelProducts) as ModelProductId[];
  const begun: SimulatedLoan[] = [];
  const beginnings = Array.from({ length: loansADay }, (_, index) => async () => {
    const productId = productIds[(day + index) % productIds.length] as ModelProductId;
    const number = loansADay * day + index;
    const own = { number, seed: seed + number, random: seededRandom(seed + 1000 * day + index) };
    begun.push(await beginLoan(world, productId, own));
  });
  const visits = loans.slice(-underWay).map((loan) => () => loan.visit());
  await inTurns(world.record, [...beginnings, ...visits], atOnce, (work) => work());
  loans.push(...begun);
}

/** Works through the items, some at once; what a loan cannot go on from is a violation. */
async function inTurns<Item>(
  record: RunRecord,
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error: unknown) => record.violate(String(error)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** What the run has not reached yet. */
function lacks({ counts }: RunRecord, planned: Run): string[] {
  return (['kills', 'crashes', 'failovers', 'payments', 'prepayments'] as const)
    .filter((name) => counts[name] < planned[name])
    .map((name) => `${counts[name]} of ${planned[name]} ${name}`);
}

function progress(record: RunRecord, planned: Run, leftSeconds: number, today: string): string {
  const { kills, crashes, failovers, loans, steps, payments, answers } = record.counts;
  const left = `at most ${clockOf(leftSeconds)} left`;
  return [
    `${left}, it is ${today}: ${kills} of ${planned.kills} kills, ${crashes} of ${planned.crashes} crashes, ${failovers} failovers`,
    `${loans} loans, ${steps} steps, ${payments} payments, ${answers} answers, ${record.violations.length} violations`,
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
