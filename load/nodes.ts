import { type MeasuringOptions, median } from './calls.ts';
import { askServer, type ClientRequest } from './clients.ts';
import { mixedRequests } from './memory.ts';
import { type LoadedNode, withNodes } from './node.ts';
import type { Portfolios } from './portfolios.ts';
import { timePerAnswer } from './processor-time.ts';
import { createProgress, tableOf } from './progress.ts';

const counts = [1, 2, 4] as const;

/** What nodes answered together, and what one answer cost in milliseconds of processor; null where that cannot be told. */
interface Round {
  readonly perSecond: number;
  /** All nodes together. */
  readonly nodesMs: number | null;
  readonly postgresMs: number | null;
}

/**
 * What an answer costs one node, two and four over one database, asked for pages and calls in turn by as many clients in all. How
 * much more nodes answer is said by that: where each has a core of its own, as many times as much as there are nodes, less what
 * an answer costs more.
 */
export async function measureNodes(portfolios: Portfolios, options: MeasuringOptions) {
  const { sizes, clients, rounds, seconds } = options;
  const [loans = 1000] = sizes;
  const progress = createProgress('Nodes, rounds', counts.length * rounds);
  const measured: { readonly count: number; readonly rounds: readonly Round[] }[] = [];
  for (const count of counts) {
    const found = await withNodes(portfolios, { loans, count }, async (...nodes) => {
      const requests = await mixedRequests(nodes[0]);
      // Longer for more nodes, so that each answers as many; and once for nothing, so that what is compiled once is not counted.
      const asking = { clients: Math.max(1, Math.round(clients / count)), seconds: seconds * count };
      await measureRound(nodes, requests, asking);
      const each: Round[] = [];
      while (each.length < rounds) {
        each.push(await measureRound(nodes, requests, asking));
        progress(measured.length * rounds + each.length);
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
  asking: { readonly clients: number; readonly seconds: number },
): Promise<Round> {
  const [{ time }] = nodes;
  const nodesTime = () =>
    nodes.map((node) => node.time.node() ?? Number.NaN).reduce((sum, ms) => sum + ms, 0);
  const before = { nodes: nodesTime(), postgres: time.postgres() };
  const answered = await Promise.all(nodes.map(({ address }) => askServer(address, requests, asking)));
  const after = { nodes: nodesTime(), postgres: time.postgres() };
  const answers = answered.reduce((sum, each) => sum + each.answers, 0);
  const nodesMs = (after.nodes - before.nodes) / answers;
  return {
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
  const one = middle(measured[0]?.rounds ?? [], ({ nodesMs }) => nodesMs);
  return [
    `Pages and calls in turn, ${clients} clients in all, medians of ${rounds} rounds of ${seconds} s for each node; milliseconds of processor for one answer`,
    tableOf(
      ['nodes', 'node ms', 'PostgreSQL ms', 'times of one node', 'answers/s here'],
      measured.map(({ count, rounds: each }) => {
        const nodesMs = middle(each, (round) => round.nodesMs);
        return [
          ...[count, rounded(nodesMs), rounded(middle(each, ({ postgresMs }) => postgresMs))],
          rounded(one === null || nodesMs === null ? null : (count * one) / nodesMs),
          Math.round(middle(each, ({ perSecond }) => perSecond) ?? 0),
        ];
      }),
    ),
  ].join('\n');
}
