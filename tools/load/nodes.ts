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
 * How clients are spread: as many in all however many nodes there are, so that each has less to do, as where a lender adds one for the
 * case that another fails; as many for each, so that all are full, as where a lender adds one because the others are; or as
 * many for each on as many processors as there are nodes, as where each brings its own: one node then shares its processor with
 * PostgreSQL and clients as much as each of several does. Where there are fewer processors than nodes, all of them are used.
 */
const processorEach = 'for each, a processor each';
const ways = ['in all', 'for each', processorEach] as const;
type Way = (typeof ways)[number];

/** What nodes answered together when they were asked one way, and what one answer cost in milliseconds of processor; null where that cannot be told. */
interface Round {
  readonly way: Way;
  readonly count: number;
  readonly perSecond: number;
  /** All nodes together. */
  readonly nodeMs: number | null;
  readonly postgresMs: number | null;
}

/** What was measured, and how many processors there were to bind to; 0 where none can be. */
interface Measured {
  readonly processorCount: number;
  readonly rounds: readonly Round[];
}

/**
 * What an answer costs one node, two and four over one database, asked for pages and calls in turn, in turns: all are there the whole time, since a machine
 * is not as fast from one minute to the next. How much more nodes answer is said by what an answer costs where all share the
 * same processors: where each has a core of its own, as many times as much as there are nodes, less what an answer costs more. Where
 * processors are as many as nodes, answers a second say it. Other nodes do not know of one node alone, so that it has nothing to share.
 */
export async function measureNodes(portfolios: Portfolios, options: MeasuringOptions) {
  const { sizes, clients, rounds, seconds } = options;
  const [loans = 1000] = sizes;
  const postgresProcessId = await processOfPostgres((await portfolios.find(loans)).url);
  // Nodes and clients are started by this process.
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
      // Once for nothing, so that what is compiled once is not counted.
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
    // Longer for more nodes, so that each answers as many.
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
