import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MachineProbe } from '#db/citus/machines.ts';
import type { DatabaseConnection } from '#db/connect.ts';
import type { LendingDependencies } from '#lending/dependencies.ts';
import manifest from '../package.json' with { type: 'json' };
import type { DatabaseWatch } from './database-watch.ts';
import { type Listening, listen } from './listen.ts';
import { missingParts, type Readiness } from './readiness.ts';
import type { SmsCounts } from './sms-watch.ts';

export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of its path, never the path itself; `none` without a match. */
  readonly route: string;
  readonly status: number;
  readonly durationSeconds: number;
}

export interface ConcludedCall {
  readonly call: string;
  readonly outcome: string;
  readonly durationSeconds: number;
}

/** Metrics of a node. Labels have values from the code or a short list, so requests of strangers add no series. */
export interface Metrics
  extends Required<
    Pick<
      LendingDependencies,
      'jobEnded' | 'booksCompared' | 'eventsFound' | 'mattersCounted' | 'providerHeard'
    >
  > {
  requestAnswered(request: AnsweredRequest): void;
  /** A page called the built-in service or a lender's own backend. */
  callMade(call: ConcludedCall): void;
  /** The built-in service answered a page, or the lender's systems (`isSigned`). */
  callAnswered(call: ConcludedCall & { readonly isSigned: boolean }): void;
  text(): Promise<string>;
}

const countedMethods = new Set(['GET', 'HEAD', 'POST']);
/** From an answer out of memory to one that waits until the database's limit. */
const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Null leaves the metrics of a part out. */
interface MetricParts {
  readonly smsCounts: SmsCounts | null;
  readonly pools: DatabaseConnection['pools'] | null;
  readonly databaseWatch: Pick<DatabaseWatch, 'failures' | 'lockWaits' | 'lockHeldSeconds'> | null;
  readonly machines: MachineProbe | null;
  readonly readiness: Pick<Readiness, 'lacks'>;
}

export function createMetrics(parts: MetricParts): Metrics {
  const registry = new Registry();
  const make = makersIn(registry);
  collectDefaultMetrics({ register: registry });
  const build = make.gauge('llano_build_info', 'The version that the node runs', ['version']);
  build.set({ version: manifest.version }, 1);
  collectLacks(registry, parts.readiness);
  if (parts.smsCounts) collectSmsCounts(registry, parts.smsCounts);
  if (parts.databaseWatch) collectDatabaseWatch(registry, parts.databaseWatch);
  if (parts.machines) collectMachines(registry, parts.machines);
  if (parts.pools) collectPools(registry, parts.pools);
  return {
    ...requestMetrics(make),
    ...jobMetrics(make),
    ...bookMetrics(make),
    ...deskMetrics(make),
    text: () => registry.metrics(),
  };
}

type Makers = ReturnType<typeof makersIn>;

function makersIn(registry: Registry) {
  const registers = [registry];
  const buckets = durationBucketsSeconds;
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    durations: <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}

function requestMetrics({
  counter,
  durations,
}: Makers): Pick<Metrics, 'requestAnswered' | 'callMade' | 'callAnswered'> {
  const requests = counter('llano_requests_total', 'Answered requests', ['method', 'route', 'status']);
  const requestDurations = durations('llano_request_duration_seconds', 'Time to an answer', ['route']);
  const made = counter('llano_page_calls_total', 'Calls that pages made', ['call', 'outcome']);
  const madeDurations = durations('llano_page_call_duration_seconds', 'Time of calls by pages', ['call']);
  const answered = counter('llano_answered_calls_total', 'Calls that the built-in service answered', [
    'call',
    'outcome',
  ]);
  const signed = counter('llano_host_calls_total', "Calls of the lender's systems", ['call', 'outcome']);
  const signedDurations = durations('llano_host_call_duration_seconds', "Time of the lender's calls", [
    'call',
  ]);
  return {
    requestAnswered({ method, route, status, durationSeconds }) {
      requests.inc({ method: countedMethods.has(method) ? method : 'other', route, status: String(status) });
      requestDurations.observe({ route }, durationSeconds);
    },
    callMade({ call, outcome, durationSeconds }) {
      made.inc({ call, outcome });
      madeDurations.observe({ call }, durationSeconds);
    },
    callAnswered({ call, outcome, durationSeconds, isSigned }) {
      (isSigned ? signed : answered).inc({ call, outcome });
      if (isSigned) signedDurations.observe({ call }, durationSeconds);
    },
  };
}

function jobMetrics({ counter, gauge }: Makers): Pick<Metrics, 'jobEnded' | 'providerHeard'> {
  const jobs = counter('llano_jobs_total', 'Runs of jobs', ['job', 'outcome']);
  const ends = gauge('llano_job_last_end_timestamp_seconds', 'Last end of a job with this outcome', [
    'job',
    'outcome',
  ]);
  const messages = counter(
    'llano_provider_messages_total',
    'Messages of providers by outcome, and money in their lists that no message reported',
    ['provider', 'outcome'],
  );
  return {
    jobEnded(job, outcome) {
      jobs.inc({ job, outcome });
      ends.setToCurrentTime({ job, outcome });
    },
    providerHeard(provider, outcome, count = 1) {
      messages.inc({ provider, outcome }, count);
    },
  };
}

function bookMetrics({ gauge }: Makers): Pick<Metrics, 'booksCompared'> {
  const differences = gauge(
    'llano_reconciliation_differences',
    'Differences at the last comparison of books',
    ['books'],
  );
  const unmatched = gauge('llano_unmatched_payments', 'Payments without a loan', ['currency']);
  const unmatchedMinor = gauge('llano_unmatched_minor', 'Their sum in minor units', ['currency']);
  const doubles = gauge('llano_suspected_doubles', 'Pairs of booked payments that may be one', []);
  return {
    booksCompared(faultCount) {
      if (faultCount.unmatched) {
        unmatched.reset();
        unmatchedMinor.reset();
        for (const { currency, count, amountMinor } of faultCount.unmatched) {
          unmatched.inc({ currency }, count);
          unmatchedMinor.inc({ currency }, Number(amountMinor));
        }
      }
      const { disagreementCount, eventFaultCount, suspectedDoubleCount } = faultCount;
      if (disagreementCount !== undefined) differences.set({ books: 'loans' }, disagreementCount);
      if (eventFaultCount !== undefined) differences.set({ books: 'events' }, eventFaultCount);
      if (suspectedDoubleCount !== undefined) doubles.set(suspectedDoubleCount);
    },
  };
}

function deskMetrics({ gauge }: Makers): Pick<Metrics, 'eventsFound' | 'mattersCounted'> {
  const eventsWaiting = gauge('llano_events_waiting', 'Events still to be sent, counted up to 10000', []);
  const oldestWait = gauge('llano_events_oldest_wait_seconds', 'Age of the oldest unsent event', []);
  const eventsDead = gauge('llano_events_dead', 'Events given up, counted up to 10000', []);
  const matters = gauge('llano_matters_open', 'Open matters at the desk', ['kind']);
  const overdue = gauge('llano_matters_past_due', 'Overdue matters among them', ['kind']);
  return {
    eventsFound({ waitingCount, oldestWaitSeconds, deadCount }) {
      eventsWaiting.set(waitingCount);
      oldestWait.set(oldestWaitSeconds);
      eventsDead.set(deadCount);
    },
    mattersCounted(counts) {
      for (const { kind, all, past } of counts) {
        matters.set({ kind }, all);
        overdue.set({ kind }, past);
      }
    },
  };
}

function collectLacks(registry: Registry, readiness: MetricParts['readiness']): void {
  new Gauge({
    name: 'llano_lacks',
    help: '1 for each lack that /ready reports',
    labelNames: ['lack'],
    registers: [registry],
    async collect() {
      const lacks = await readiness.lacks();
      for (const lack of missingParts) this.set({ lack }, lacks.includes(lack) ? 1 : 0);
    },
  });
}

function collectSmsCounts(registry: Registry, smsCounts: SmsCounts): void {
  new Counter({
    name: 'llano_sms_total',
    help: 'Messages by the answer and the reports of the gateway, and those refused by a used-up budget',
    labelNames: ['purpose', 'outcome', 'budget'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [name, count] of smsCounts) {
        const [purpose = '', outcome = '', budget = ''] = name.split(' ');
        this.inc({ purpose, outcome, budget }, count);
      }
    },
  });
}

function collectDatabaseWatch(
  registry: Registry,
  { failures, lockWaits, lockHeldSeconds }: NonNullable<MetricParts['databaseWatch']>,
): void {
  new Counter({
    name: 'llano_database_failures_total',
    help: 'Failed tries of statements, by read or write and by failure',
    labelNames: ['statement', 'failure'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [name, count] of failures) {
        const [statement = '', failure = ''] = name.split(' ');
        this.inc({ statement, failure }, count);
      }
    },
  });
  new Counter({
    name: 'llano_lock_waits_total',
    help: 'Statements that waited long for a lock, by its holder',
    labelNames: ['holder'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [holder, count] of lockWaits) this.inc({ holder }, count);
    },
  });
  new Gauge({
    name: 'llano_lock_held_seconds',
    help: 'Age of the transaction that blocked others within the last minute',
    registers: [registry],
    collect() {
      this.set(lockHeldSeconds());
    },
  });
}

function collectMachines(registry: Registry, machines: MachineProbe): void {
  new Gauge({
    name: 'llano_shards_away',
    help: 'Shards of borrowers on cluster machines that do not answer the coordinator',
    labelNames: ['machine'],
    registers: [registry],
    async collect() {
      const found = await machines();
      if (found === null) return;
      this.reset();
      for (const { name, shardCount, isThere } of found)
        this.set({ machine: name }, isThere ? 0 : shardCount);
    },
  });
}

function collectPools(registry: Registry, pools: DatabaseConnection['pools']): void {
  new Gauge({
    name: 'llano_database_sessions',
    help: 'Open and idle sessions of a pool, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const { pool, total, idle, waiting } of pools()) {
        this.set({ pool, state: 'total' }, total);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}

/** Serves `/metrics` on a port that borrowers do not reach. */
export function listenForScrapes(metrics: Metrics, at: { host: string; port: number }): Promise<Listening> {
  return listen(
    {
      async fetch(request) {
        if (new URL(request.url).pathname !== '/metrics') return new Response('Not found', { status: 404 });
        if (request.method !== 'GET') return new Response(null, { status: 405, headers: { Allow: 'GET' } });
        return new Response(await metrics.text(), {
          headers: { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE },
        });
      },
    },
    { ...at, isHttps: false },
  );
}
