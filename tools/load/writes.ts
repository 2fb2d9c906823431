import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { connectDatabase } from '#db/connect.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { credentials, jsonRequest, serviceAt, signedRequest } from '#tests/setup/lending-service.ts';
import { type Measured, type MeasuringOptions, measureAnswers, median, randomAddress } from './calls.ts';
import { askOnce, type ClientRequest } from './clients.ts';
import { type LoadedNode, withNode } from './node.ts';
import type { Portfolios } from './portfolios.ts';
import { createProgress, tableOf } from './progress.ts';
import { queryDatabase } from './query-database.ts';

/** Requests prepared for each second of a round; each is sent once. */
const perSecondPlanned = 100;

type Preparing = (count: number) => Promise<ClientRequest[]>;

/** Measures accepting an offer and booking a payment that the lender reports: cost and latency. */
export async function measureWrites(portfolios: Portfolios, options: MeasuringOptions) {
  const { sizes, clients, rounds, seconds } = options;
  const [loans = 1000] = sizes;
  return withNode(portfolios, loans, async (node) => {
    const kinds: readonly (readonly [string, Preparing])[] = [
      ['accepting an offer', await acceptancesFor(node)],
      ['a payment that the lender reports', await paymentsFor(node)],
    ];
    const progress = createProgress('Writing, rounds', kinds.length * (rounds + 1));
    const count = seconds * perSecondPlanned;
    const measured: { readonly name: string; readonly rounds: readonly Measured[] }[] = [];
    for (const [name, prepare] of kinds) {
      const each: Measured[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const requests = await prepare(count);
        each.push(await measureAnswers(node.time, () => askOnce(node.address, requests, { clients })));
        progress(measured.length * (rounds + 1) + round + 1);
      }
      // The first round is a warm-up.
      measured.push({ name, rounds: each.slice(1) });
    }
    return { table: reportOf(measured, options, count), result: { loans, clients, count, measured } };
  });
}

function reportOf(
  measured: readonly { readonly name: string; readonly rounds: readonly Measured[] }[],
  { clients, rounds }: MeasuringOptions,
  count: number,
): string {
  const middle = (each: readonly Measured[], of: (round: Measured) => number | null) => {
    const figures = each.map(of).filter((figure) => figure !== null);
    return figures.length === 0 ? '' : Math.round(median(figures) * 100) / 100;
  };
  return [
    `Medians of ${rounds} rounds of ${count} requests, each another, with ${clients} clients; milliseconds of processor for one answer`,
    tableOf(
      ['what is written', 'answers/s', 'node ms', 'PostgreSQL ms', 'p50 ms', 'p99 ms'],
      measured.map(({ name, rounds: each }) => [
        ...[name, Math.round(median(each.map(({ perSecond }) => perSecond)))],
        ...[middle(each, ({ nodeMs }) => nodeMs), middle(each, ({ postgresMs }) => postgresMs)],
        ...[middle(each, ({ p50Ms }) => p50Ms), middle(each, ({ p99Ms }) => p99Ms)],
      ]),
    ),
  ].join('\n');
}

/** Acceptances of offers, each by another borrower who has opened the offer. */
async function acceptancesFor({ address, databaseUrl }: LoadedNode): Promise<Preparing> {
  const service = serviceAt(address);
  return async (count) => {
    const connection = await connectDatabase({ databaseUrl });
    try {
      const requests: ClientRequest[] = [];
      while (requests.length < count) {
        const session = await newBorrower({ ...service, database: connection.db });
        const { amountMinor, term, quote } = await service.ask(
          readOffer,
          { productId: 'mx-120', isReload: false },
          session,
        );
        const acceptance = { productId: 'mx-120', amountMinor, term, quoteId: quote?.quoteId ?? null };
        const headers = { ...credentials(session), 'X-Forwarded-For': randomAddress() };
        requests.push(
          await clientRequestOf(
            jsonRequest(acceptOffer.path, z.encode(acceptOffer.request, acceptance), headers),
          ),
        );
      }
      return requests;
    } finally {
      await connection.close();
    }
  };
}

/** Reported payments of one cent, spread over the running loans. */
export async function paymentsFor({ databaseUrl }: LoadedNode): Promise<Preparing> {
  const loans = await queryDatabase<{ orderNumber: string }>(
    databaseUrl,
    `select order_number as "orderNumber" from loans where market = 'MX' and status = 'to-repay' order by id`,
  );
  let next = 0;
  return (count) =>
    Promise.all(
      Array.from({ length: count }, () => {
        const { orderNumber } = loans[next % loans.length] as { orderNumber: string };
        next += 1;
        const payment = { orderNumber, amountMinor: 1, currency: 'MXN' };
        const trackingKey = randomUUID();
        const identity = { provider: 'sandbox', eventId: trackingKey, trackingKey };
        return clientRequestOf(signedRequest(recordPayment.path, { ...identity, ...payment }));
      }),
    );
}

async function clientRequestOf(request: Request): Promise<ClientRequest> {
  const { pathname, search } = new URL(request.url);
  return {
    method: 'POST',
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  };
}
