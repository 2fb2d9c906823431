import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '#tests/setup/programs.ts';
import { type ShippedProxyName, shippedProxyNames, startShippedProxy } from '#tests/setup/shipped-proxy.ts';
import { type MeasuringOptions, median } from './calls.ts';
import { withNode } from './node.ts';
import { runningLoanRequests, saturate, serveFlood } from './overload.ts';
import type { Portfolios } from './portfolios.ts';
import { createProgress, tableOf } from './progress.ts';

/** A proxy before two nodes. */
interface Variant {
  readonly name: ShippedProxyName;
  readonly as: string;
  readonly instead?: Readonly<Record<string, string>>;
}

/** As nginx is often set up: what a full node refuses goes to the other, and counts as a failure. */
const nextOnRefusal: Variant = {
  name: 'nginx',
  as: 'with http_503 in proxy_next_upstream',
  instead: { 'proxy_next_upstream error timeout;': 'proxy_next_upstream error timeout http_503;' },
};
const variants: readonly Variant[] = [
  nextOnRefusal,
  ...shippedProxyNames.map((name) => ({ name, as: 'as shipped' })),
];

/** What two nodes answer behind each proxy that is installed, asked four times what they answer there, in turns. */
export async function measureProxies(portfolios: Portfolios, { sizes, rounds, seconds }: MeasuringOptions) {
  const [loans = 1000] = sizes;
  const folder = await mkdtemp(join(tmpdir(), 'llano-load-proxies-'));
  const installed = variants.filter(({ name }) => findProgram(name) !== null);
  try {
    return await withNode(
      portfolios,
      loans,
      async (node, others) => {
        const requests = await runningLoanRequests(node);
        const progress = createProgress('Proxies, rounds', rounds * installed.length);
        const measured = new Map(installed.map((variant) => [variant, [] as Round[]]));
        for (let round = 0; round < rounds; round += 1) {
          for (const [place, variant] of installed.entries()) {
            const own = join(folder, `${round}-${place}`);
            const nodes = others.map(({ address }) => address);
            const proxy = await startShippedProxy(variant.name, { ...variant, folder: own, nodes });
            const asked = { ...node, address: proxy.address };
            const saturated = await saturate(asked, requests, seconds);
            const perSecond = Math.round(saturated.answeredMs.length / saturated.seconds);
            const {
              answeredMs,
              failed,
              seconds: took,
            } = await serveFlood(asked, requests, seconds, perSecond);
            await proxy.close();
            measured.get(variant)?.push({ perSecond, floodedPerSecond: answeredMs.length / took, failed });
            progress(round * installed.length + place + 1);
          }
        }
        return { table: reportOf(measured, { rounds, seconds }), result: [...measured] };
      },
      { othersCount: 2 },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What was answered when it saturated and when four times as much was asked, and what was neither answer nor 503. */
interface Round {
  readonly perSecond: number;
  readonly floodedPerSecond: number;
  readonly failed: number;
}

function reportOf(
  measured: ReadonlyMap<Variant, readonly Round[]>,
  { rounds, seconds }: Pick<MeasuringOptions, 'rounds' | 'seconds'>,
): string {
  const middle = (of: readonly Round[], figure: (round: Round) => number) => median(of.map(figure));
  return [
    `Two nodes, loan-play-detail, four times what saturates, medians of ${rounds} rounds of ${seconds} s`,
    tableOf(
      ['proxy', '', 'saturated, a second', 'answered, a second', 'of saturation', 'neither answer nor 503'],
      [...measured].map(([{ name, as }, of]) => [
        ...[name, as, Math.round(middle(of, ({ perSecond }) => perSecond))],
        Math.round(middle(of, ({ floodedPerSecond }) => floodedPerSecond)),
        Math.round(middle(of, (round) => round.floodedPerSecond / round.perSecond) * 100) / 100,
        middle(of, ({ failed }) => failed),
      ]),
    ),
  ].join('\n');
}
