import process from 'node:process';
import { type MeasuringOptions, median } from './calls.ts';
import { askServer, type ClientRequest } from './clients.ts';
import { mixedRequests } from './memory.ts';
import { type LoadedNode, withNodes } from './node.ts';
import type { Portfolios } from './portfolios.ts';
import { bindableProcessors, onProcessors, processOfPostgres, timePerAnswer } from './processor-time.ts';
import { createProgress, tableOf } from './progress.ts';

const counts = [1, 2, 4] as const;

/**
 * How clients are spread: as many in all however many nodes there are, so that each has less to do, as where a lender adds one for the
 * case that another fails; as many for each, so that all are full, as where a lender adds one because the others are; or as
 * many for each on as many processors as there are nodes, where there are so many, as where each brings its own: one node then shares its
 * processor with PostgreSQL and clients as much as each of several does.
 */
const processorEach = 'for each, a processor each';
const ways = ['in all', 'for each', processorEach] as const;
type Way = (typeof ways)[number];

/** What nodes answered together when they were asked one way, and what one answer cost in milliseconds of processor; null where that cannot be told. */
interface Round {
  readonly way: Way;
  readonly perSecond: number;
  /** All nodes together. */
  readonly nodesMs: number | null;
  readonly postgresMs: number | null;
}

/**
 * What an answer costs one node, two and four over one database, asked for pages and calls in turn. How much more nodes answer is said by that where all share the
 * same processors: where each has a core of its own, as many times as much as there are nodes, less what an answer costs more. Where
 * processors are as many as nodes, answers a second say it.
 */
export async function measureNodes(portfolios: Portfolios, options: MeasuringOptions) {
  const { sizes, clients, rounds, seconds } = options;
  const [loans = 1000] = sizes;
  const postgresProcessId = await processOfPostgres((await portfolios.find(loans)).url);
  // Nodes and clients are started by this process.
  const bound = postgresProcessId === null ? [] : [process.pid, postgresProcessId];
  const processorCount = bound.length === 0 ? 0 : bindableProcessors().length;
  const waysFor = (count: number) => ways.filter((way) => way !== processorEach || count <= processorCount);
  const progress = createProgress(
    'Nodes, rounds',
    counts.reduce<number>((sum, count) => sum + rounds * waysFor(count).length, 0),
  );
  let done = 0;
  const measured: { readonly count: number; readonly rounds: readonly Round[] }[] = [];
  for (const count of counts) {
    const found = await withNodes(portfolios, { loans, count }, async (...nodes) => {
      const requests = await mixedRequests(nodes[0]);
      // Once for nothing, so that what is compiled once is not counted.
      await measureRound(nodes, requests, 'for each', options);
      const each: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const way of waysFor(count)) {
          const measure = () => measureRound(nodes, requests, way, options);
          each.push(await (way === processorEach ? onProcessors(count, bound, measure) : measure()));
          done += 1;
          progress(done);
        }
      }
      return each;
    });
    measured.push({ count, rounds: found });
  }
  return { table: reportOf(measured, options), result: { loans, clients, seconds, measured } };
}

async function measureRound(
  nodes: readonly [LoadedNode, ...LoadedNode[]],
  requests: readonly ClientRequest[],
  way: Way,
  { clients, seconds }: MeasuringOptions,
): Promise<Round> {
  const asking = {
    clients: way === 'in all' ? Math.max(1, Math.round(clients / nodes.length)) : clients,
    // Longer for more nodes, so that each answers as many.
    seconds: seconds * nodes.length,
  };
  const [{ time }] = nodes;
  const nodesTime = () =>
    nodes.map((node) => node.time.node() ?? Number.NaN).reduce((sum, ms) => sum + ms, 0);
  const before = { nodes: nodesTime(), postgres: time.postgres() };
  const answered = await Promise.all(nodes.map(({ address }) => askServer(address, requests, asking)));
  const after = { nodes: nodesTime(), postgres: time.postgres() };
  const answers = answered.reduce((sum, each) => sum + each.answers, 0);
  const nodesMs = (after.nodes - before.nodes) / answers;
  return {
    way,
    perSecond: answered.reduce((sum, each) => sum + each.perSecond, 0),
    nodesMs: Number.isNaN(nodesMs) ? null : nodesMs,
    postgresMs: timePerAnswer(before.postgres, after.postgres, answers),
  };
}

function reportOf(
  measured: readonly { readonly count: number; readonly rounds: readonly Round[] }[],
  { rounds, seconds, clients }: MeasuringOptions,
): string {
  const middle = (each: readonly Round[], figure: (round: Round) => number | null) => {
    const figures = each.map(figure).filter((value) => value !== null);
    return figures.length === 0 ? null : median(figures);
  };
  const rounded = (value: number | null) => (value === null ? '' : Math.round(value * 100) / 100);
  const ofWay = (each: readonly Round[], wanted: Way) => each.filter(({ way }) => way === wanted);
  const one = (way: Way, figure: (round: Round) => number | null) =>
    middle(ofWay(measured[0]?.rounds ?? [], way), figure);
  const timesOfOne = (way: Way, count: number, found: readonly Round[]): number | null => {
    if (way === processorEach) {
      const [alone, together] = [
        one(way, ({ perSecond }) => perSecond),
        middle(found, ({ perSecond }) => perSecond),
      ];
      return alone === null || together === null ? null : together / alone;
    }
    const [alone, each] = [one(way, ({ nodesMs }) => nodesMs), middle(found, ({ nodesMs }) => nodesMs)];
    return alone === null || each === null ? null : (count * alone) / each;
  };
  return [
    `Pages and calls in turn, ${clients} clients in all or for each node, medians of ${rounds} rounds of ${seconds} s for each node; milliseconds of processor for one answer; times of one node by that, and by answers a second where each node has a processor`,
    tableOf(
      ['clients', 'nodes', 'node ms', 'PostgreSQL ms', 'times of one node', 'answers/s here'],
      ways.flatMap((way) =>
        measured
          .map(({ count, rounds: each }) => ({ count, found: ofWay(each, way) }))
          .filter(({ found }) => found.length > 0)
          .map(({ count, found }) => [
            ...[way, count, rounded(middle(found, ({ nodesMs }) => nodesMs))],
            rounded(middle(found, ({ postgresMs }) => postgresMs)),
            rounded(timesOfOne(way, count, found)),
            Math.round(middle(found, ({ perSecond }) => perSecond) ?? 0),
          ]),
      ),
    ),
  ].join('\n');
}
