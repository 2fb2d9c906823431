import { randomInt } from 'node:crypto';
import { connectDatabase } from '#db/connect.ts';
import { followDatabaseClock } from '#lending/clock.ts';
import { type Credentials, credentials, lendingService, serviceAt } from '#tests/setup/lending-service.ts';
import { startBareServer } from './bare-server.ts';
import { type Answered, askServer, type ClientRequest } from './clients.ts';
import { type LoadBorrower, type LoadedNode, withNode } from './node.ts';
import { askDatabase, findPgbench, writeScript } from './pgbench.ts';
import type { Portfolios } from './portfolios.ts';
import { timeOfProcess, timePerAnswer } from './processor-time.ts';
import { createProgress, say, tableOf } from './progress.ts';
import { type RecordedStatement, recordStatements } from './recorded-statements.ts';

export interface MeasuringOptions {
  readonly sizes: readonly number[];
  readonly clients: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** CPU milliseconds per answer are null where the platform does not report them. */
export interface Measured extends Answered {
  readonly nodeMs: number | null;
  readonly postgresMs: number | null;
}

interface Round extends Measured {
  /** Null without `pgbench`. */
  readonly pgbenchPerSecond: number | null;
  /** CPU time of PostgreSQL per `pgbench` transaction; null where it cannot be read. */
  readonly pgbenchMs: number | null;
  readonly bare: Measured;
}

/** Latencies of the node and of the bare server at the same request rate. */
interface CalmRound extends Answered {
  readonly bare: Answered;
}

interface MeasuredCall {
  readonly name: string;
  readonly rounds: readonly Round[];
  /** At half of the node's saturation rate. */
  readonly atHalf: readonly {
    readonly clients: number;
    readonly gaps: (typeof calmGaps)[number];
    readonly rounds: readonly CalmRound[];
  }[];
  readonly statements: readonly RecordedStatement[];
  /** The `pgbench` command line; null without `pgbench`. */
  readonly command: string | null;
}

const runs = `loans.status in ('to-repay', 'overdue')`;

export const calls = [
  {
    name: 'loan-details',
    path: '/v3/loan-details/loan-details',
    condition: runs,
    bodyOf: ({ productId, loanId }: LoadBorrower) => ({ productId, orderId: loanId }),
  },
  {
    name: 'loan-play-detail',
    path: '/v3/installment/loan-play-detail',
    condition: runs,
    bodyOf: ({ productId, loanId }: LoadBorrower) => ({ productId, orderId: loanId }),
  },
  {
    name: 'loan-detail-confirm',
    path: '/v3/loan-confirm/loan-detail-confirm',
    condition: `loans.status = 'settled' and borrowers.blocked_at is null`,
    bodyOf: ({ productId }: LoadBorrower) => ({ productId }),
  },
] as const;

const calmClients = [10, 100] as const;

/** Arrivals at even intervals, and at random ones, where queues form however fast answers are. */
const calmGaps = ['even', 'random'] as const;

/**
 * Measures answers per second of one node for three calls, interleaved with `pgbench` and with a bare server running the same statements,
 * then latencies at half load. `pgbench` is skipped when it is not installed.
 */
export async function measureCalls(portfolios: Portfolios, options: MeasuringOptions) {
  const { sizes, clients, rounds, seconds } = options;
  const [loans = 1000] = sizes;
  const pgbench = await findPgbench();
  if (pgbench === null) say('There is no pgbench, so no ratio: PGBENCH may name one');
  return withNode(portfolios, loans, async (node) => {
    const total =
      calls.length * (2 + rounds * ((pgbench ? 3 : 2) + 2 * calmClients.length * calmGaps.length)) * seconds;
    const progress = createProgress('Calls, seconds', total);
    let done = 0;
    const passed = () => {
      done += seconds;
      progress(done);
    };
    const measured: MeasuredCall[] = [];
    for (const call of calls) measured.push(await measureCall(node, pgbench, call, options, passed));
    return {
      table: `${reportOf(measured, options)}\n\n${commandsOf(measured)}`,
      result: { loans, clients, rounds, seconds, calls: measured },
    };
  });
}

async function measureCall(
  node: LoadedNode,
  pgbench: string | null,
  call: (typeof calls)[number],
  { clients, rounds, seconds }: MeasuringOptions,
  passed: () => void,
): Promise<MeasuredCall> {
  const service = serviceAt(node.address);
  const requests: ClientRequest[] = [];
  for (const borrower of await node.borrowers(call.condition)) {
    requests.push(callRequest(call, borrower, await service.session(borrower.borrowerId)));
  }
  await askServer(node.address, requests, { clients, seconds });
  passed();
  const lists = await statementsOfEach(node.databaseUrl, requests);
  const script = pgbench === null ? null : await writeScript(pgbench, lists);
  const askAlone = async () => {
    if (!script) return { pgbenchPerSecond: null, pgbenchMs: null };
    const before = node.time.postgres();
    const { perSecond, answers } = await askDatabase(node.databaseUrl, script, { clients, seconds });
    passed();
    return { pgbenchPerSecond: perSecond, pgbenchMs: timePerAnswer(before, node.time.postgres(), answers) };
  };
  const bare = await startBareServer({ databaseUrl: node.databaseUrl, lists });
  const bareNode = { ...bare, time: { ...node.time, node: timeOfProcess(bare.processId) } };
  const bareRequests = requests.map((request, place) => ({ ...request, path: `/${place}` }));
  const askBare = () => measureRequests(bareNode, bareRequests, { clients, seconds }).finally(passed);
  try {
    await askBare();
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const answered = await measureRequests(node, requests, { clients, seconds });
      passed();
      measured.push({ ...answered, bare: await askBare(), ...(await askAlone()) });
    }
    const perSecond = Math.round(median(measured.map((round) => round.perSecond)) / 2);
    const atHalf: MeasuredCall['atHalf'][number][] = [];
    for (const few of calmClients) {
      for (const gaps of calmGaps) {
        const asking = { clients: few, seconds, perSecond, gaps };
        const answered: CalmRound[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const byNode = await askServer(node.address, requests, asking);
          passed();
          answered.push({ ...byNode, bare: await askServer(bare.address, bareRequests, asking) });
          passed();
        }
        atHalf.push({ clients: few, gaps, rounds: answered });
      }
    }
    const [statements = []] = lists;
    const command = script && `${script.command} -c ${clients} -T ${seconds}`;
    return { name: call.name, rounds: measured, atHalf, statements, command };
  } finally {
    await bare.stop();
    await script?.remove();
  }
}

export function callRequest(
  { path, bodyOf }: (typeof calls)[number],
  borrower: LoadBorrower,
  session: Credentials,
): ClientRequest {
  return {
    method: 'POST',
    path,
    body: JSON.stringify(bodyOf(borrower)),
    headers: {
      ...credentials(session),
      'Content-Type': 'application/json',
      'X-Forwarded-For': randomAddress(),
    },
  };
}

/** Sends `requests` and measures CPU time for each answer (see `measureAnswers`). */
export function measureRequests(
  { address, time }: Pick<LoadedNode, 'address' | 'time'>,
  requests: readonly ClientRequest[],
  asking: Parameters<typeof askServer>[2],
): Promise<Measured> {
  return measureAnswers(time, () => askServer(address, requests, asking));
}

/** Measures CPU time of the node and PostgreSQL for each answer while `ask` sends requests. */
export async function measureAnswers<Got extends Pick<Answered, 'answers'>>(
  time: LoadedNode['time'],
  ask: () => Promise<Got>,
): Promise<Got & Pick<Measured, 'nodeMs' | 'postgresMs'>> {
  const before = { node: time.node(), postgres: time.postgres() };
  const answered = await ask();
  return {
    ...answered,
    nodeMs: timePerAnswer(before.node, time.node(), answered.answers),
    postgresMs: timePerAnswer(before.postgres, time.postgres(), answered.answers),
  };
}

/** SQL statements of each request once caches are warm. */
async function statementsOfEach(
  databaseUrl: string,
  requests: readonly ClientRequest[],
): Promise<RecordedStatement[][]> {
  const recorder = recordStatements();
  const connection = await connectDatabase({ databaseUrl });
  try {
    const { clock, timeOf } = await followDatabaseClock(connection.db);
    const service = lendingService(connection.db, { sessionIdleMinutes: 30 }, { timeOf });
    service.setTime(clock.now().toISOString());
    const lists: RecordedStatement[][] = [];
    for (const { path, ...request } of requests) {
      const ask = async () => {
        const answer = await service.api.fetch(new Request(`http://lender.test${path}`, request));
        if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
      };
      await ask();
      lists.push(await recorder.statementsOf(ask));
    }
    return lists;
  } finally {
    await connection.close();
    recorder.stop();
  }
}

/** A random client address, because rate limits count by address. */
export function randomAddress(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

function reportOf(measured: readonly MeasuredCall[], { clients, rounds, seconds }: MeasuringOptions): string {
  const middle = (call: MeasuredCall, of: (round: Round) => number | null) => {
    const figures = call.rounds.map(of).filter((figure) => figure !== null);
    return figures.length === 0 ? '' : rounded(median(figures));
  };
  return [
    `Medians of ${rounds} rounds of ${seconds} s with ${clients} clients, the node, a bare server of Node that asks the same statements, and pgbench in turns; milliseconds of processor for one answer`,
    tableOf(
      [
        'call',
        'answers/s',
        'pgbench/s',
        'ratio',
        'statements',
        'node ms',
        'PostgreSQL ms',
        'by pgbench ms',
        'bare node/s',
        'its ms',
        'its ratio to pgbench',
        'p50 ms',
        'p99 ms',
      ],
      measured.map((call) => [
        call.name,
        middle(call, ({ perSecond }) => perSecond),
        middle(call, ({ pgbenchPerSecond }) => pgbenchPerSecond),
        middle(call, ({ perSecond, pgbenchPerSecond }) => pgbenchPerSecond && perSecond / pgbenchPerSecond),
        call.statements.length,
        middle(call, ({ nodeMs }) => nodeMs),
        middle(call, ({ postgresMs }) => postgresMs),
        middle(call, ({ pgbenchMs }) => pgbenchMs),
        middle(call, ({ bare }) => bare.perSecond),
        middle(call, ({ bare }) => bare.nodeMs),
        middle(call, ({ bare, pgbenchPerSecond }) => pgbenchPerSecond && bare.perSecond / pgbenchPerSecond),
        middle(call, ({ p50Ms }) => p50Ms),
        middle(call, ({ p99Ms }) => p99Ms),
      ]),
    ),
    '',
    'At half of that rate',
    tableOf(
      [
        ...['call', 'clients', 'gaps', 'answers/s', 'p50 ms', 'p99 ms', 'p99 / p50'],
        ...['bare p50 ms', 'bare p99 ms', 'bare p99 / p50'],
      ],
      measured.flatMap(({ name, atHalf }) =>
        atHalf.map((calm) => [
          name,
          calm.clients,
          calm.gaps,
          rounded(median(calm.rounds.map(({ perSecond }) => perSecond))),
          median(calm.rounds.map(({ p50Ms }) => p50Ms)),
          median(calm.rounds.map(({ p99Ms }) => p99Ms)),
          rounded(median(calm.rounds.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms))),
          median(calm.rounds.map(({ bare }) => bare.p50Ms)),
          median(calm.rounds.map(({ bare }) => bare.p99Ms)),
          rounded(median(calm.rounds.map(({ bare }) => bare.p99Ms / bare.p50Ms))),
        ]),
      ),
    ),
  ].join('\n');
}

function commandsOf(measured: readonly MeasuredCall[]): string {
  const lines = measured.flatMap(({ name, statements, command }) => [
    command === null ? name : `${name}: ${command}`,
    ...statements.map(({ text, name: preparedAs }) => `  ${preparedAs || '(not named)'}: ${oneLine(text)}`),
  ]);
  return ['What was asked of PostgreSQL for one answer', ...lines].join('\n');
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 117)}...` : line;
}

function rounded(figure: number): number {
  return figure >= 100 ? Math.round(figure) : Math.round(figure * 100) / 100;
}
