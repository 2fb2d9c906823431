import { asc, eq, sql } from 'drizzle-orm';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { type Database, queryRows } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { Random } from '#lending/ports.ts';
import type { CorrectedLoanModel } from '#tests/setup/corrected-loan-model.ts';
import type { serviceAt, TestSession } from '#tests/setup/lending-service.ts';
import { type ModelProductId, modelOf, modelProducts } from './loan-model.ts';
import type { PaymentProvider, RememberedCharge } from './payment-provider.ts';
import type { RunRecord } from './run-record.ts';
import type { ShiftedClock } from './shifted-clock.ts';

/** What all walks share. */
export interface World {
  readonly service: ReturnType<typeof serviceAt>;
  /** The test's own sessions on the database, to look and never to write. */
  readonly database: Database;
  readonly clock: ShiftedClock;
  readonly provider: PaymentProvider;
  readonly record: RunRecord;
}

/** A loan that a borrower, the lender and the provider walk through, with a model of what it owes beside it. */
export interface LoanWalk {
  readonly borrowerId: string;
  readonly productId: ModelProductId;
  readonly orderNumber: string;
  /** Null for a loan that was declined. */
  readonly model: CorrectedLoanModel | null;
  /** What each instalment asked for when the loan was paid out. */
  readonly agreedMinor: readonly number[];
  /** What happens to the loan on one day; then it is compared with the model. */
  visit(): Promise<void>;
  /** Reports what is still held back, and compares. */
  finish(): Promise<void>;
}

const components = ['penalty', 'fee', 'vat', 'interest', 'principal'] as const;
const percentages = [1, 7, 50, 100, 100, 101, 250];

/** Has a borrower accept an offer and the lender decide on it and pay it out. */
export async function beginWalk(
  world: World,
  borrowerId: string,
  productId: ModelProductId,
  random: Random,
): Promise<LoanWalk> {
  const { service, database, clock, provider, record } = world;
  const product = modelProducts[productId];
  const isReportedLate = random.below(4) === 0;
  const isDeclined = random.below(12) === 0;
  const heldBack: { readonly charge: RememberedCharge; visits: number }[] = [];
  const taken: RememberedCharge[] = [];
  const chance = (percent: number) => random.below(100) < percent;
  const signIn = () => record.persist('session', () => service.session(borrowerId));

  const signedIn = await signIn();
  const offer = await record.persist('offer', () =>
    service.ask(readOffer, { productId, isReload: true }, signedIn),
  );
  const { amountMinor, term, quote } = offer;
  const push = () =>
    record.persist('acceptance', () =>
      service.ask(acceptOffer, { productId, amountMinor, term, quoteId: quote?.quoteId ?? null }, signedIn),
    );
  const [{ detailLink }] = await Promise.all(chance(30) ? [push(), push()] : [push()]);
  const orderId = new URL(detailLink, 'http://lender.test').searchParams.get('orderId') ?? '';
  const [loan] = await queryRows<{ order_number: string }>(
    database,
    sql`select order_number from loans where id = ${orderId}`,
  );
  const orderNumber = loan?.order_number ?? '';
  const key = { productId, orderId };
  record.counts.loans += 1;

  const charge = (amount: number, reference?: string) =>
    provider.charge(orderNumber, {
      eventId: random.id(),
      ...(reference === undefined ? { orderNumber } : { reference }),
      amountMinor: amount,
      currency: product.currency,
      paidAt: clock.now().toISOString(),
    });
  const report = async (charges: readonly RememberedCharge[]) => {
    await Promise.all(charges.map((each) => provider.report(each, random)));
    taken.push(...charges);
  };

  // Some pay before the money went out; the lender's systems say each thing in one message, however often they send it.
  const early = !isDeclined && chance(20) ? [charge(10_000 + random.below(50_000))] : [];
  const reportingEarly = report(early);
  const tell = (path: string, body: object) => {
    const messageId = `msg_${random.id()}`;
    return record.persistAnswer(`${path} of ${orderNumber}`, () => service.host(path, body, messageId));
  };
  await tell('/host/applications/decision', { orderNumber, decision: isDeclined ? 'decline' : 'approve' });
  const payOut = () => tell('/host/disbursals', { orderNumber, reference: `transfer ${orderNumber}` });
  if (!isDeclined) await Promise.all(chance(30) ? [payOut(), payOut()] : [payOut()]);
  await reportingEarly;
  const model = isDeclined ? null : modelOf(productId, clock.today);
  const agreedMinor = model?.totals() ?? [];
  for (const each of early) receive(each);

  function receive({
    charge: { eventId, trackingKey, amountMinor, paidAt, provider },
  }: RememberedCharge): void {
    const paidOn = paidAt.slice(0, 10) as LocalDate;
    model?.receive({
      ...{ name: eventId, eventId, trackingKey, provider, amount: amountMinor },
      ...{ creditedOn: paidOn, paidOn, purpose: 'repay', channel: 'other' },
    });
  }

  async function look(session: TestSession): Promise<void> {
    await record.persist('page', () => service.ask(readLoan, key, session));
  }

  async function codes(session: TestSession): Promise<string[]> {
    const { channelGroups } = await record.persist('codes', () => service.ask(readRepayment, key, session));
    return channelGroups.flatMap(({ channels }) => channels.map(({ payCode }) => payCode));
  }

  async function compare(): Promise<void> {
    const has = await booksOf(database, orderId);
    record.counts.checks += 1;
    const expectation = model === null ? 'declined 0 held 0' : textOf(model);
    if (has !== expectation) {
      record.violate(`${orderNumber} is ${has} on ${clock.today}, the model says ${expectation}`);
    }
  }

  async function reportHeldBack(isLast: boolean): Promise<void> {
    for (const each of heldBack) each.visits -= 1;
    const due = heldBack.filter(({ visits }) => isLast || visits <= 0);
    // One after the other: which penalties a late report takes back is for its day and what came before it.
    for (const each of due) {
      await report([each.charge]);
      receive(each.charge);
      heldBack.splice(heldBack.indexOf(each), 1);
    }
  }

  async function pay(session: TestSession): Promise<void> {
    if (model === null) return;
    const made: RememberedCharge[] = [];
    // A settled loan has no codes.
    const payCodes = model.owed() > 0 && chance(50) ? await codes(session) : [];
    for (let count = random.below(3); count > 0; count -= 1) {
      const percent = percentages[random.below(percentages.length)] ?? 100;
      const asked = chance(20) ? model.settlement() : model.due();
      const amount = Math.max(1, Math.floor((asked * percent) / 100));
      const reference = payCodes[random.below(Math.max(1, payCodes.length))];
      const paid = charge(amount, reference);
      // Some are never reported: a borrower may have paid what no report tells of, and it must not appear by itself.
      if (chance(4)) continue;
      if (isReportedLate && chance(50)) heldBack.push({ charge: paid, visits: 1 + random.below(3) });
      else made.push(paid);
    }
    await report(made);
    for (const each of made) receive(each);
  }

  const visit = async (isLast: boolean) => {
    const session = await signIn();
    await look(session);
    model?.on(clock.today).look();
    await reportHeldBack(isLast);
    if (!isLast && chance(60)) await pay(session);
    const repeated = taken[random.below(Math.max(1, taken.length))];
    await Promise.all([
      look(session),
      repeated && chance(25) ? provider.report(repeated, random) : undefined,
    ]);
    await compare();
  };

  return {
    borrowerId,
    productId,
    orderNumber,
    model,
    agreedMinor,
    visit: () => visit(false),
    finish: () => visit(true),
  };
}

/** A loan as its model has it: status, what is owed and held, and of each instalment when it is due and what is charged and paid. */
function textOf(model: CorrectedLoanModel): string {
  const rows = model.instalments.map(({ dueDate, slots }) =>
    [dueDate, ...components.map((part) => `${part} ${slots[part].charged}-${slots[part].paid}`)].join(' '),
  );
  return [`${model.status} ${model.owed()} held ${model.heldMinor}`, ...rows].join(', ');
}

/** The same as the books have it. */
async function booksOf(database: Database, orderId: string): Promise<string> {
  const [loan] = await database.select().from(loans).where(eq(loans.id, orderId));
  const rows = await database
    .select()
    .from(instalments)
    .where(eq(instalments.loanId, orderId))
    .orderBy(asc(instalments.sequence));
  const texts = rows.map((row) =>
    [
      row.dueDate,
      ...components.map((part) => `${part} ${row[`${part}ChargedMinor`]}-${row[`${part}PaidMinor`]}`),
    ].join(' '),
  );
  return [`${loan?.status} ${loan?.balanceMinor} held ${loan?.suspenseMinor}`, ...texts].join(', ');
}
