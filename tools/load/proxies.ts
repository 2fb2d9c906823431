import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '#tests/setup/programs.ts';
import { type ShippedProxyName, shippedProxyNames, startShippedProxy } from '#tests/setup/shipped-proxy.ts';
import { type MeasuringOptions, median } from './calls.ts';
import { type LoadedNode, withNode } from './node.ts';
import { runningLoanRequests, saturate, serveFlood } from './overload.ts';
import type { Portfolios } from './portfolios.ts';
import { createProgress, say, tableOf } from './progress.ts';

interface Variant {
  readonly name: ShippedProxyName;
  readonly as: string;
  readonly instead?: Readonly<Record<string, string>>;
}

/** A common nginx setting: a 503 counts as a failure and is retried on the other node. */
const nextOnRefusal: Variant = {
  name: 'nginx',
  as: 'with http_503 in proxy_next_upstream',
  instead: { 'proxy_next_upstream error timeout;': 'proxy_next_upstream error timeout http_503;' },
};
const variants: readonly Variant[] = [
  ...shippedProxyNames.map((name) => ({ name, as: 'as shipped' })),
  nextOnRefusal,
];

/** Answers per second, and responses that were neither an answer nor a 503, at four times the saturation rate of the first proxy. */
interface Round {
  readonly saturatedPerSecond: number;
  readonly answeredPerSecond: number;
  readonly failed: number;
}

/** Measures two nodes behind each installed proxy at four times saturation, interleaved. */
export async function measureProxies(portfolios: Portfolios, { sizes, rounds, seconds }: MeasuringOptions) {
  const [loans = 1000] = sizes;
  const folder = await mkdtemp(join(tmpdir(), 'llano-load-proxies-'));
  const installed = variants.filter(({ name }) => findProgram(name) !== null);
  for (const name of shippedProxyNames) if (findProgram(name) === null) say(`${name} is not installed`);
  const measured = installed.map((variant) => ({ variant, rounds: [] as Round[] }));
  const measure = async (node: LoadedNode, others: readonly LoadedNode[]) => {
    const requests = await runningLoanRequests(node);
    const nodes = others.map(({ address }) => address);
    const progress = createProgress('Proxies, rounds', rounds * measured.length);
    for (let round = 0; round < rounds; round += 1) {
      let saturatedPerSecond = 0;
      for (const [place, { variant, rounds: own }] of measured.entries()) {
        const files = join(folder, `${round}-${place}`);
        const proxy = await startShippedProxy(variant.name, { ...variant, folder: files, nodes });
        const asked = { ...node, address: proxy.address };
        // A proxy that counts refusals as failures cannot be saturated.
        if (variant !== nextOnRefusal) {
          const saturated = await saturate(asked, requests, seconds);
          saturatedPerSecond ||= Math.round(saturated.answeredMs.length / saturated.seconds);
        }
        const flooded = await serveFlood(asked, requests, seconds, saturatedPerSecond);
        await proxy.close();
        const answeredPerSecond = flooded.answeredMs.length / flooded.seconds;
        own.push({ saturatedPerSecond, answeredPerSecond, failed: flooded.failed });
        progress(round * measured.length + place + 1);
      }
    }
    return { table: reportOf(measured, { rounds, seconds }), result: measured };
  };
  try {
    return await withNode(portfolios, loans, measure, { othersCount: 2 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function reportOf(
  measured: readonly { readonly variant: Variant; readonly rounds: readonly Round[] }[],
  { rounds, seconds }: Pick<MeasuringOptions, 'rounds' | 'seconds'>,
): string {
  const rounded = (of: readonly Round[], figure: (round: Round) => number) =>
    Math.round(median(of.map(figure)));
  const part = ({ answeredPerSecond, saturatedPerSecond }: Round) =>
    (100 * answeredPerSecond) / saturatedPerSecond;
  return [
    `Two nodes, loan-play-detail, four times what saturates, medians of ${rounds} rounds of ${seconds} s`,
    tableOf(
      ['proxy', '', 'answered a second', '% of saturation', 'neither answer nor 503'],
      measured.map(({ variant: { name, as }, rounds: of }) => [
        ...[name, as, rounded(of, ({ answeredPerSecond }) => answeredPerSecond)],
        ...[rounded(of, part), rounded(of, ({ failed }) => failed)],
      ]),
    ),
  ].join('\n');
}
