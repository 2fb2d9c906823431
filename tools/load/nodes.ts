import process from 'node:process';
import { type MeasuringOptions, measureAnswers, median } from './calls.ts';
import { askServer, type ClientRequest } from './clients.ts';
import { mixedRequests } from './memory.ts';
import { type LoadedNode, withNode } from './node.ts';
import type { Portfolios } from './portfolios.ts';
import { bindableProcessors, onProcessors, type ProcessorTime, processOfPostgres } from './processor-time.ts';
import { createProgress, tableOf } from './progress.ts';

const counts = [1, 2, 4] as const;

/**
 * How clients are spread over nodes: `in all` the same total, as where a node is added for failover; `for each` the same number per node,
 * so that all are saturated; `for each, a processor each` the same with as many cores as nodes (or all cores, where there are fewer).
 */
const processorEach = 'for each, a processor each';
const ways = ['in all', 'for each', processorEach] as const;
type Way = (typeof ways)[number];

/** Answers of all nodes together and CPU milliseconds per answer; null where it cannot be read. */
interface Round {
  readonly way: Way;
  readonly count: number;
  readonly perSecond: number;
  readonly nodeMs: number | null;
  readonly postgresMs: number | null;
}

/** Results, and the number of cores that processes can be bound to; 0 where binding is impossible. */
interface Measured {
  readonly processorCount: number;
  readonly rounds: readonly Round[];
}

/**
 * Measures the cost of an answer with one, two and four nodes over one database, interleaved, since a machine's speed varies by the minute.
 * All nodes run the whole time. Where they share the same cores, scaling is the ratio of CPU time per answer; where each has its own core,
 * it is answers per second. The single node has no peers in its settings, so it shares nothing.
 */
export async function measureNodes(portfolios: Portfolios, options: MeasuringOptions) {
  const { sizes, clients, rounds, seconds } = options;
  const [loans = 1000] = sizes;
  const postgresProcessId = await processOfPostgres((await portfolios.find(loans)).url);
  // Nodes and clients are children of this process.
  const bound = postgresProcessId === null ? [] : [process.pid, postgresProcessId];
  const processorCount = bound.length === 0 ? 0 : bindableProcessors().length;
  const waysHere = ways.filter((way) => way !== processorEach || processorCount > 1);
  const measured = await withNode(
    portfolios,
    loans,
    async (node, others) => {
      const requests = await mixedRequests(node);
      const asking = { ...options, postgres: node.time.postgres };
      const nodesOf = (count: number) => (count === 1 ? [node] : others.slice(0, count));
      // Warm-up round.
      for (const each of [node, ...others]) await measureRound([each], requests, 'for each', asking);
      const progress = createProgress('Nodes, rounds', rounds * counts.length * waysHere.length);
      const measuredRounds: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const way of waysHere) {
          for (const count of counts) {
            const measure = () => measureRound(nodesOf(count), requests, way, asking);
            const processors = Math.min(count, processorCount);
            measuredRounds.push(
              await (way === processorEach ? onProcessors(processors, bound, measure) : measure()),
            );
            progress(measuredRounds.length);
          }
        }
      }
      return { processorCount, rounds: measuredRounds };
    },
    { othersCount: Math.max(...counts) },
  );
  return { table: reportOf(measured, options), result: { loans, clients, seconds, ...measured } };
}

async function measureRound(
  nodes: readonly LoadedNode[],
  requests: readonly ClientRequest[],
  way: Way,
  { clients, seconds, postgres }: MeasuringOptions & { readonly postgres: ProcessorTime },
): Promise<Round> {
  const asking = {
    clients: way === 'in all' ? Math.max(1, Math.round(clients / nodes.length)) : clients,
    // Longer with more nodes, so that each gives the same number of answers.
    seconds: seconds * nodes.length,
  };
  const measured = await measureAnswers({ node: totalOf(nodes), postgres }, async () => {
    const answered = await Promise.all(nodes.map(({ address }) => askServer(address, requests, asking)));
    return {
      answers: answered.reduce((sum, { answers }) => sum + answers, 0),
      perSecond: answered.reduce((sum, { perSecond }) => sum + perSecond, 0),
    };
  });
  return { way, count: nodes.length, ...measured };
}

function totalOf(nodes: readonly LoadedNode[]): ProcessorTime {
  return () => {
    const times = nodes.map(({ time }) => time.node());
    return times.includes(null) ? null : times.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
  };
}

function reportOf(
  { processorCount, rounds: measured }: Measured,
  { rounds, seconds, clients }: MeasuringOptions,
): string {
  const middle = (way: Way, count: number, figure: (round: Round) => number | null) => {
    const figures = measured
      .filter((round) => round.way === way && round.count === count)
      .map(figure)
      .filter((value) => value !== null);
    return figures.length === 0 ? null : median(figures);
  };
  const rounded = (value: number | null) => (value === null ? '' : Math.round(value * 100) / 100);
  const timesOfOne = (way: Way, count: number): number | null => {
    const isByAnswers = way === processorEach && count <= processorCount;
    const figure = (round: Round) => (isByAnswers ? round.perSecond : round.nodeMs);
    const [alone, together] = [middle(way, 1, figure), middle(way, count, figure)];
    if (alone === null || together === null) return null;
    return isByAnswers ? together / alone : (count * alone) / together;
  };
  return [
    `Pages and calls in turn, ${clients} clients in all or for each node, medians of ${rounds} rounds of ${seconds} s for each node; milliseconds of processor for one answer; times of one node by that, and by answers a second where each node has a processor`,
    tableOf(
      ['clients', 'nodes', 'node ms', 'PostgreSQL ms', 'times of one node', 'answers/s here'],
      ways.flatMap((way) =>
        counts
          .filter((count) => middle(way, count, ({ perSecond }) => perSecond) !== null)
          .map((count) => [
            ...[way, count, rounded(middle(way, count, ({ nodeMs }) => nodeMs))],
            rounded(middle(way, count, ({ postgresMs }) => postgresMs)),
            rounded(timesOfOne(way, count)),
            Math.round(middle(way, count, ({ perSecond }) => perSecond) ?? 0),
          ]),
      ),
    ),
  ].join('\n');
}
