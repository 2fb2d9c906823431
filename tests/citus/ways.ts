import { sql } from 'drizzle-orm';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { decideApplication, listLoans, recordDisbursal } from '#contract/host/loan.ts';
import { connectDatabase, usualLimits } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { createReplica } from '#db/replica.ts';
import { type LoanService, newBorrower, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { type MeasuredService, openMeasured } from './clusters.ts';

/** Ways to stand a service: one server is the first, and what each other costs is told beside it. */
export interface WayServers {
  /** A PostgreSQL; empty for none, and then nothing is compared with it. */
  readonly plain: string;
  /** A streaming replica of it; empty for none. */
  readonly replica: string;
  readonly coordinator: string;
}

interface Way {
  readonly name: string;
  /** The service of a round: a way may have several. */
  serviceOf(round: number): LoanService;
}

type Times = ReadonlyMap<string, number>;

const rounds = 24;
/** Until statements are prepared. */
const roundsBefore = 6;

export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A first loan from its offer to its settlement; gives what each call took, in milliseconds. */
async function firstLoan(service: LoanService): Promise<Times> {
  const session = await newBorrower(service);
  const took = new Map<string, number>();
  const timed = async <Result>(name: string, work: () => Promise<Result>) => {
    const begun = performance.now();
    const result = await work();
    took.set(name, performance.now() - begun);
    return result;
  };
  const productId = 'mx-120';
  const offer = await timed('offer', () => service.ask(readOffer, { productId, isReload: true }, session));
  const quoteId = offer.quote?.quoteId ?? null;
  const accepted = { productId, amountMinor: offer.amountMinor, term: offer.term, quoteId } as const;
  const { detailLink } = await timed('acceptance', () => service.ask(acceptOffer, accepted, session));
  const orderId = new URL(detailLink, 'http://lender.test').searchParams.get('orderId') ?? '';
  const [row] = await queryRows<{ orderNumber: string }>(
    service.database,
    sql`select order_number as "orderNumber" from loans where id = ${orderId} and borrower_id = ${session.borrowerId}`,
  );
  const loan: TestLoan = { productId, orderId, orderNumber: row?.orderNumber ?? '' };
  const { orderNumber } = loan;
  await timed('approval', () => service.tell(decideApplication, { orderNumber, decision: 'approve' }));
  await timed('payout', () => service.tell(recordDisbursal, { orderNumber, reference: `to ${orderNumber}` }));
  await timed('loan page', () => service.ask(readLoan, loan, session));
  await timed('repayment page, codes made', () => service.ask(readRepayment, loan, session));
  await timed('repayment page', () => service.ask(readRepayment, loan, session));
  await timed('payment', () => pay(service, loan, 100_000));
  await timed('settlement', () => pay(service, loan, 10_000_000));
  const { status } = await service.ask(readLoan, loan, session);
  if (status !== 'settled') throw new Error(`The loan is ${status}.`);
  return took;
}

/** As a router in front would: a database that knows whose place is where is asked before each call. */
function behindDirectory(service: LoanService, directory: LoanService): LoanService {
  const look = () =>
    directory.database.execute(sql`select borrower_id from loan_numbers where order_number = ${'0'}`);
  return {
    ...service,
    ask: async (...request) => {
      await look();
      return service.ask(...request);
    },
    tell: async (...message) => {
      await look();
      return service.tell(...message);
    },
  };
}

/** First loans on each way turn about. @returns lines of a table: medians in milliseconds, and how many times those of one server. */
export async function compareWays({ plain, replica, coordinator }: WayServers): Promise<string[]> {
  const opened: MeasuredService[] = [];
  const open = async (url: string, isCluster: boolean) => {
    const service = await openMeasured(url, { isCluster });
    opened.push(service);
    return service;
  };
  const ways: Way[] = [];
  if (plain !== '') {
    const [one, other, directory] = [
      await open(plain, false),
      await open(plain, false),
      await open(plain, false),
    ];
    const behind = behindDirectory(one, directory);
    ways.push({ name: 'one server', serviceOf: () => one });
    ways.push({ name: 'a database per market', serviceOf: (round) => (round % 2 === 0 ? one : other) });
    ways.push({ name: 'databases with a directory', serviceOf: () => behind });
  }
  const cluster = await open(coordinator, true);
  ways.push({ name: 'Citus', serviceOf: () => cluster });
  const taken = new Map<string, Times[]>(ways.map(({ name }) => [name, []]));
  for (let round = 0; round < roundsBefore + rounds; round += 1)
    for (const { name, serviceOf } of round % 2 === 0 ? ways : ways.toReversed())
      taken.get(name)?.push(await firstLoan(serviceOf(round)));
  const [first] = ways;
  const msAt = (way: Way, call: string) =>
    median((taken.get(way.name) ?? []).slice(roundsBefore).map((times) => times.get(call) ?? Number.NaN));
  const calls = [...(taken.get(first?.name ?? '')?.[0]?.keys() ?? [])];
  const rows = calls.map((call) => {
    const cells = ways.map((way) => {
      const times = way === first ? '' : ` (${(msAt(way, call) / msAt(first as Way, call)).toFixed(2)})`;
      return `${msAt(way, call).toFixed(1)} ms${times}`;
    });
    return `| ${call} | ${cells.join(' | ')} |`;
  });
  const replicaLines =
    plain === '' || replica === '' ? [] : await compareReplica(opened[0] as MeasuredService, replica);
  for (const service of opened) await service.close();
  return [
    `| median of ${rounds} | ${ways.map(({ name }) => name).join(' | ')} |`,
    `|---|${ways.map(() => '---|').join('')}`,
    ...rows,
    ...replicaLines,
  ];
}

/** A page of the list of loans from a service and from its replica, turn about. */
async function compareReplica(service: MeasuredService, replicaUrl: string): Promise<string[]> {
  const url = new URL(replicaUrl);
  url.pathname = new URL(service.url).pathname;
  const standby = await connectDatabase({ databaseUrl: url.href }, usualLimits);
  const faults: string[] = [];
  const replica = createReplica(standby.hostDb, (fault) => void faults.push(fault));
  const behind = lendingService(service.database, {}, { replica });
  const took: Record<'primary' | 'replica', number[]> = { primary: [], replica: [] };
  for (let round = 0; round < roundsBefore + rounds; round += 1) {
    took.primary.push(await msOf(() => service.tell(listLoans, {})));
    took.replica.push(await msOf(() => behind.tell(listLoans, {})));
  }
  await standby.close();
  const [alone, read] = [took.primary, took.replica].map((times) => median(times.slice(roundsBefore)));
  const fallen = faults.length === 0 ? '' : `; not read from ${faults.length} times (${faults[0]})`;
  return [
    `a page of the list of loans: ${alone?.toFixed(1)} ms on the primary, ${read?.toFixed(1)} ms on its replica (${((read ?? 0) / (alone ?? 1)).toFixed(2)})${fallen}`,
  ];
}
