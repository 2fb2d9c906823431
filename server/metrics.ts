import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MachineProbe } from '#db/citus/machines.ts';
import type { DatabaseConnection } from '#db/connect.ts';
import type { LendingDependencies } from '#lending/dependencies.ts';
import manifest from '../package.json' with { type: 'json' };
import type { DatabaseWatch } from './database-watch.ts';
import { type Listening, listen } from './listen.ts';
import { allLacks, type Readiness } from './readiness.ts';
import type { SmsCounts } from './sms-watch.ts';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of its path, never the path itself; `none` where nothing answers there. */
  readonly route: string;
  readonly status: number;
  readonly durationSeconds: number;
}

/** A call that was made or answered, by our name. */
export interface ConcludedCall {
  readonly call: string;
  readonly outcome: string;
  readonly durationSeconds: number;
}

/** Counts what a node does. Every label has a value from the code or a short list, so strangers add no series. */
export interface Metrics
  extends Required<
    Pick<
      LendingDependencies,
      'jobEnded' | 'booksCompared' | 'eventsFound' | 'mattersCounted' | 'providerHeard'
    >
  > {
  requestAnswered(request: AnsweredRequest): void;
  /** A page made a call, to the built-in service or to a lender's own backend. */
  callMade(call: ConcludedCall): void;
  /** The built-in service answered a call of the pages or, signed, of the lender's systems. */
  callAnswered(call: ConcludedCall & { readonly isSigned: boolean }): void;
  /** All there is, in Prometheus' text format. */
  text(): Promise<string>;
}

const countedMethods = new Set(['GET', 'HEAD', 'POST']);
/** From an answer out of memory to one that the database kept waiting until its limit. */
const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of a node. */
export function createMetrics(parts: {
  readonly smsCounts: SmsCounts | null;
  readonly pools: DatabaseConnection['pools'] | null;
  readonly databaseWatch: Pick<DatabaseWatch, 'failures' | 'lockWaits' | 'lockHeldSeconds'> | null;
  readonly machines: MachineProbe | null;
  readonly readiness: Pick<Readiness, 'lacks'>;
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers });
  const durations = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets: durationBucketsSeconds, registers });

  collectDefaultMetrics({ register: registry });
  gauge('llano_build_info', 'The version that the node runs', ['version']).set(
    { version: manifest.version },
    1,
  );

  const requests = counter('llano_requests_total', 'Requests answered', ['method', 'route', 'status']);
  const requestDurations = durations('llano_request_duration_seconds', 'Time to an answer', ['route']);
  const calls = counter('llano_page_calls_total', 'Calls that pages made', ['call', 'outcome']);
  const madeDurations = durations('llano_page_call_duration_seconds', 'Time of calls that pages made', [
    'call',
  ]);
  const answered = counter('llano_answered_calls_total', 'Calls that the built-in service answered', [
    'call',
    'outcome',
  ]);
  const signed = counter('llano_host_calls_total', "Calls of the lender's systems", ['call', 'outcome']);
  const signedDurations = durations('llano_host_call_duration_seconds', "Time of the lender's calls", [
    'call',
  ]);
  const jobs = counter('llano_jobs_total', 'Runs of jobs', ['job', 'outcome']);
  const jobEnds = gauge('llano_job_last_end_timestamp_seconds', 'When a run of a job last ended so', [
    'job',
    'outcome',
  ]);
  const heard = counter(
    'llano_provider_messages_total',
    'Messages of providers by what became of them, and money found in their lists that none told of',
    ['provider', 'outcome'],
  );
  const differences = gauge('llano_reconciliation_differences', 'Where books disagreed when last compared', [
    'books',
  ]);
  const unmatched = gauge('llano_unmatched_payments', 'Payments that wait for their loan', ['currency']);
  const unmatchedMinor = gauge('llano_unmatched_minor', 'Their sum in minor units', ['currency']);
  const doubles = gauge('llano_suspected_doubles', 'Pairs of booked payments that may be one', []);
  const eventsWaiting = gauge('llano_events_waiting', 'Events still to be sent, counted up to 10000', []);
  const oldestWait = gauge('llano_events_oldest_wait_seconds', 'How long the oldest event waits', []);
  const eventsDead = gauge('llano_events_dead', 'Events given up, counted up to 10000', []);
  const matters = gauge('llano_matters_open', 'What waits for a person at the desk', ['kind']);
  const mattersPast = gauge('llano_matters_past_due', 'Those of them past their hours', ['kind']);
  new Gauge({
    name: 'llano_lacks',
    help: '1 where /ready tells that this is wanting',
    labelNames: ['lack'],
    registers,
    async collect() {
      const lacks = await parts.readiness.lacks();
      for (const lack of allLacks) this.set({ lack }, lacks.includes(lack) ? 1 : 0);
    },
  });

  if (parts.smsCounts) {
    const { smsCounts } = parts;
    new Counter({
      name: 'llano_sms_total',
      help: 'Messages with codes by what the gateway said and reported, and those that a used-up budget refused',
      labelNames: ['purpose', 'outcome', 'budget'],
      registers,
      collect() {
        this.reset();
        for (const [name, count] of smsCounts) {
          const [purpose = '', outcome = '', budget = ''] = name.split(' ');
          this.inc({ purpose, outcome, budget }, count);
        }
      },
    });
  }
  if (parts.databaseWatch) {
    const { failures, lockWaits, lockHeldSeconds } = parts.databaseWatch;
    new Counter({
      name: 'llano_database_failures_total',
      help: 'Statements that the database could not serve, each try, by whether they write and what was wanting',
      labelNames: ['statement', 'failure'],
      registers,
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
      help: 'Statements that waited long for a lock, by whose it is',
      labelNames: ['holder'],
      registers,
      collect() {
        this.reset();
        for (const [holder, count] of lockWaits) this.inc({ holder }, count);
      },
    });
    new Gauge({
      name: 'llano_lock_held_seconds',
      help: 'How long the transaction is open that held up others within the last minute',
      registers,
      collect() {
        this.set(lockHeldSeconds());
      },
    });
  }
  if (parts.machines) {
    const { machines } = parts;
    new Gauge({
      name: 'llano_shards_away',
      help: 'Parts of the borrowers whose machine of a cluster does not answer the coordinator',
      labelNames: ['machine'],
      registers,
      async collect() {
        const found = await machines();
        if (found === null) return;
        this.reset();
        for (const { name, shardCount, isThere } of found)
          this.set({ machine: name }, isThere ? 0 : shardCount);
      },
    });
  }
  if (parts.pools) {
    const { pools } = parts;
    new Gauge({
      name: 'llano_database_sessions',
      help: 'Sessions of a pool: all that are open, those idle, and requests that wait for one',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        for (const { pool, total, idle, waiting } of pools()) {
          this.set({ pool, state: 'total' }, total);
          this.set({ pool, state: 'idle' }, idle);
          this.set({ pool, state: 'waiting' }, waiting);
        }
      },
    });
  }

  return {
    requestAnswered({ method, route, status, durationSeconds }) {
      requests.inc({ method: countedMethods.has(method) ? method : 'other', route, status: String(status) });
      requestDurations.observe({ route }, durationSeconds);
    },
    callMade({ call, outcome, durationSeconds }) {
      calls.inc({ call, outcome });
      madeDurations.observe({ call }, durationSeconds);
    },
    callAnswered({ call, outcome, durationSeconds, isSigned }) {
      (isSigned ? signed : answered).inc({ call, outcome });
      if (isSigned) signedDurations.observe({ call }, durationSeconds);
    },
    jobEnded(job, outcome) {
      jobs.inc({ job, outcome });
      jobEnds.setToCurrentTime({ job, outcome });
    },
    providerHeard(provider, outcome, count = 1) {
      heard.inc({ provider, outcome }, count);
    },
    booksCompared(faultCount) {
      if (faultCount.unmatched) {
        unmatched.reset();
        unmatchedMinor.reset();
        for (const { currency, count, amountMinor } of faultCount.unmatched) {
          unmatched.inc({ currency }, count);
          unmatchedMinor.inc({ currency }, Number(amountMinor));
        }
      }
      if (faultCount.disagreementCount !== undefined)
        differences.set({ books: 'loans' }, faultCount.disagreementCount);
      if (faultCount.eventFaultCount !== undefined)
        differences.set({ books: 'events' }, faultCount.eventFaultCount);
      if (faultCount.suspectedDoubleCount !== undefined) doubles.set(faultCount.suspectedDoubleCount);
    },
    eventsFound({ waitingCount, oldestWaitSeconds, deadCount }) {
      eventsWaiting.set(waitingCount);
      oldestWait.set(oldestWaitSeconds);
      eventsDead.set(deadCount);
    },
    mattersCounted(counts) {
      for (const { kind, all, past } of counts) {
        matters.set({ kind }, all);
        mattersPast.set({ kind }, past);
      }
    },
    text: () => registry.metrics(),
  };
}

/** Serves the metrics at `/metrics` and nothing else, apart from what borrowers reach. */
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
