import { credentials, serviceAt } from '#tests/setup/lending-service.ts';
import { type MeasuringOptions, median, randomAddress } from './calls.ts';
import { type Asking, type ClientRequest, floodServer } from './clients.ts';
import { type LoadedNode, withNode } from './node.ts';
import type { Portfolios } from './portfolios.ts';
import { timePerAnswer } from './processor-time.ts';
import { createProgress, tableOf } from './progress.ts';

/** Latencies of answers and of refusals in milliseconds, and the cores used meanwhile. */
interface Served {
  readonly seconds: number;
  readonly answeredMs: readonly number[];
  readonly refusedMs: readonly number[];
  /** Neither an answer nor a 503. */
  readonly failed: number;
  /** Requests not sent because every client was waiting. */
  readonly unsent: number;
  /** Mean number of busy cores; null where CPU time cannot be read. */
  readonly processors: Readonly<Record<'clients' | 'node' | 'postgres', number | null>>;
}

type AskedNode = Pick<LoadedNode, 'address' | 'time'>;

type Work = Pick<Served, 'seconds' | 'answeredMs' | 'processors'>;

interface Round {
  /** Measured before and after the flood, because a shared machine varies in speed. */
  readonly saturated: Work;
  readonly flooded: Served;
  /**
   * Seconds until half of the saturation rate was answered without a refusal, 90 % of it within that second; null when that took too long.
   */
  readonly recoveredSeconds: number | null;
}

/** Requests sent, as a multiple of saturation. */
const overload = 4;
const recoverySecondsMax = 10;

/** Measures goodput at four times saturation and the time until the node has recovered. */
export async function measureOverload(portfolios: Portfolios, options: MeasuringOptions) {
  const { sizes, rounds, seconds } = options;
  const [loans = 1000] = sizes;
  return withNode(portfolios, loans, async (node) => {
    const requests = await runningLoanRequests(node);
    const progress = createProgress('Overload, rounds', rounds);
    await saturate(node, requests, seconds);
    const measured: Round[] = [];
    let before = await saturate(node, requests, seconds);
    for (let round = 0; round < rounds; round += 1) {
      const { flooded, recoveredSeconds } = await flood(node, requests, seconds, before);
      const after = await saturate(node, requests, seconds);
      measured.push({ saturated: inAll(before, after), flooded, recoveredSeconds });
      before = after;
      progress(round + 1);
    }
    return { table: reportOf(measured, options), result: { loans, rounds: measured.map(summaryOf) } };
  });
}

export async function runningLoanRequests(node: LoadedNode): Promise<ClientRequest[]> {
  const service = serviceAt(node.address);
  const requests: ClientRequest[] = [];
  for (const { borrowerId, productId, loanId } of await node.borrowers(`loans.status = 'to-repay'`)) {
    requests.push({
      method: 'POST',
      path: '/v3/installment/loan-play-detail',
      body: JSON.stringify({ productId, orderId: loanId }),
      headers: {
        ...credentials(await service.session(borrowerId)),
        'Content-Type': 'application/json',
        'X-Forwarded-For': randomAddress(),
      },
    });
  }
  return requests;
}

/** Sends as many requests as a node, or a proxy, answers. */
export function saturate(
  node: AskedNode,
  requests: readonly ClientRequest[],
  seconds: number,
): Promise<Served> {
  return serve(node, requests, { clients: 32, seconds });
}

/** Sends four times the saturation rate. @param perSecond saturation rate. */
export function serveFlood(
  node: AskedNode,
  requests: readonly ClientRequest[],
  seconds: number,
  perSecond: number,
): Promise<Served> {
  // A waiting client sends nothing, so there are more clients than requests per second.
  const clients = Math.min(1500, Math.max(400, Math.ceil(perSecond * overload * 1.2)));
  return serve(node, requests, { clients, seconds, perSecond: perSecond * overload });
}

async function flood(
  node: AskedNode,
  requests: readonly ClientRequest[],
  seconds: number,
  saturated: Work,
): Promise<Omit<Round, 'saturated'>> {
  const perSecond = Math.round(saturated.answeredMs.length / saturated.seconds);
  const flooded = await serveFlood(node, requests, seconds, perSecond);
  let recoveredSeconds: number | null = null;
  for (let second = 1; second <= recoverySecondsMax && recoveredSeconds === null; second += 1) {
    const half = Math.max(10, Math.round(perSecond / 2));
    const after = await serve(node, requests, { clients: 10, seconds: 1, perSecond: half });
    const isSlow = after.answeredMs.length < half * 0.9;
    if (after.refusedMs.length + after.failed === 0 && !isSlow) recoveredSeconds = second;
  }
  return { flooded, recoveredSeconds };
}

async function serve(
  { address, time }: AskedNode,
  requests: readonly ClientRequest[],
  asking: Asking,
): Promise<Served> {
  const used = () => ({ node: time.node(), postgres: time.postgres() });
  const before = used();
  const { seconds, tookMs, failed, unsent, processorMs } = await floodServer(address, requests, asking);
  const after = used();
  const ofOthers = [...tookMs].filter(([status]) => status !== 200 && status !== 503);
  const processors = (who: keyof typeof before) => timePerAnswer(before[who], after[who], seconds * 1000);
  return {
    seconds,
    answeredMs: tookMs.get(200) ?? [],
    refusedMs: tookMs.get(503) ?? [],
    failed: ofOthers.reduce((sum, [, { length }]) => sum + length, failed),
    unsent,
    processors: {
      clients: processorMs / (seconds * 1000),
      node: processors('node'),
      postgres: processors('postgres'),
    },
  };
}

function inAll(before: Work, after: Work): Work {
  const seconds = before.seconds + after.seconds;
  const processors = (who: keyof Served['processors']) => {
    const [one, other] = [before.processors[who], after.processors[who]];
    return one === null || other === null ? null : (one * before.seconds + other * after.seconds) / seconds;
  };
  return {
    seconds,
    answeredMs: [...before.answeredMs, ...after.answeredMs],
    processors: {
      clients: processors('clients'),
      node: processors('node'),
      postgres: processors('postgres'),
    },
  };
}

function perProcessorSecond({ seconds, answeredMs, processors: { node, postgres } }: Work): number | null {
  return node === null || postgres === null ? null : answeredMs.length / seconds / (node + postgres);
}

function quantile(figures: readonly number[], part: number): number | null {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;
}

function summaryOf({ saturated, flooded, recoveredSeconds }: Round) {
  const saturationPerSecond = saturated.answeredMs.length / saturated.seconds;
  const goodputPerSecond = flooded.answeredMs.length / flooded.seconds;
  const whenSaturated = perProcessorSecond(saturated);
  const whenFlooded = perProcessorSecond(flooded);
  return {
    saturationPerSecond,
    goodputPerSecond,
    ratio: goodputPerSecond / saturationPerSecond,
    /** The same ratio by CPU time of node and PostgreSQL, without that of the clients. */
    ratioByProcessor: whenSaturated === null || whenFlooded === null ? null : whenFlooded / whenSaturated,
    saturatingClientProcessors: saturated.processors.clients,
    saturatedNodeProcessors: saturated.processors.node,
    saturatedPostgresProcessors: saturated.processors.postgres,
    clientProcessors: flooded.processors.clients,
    nodeProcessors: flooded.processors.node,
    postgresProcessors: flooded.processors.postgres,
    refusedPerSecond: flooded.refusedMs.length / flooded.seconds,
    failed: flooded.failed,
    unsent: flooded.unsent,
    answerP50Ms: quantile(flooded.answeredMs, 0.5),
    answerP99Ms: quantile(flooded.answeredMs, 0.99),
    refusalP50Ms: quantile(flooded.refusedMs, 0.5),
    refusalP99Ms: quantile(flooded.refusedMs, 0.99),
    recoveredSeconds,
  };
}

function reportOf(measured: readonly Round[], { rounds, seconds }: MeasuringOptions): string {
  const summaries = measured.map(summaryOf);
  type Summary = (typeof summaries)[number];
  const names = Object.keys(summaries[0] ?? {}) as (keyof Summary)[];
  const rounded = (figure: number) => (figure >= 100 ? Math.round(figure) : Math.round(figure * 100) / 100);
  return [
    `${overload} times what saturates one node, loan-play-detail, medians of ${rounds} rounds of ${seconds} s`,
    tableOf(
      ['figure', 'median', ...measured.map((_round, place) => `round ${place + 1}`)],
      names.map((name) => {
        const figures = summaries.map((summary) => summary[name]);
        const numbers = figures.filter((figure) => figure !== null);
        const shown = figures.map((figure) => (figure === null ? 'none' : rounded(figure)));
        return [name, numbers.length === 0 ? 'none' : rounded(median(numbers)), ...shown];
      }),
    ),
  ].join('\n');
}
