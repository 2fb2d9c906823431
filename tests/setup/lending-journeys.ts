import { sql } from 'drizzle-orm';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { type Database, queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { offers } from '#db/schema/product.ts';
import type { Language } from '#domain/language.ts';
import { minorAmount } from '#domain/money/money.ts';
import type { LendingService, TestSession } from './lending-service.ts';

/** The products a new borrower may be offered, with the amount of the offer in minor units. */
const offered = { 'mx-120': 500_000, 'mx-90-steps': 300_000, 'in-120': 1_200_000 } as const;
export type OfferedProduct = keyof typeof offered;

/** What moves loans in a test: the service itself, or a whole Llano behind its address. */
export type LoanService = Pick<LendingService, 'database' | 'session' | 'ask' | 'tell'>;

/** A loan in a test. */
export interface TestLoan {
  readonly productId: string;
  readonly orderId: string;
  readonly orderNumber: string;
}

/** A borrower of their own, with an offer of each product of their market, signed in. */
export async function newBorrower(service: LoanService, market: 'MX' | 'IN' = 'MX'): Promise<TestSession> {
  const id = newId();
  await service.database.insert(borrowers).values({
    id,
    name: 'Prueba Pérez',
    address: 'Calle Uno 1',
    mobilePhone: '5512345678',
    market,
    language: market === 'MX' ? 'es' : 'en',
    createdAt: new Date(),
  });
  const products = Object.entries(offered).filter(([productId]) =>
    productId.startsWith(market.toLowerCase()),
  );
  await service.database.insert(offers).values(
    products.map(([productId, amountMinor]) => ({
      borrowerId: id,
      productId,
      amountMinor: minorAmount(amountMinor),
      depositAccountEnding: '4821',
    })),
  );
  return service.session(id);
}

/** Confirms and accepts an offer, in Spanish unless said otherwise: a loan under review. */
export async function applyForLoan(
  service: LoanService,
  session: TestSession,
  productId: OfferedProduct = 'mx-120',
  language: Language = 'es',
): Promise<TestLoan> {
  const offer = await service.ask(readOffer, { productId, isReload: true }, session, language);
  const { detailLink } = await service.ask(
    acceptOffer,
    { productId, amountMinor: offer.amountMinor, term: offer.term, quoteId: offer.quote?.quoteId ?? null },
    session,
    language,
  );
  const orderId = new URL(detailLink, 'http://lender.test').searchParams.get('orderId') ?? '';
  const [loan] = await queryRows<{ order_number: string }>(
    service.database,
    sql`select order_number from loans where id = ${orderId}`,
  );
  return { productId, orderId, orderNumber: loan?.order_number ?? '' };
}

/** A loan that is approved and paid out on the service's day. */
export async function paidOutLoan(
  service: LoanService,
  session: TestSession,
  productId: OfferedProduct = 'mx-120',
): Promise<TestLoan> {
  const loan = await applyForLoan(service, session, productId);
  const { orderNumber } = loan;
  await service.tell(decideApplication, { orderNumber, decision: 'approve' });
  await service.tell(recordDisbursal, { orderNumber, reference: `transfer of ${orderNumber}` });
  return loan;
}

/** A borrower of the market that journeys in a language are about, with a loan of it that is paid out. */
export async function borrowerWithLoan(service: LoanService, language: Language) {
  const [market, product] = language === 'es' ? (['MX', 'mx-120'] as const) : (['IN', 'in-120'] as const);
  const session = await newBorrower(service, market);
  const loan = await paidOutLoan(service, session, product);
  const { productId, orderId } = loan;
  return { market, session, loan, order: { productId, orderId } };
}

/** Reports a payment by order number; it is paid now unless `paidAt` says otherwise. */
export function pay(
  service: Pick<LendingService, 'tell'>,
  { orderNumber, productId }: TestLoan,
  amountMinor: number,
  { eventId = newId(), paidAt }: { eventId?: string; paidAt?: string } = {},
) {
  return service.tell(recordPayment, {
    provider: 'sandbox',
    eventId,
    orderNumber,
    amountMinor: minorAmount(amountMinor),
    currency: productId === 'in-120' ? 'INR' : 'MXN',
    anotherPayment: true,
    ...(paidAt === undefined ? {} : { paidAt }),
  });
}

/** What `rowCounts` gives but for where signed messages were sent, which is kept of a refused one too. */
export async function effectCounts(database: Database): Promise<Record<string, number>> {
  const { host_message_paths: _paths, ...counts } = await rowCounts(database);
  return counts;
}

/** Every table with its number of rows, to show that nothing was written. */
export async function rowCounts(database: Database): Promise<Record<string, number>> {
  const tables = await queryRows<{ name: string }>(
    database,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition order by relname`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await queryRows<{ rows: string }>(
      database,
      sql`select count(*)::text as rows from ${sql.identifier(name)}`,
    );
    counts[name] = Number(row?.rows);
  }
  return counts;
}
