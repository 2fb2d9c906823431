import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { outstandingOf } from '#domain/loan/instalment-state.ts';
import { dayIn } from '#domain/market.ts';
import { type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import {
  type Allocation,
  allocatePayment,
  type OutstandingInstalment,
} from '#domain/repayment/allocation.ts';
import { channelByHand, providerByHand } from '#domain/repayment/payment-by-hand.ts';
import { claimChannels, trackingKeyOf } from '#domain/repayment/payment-claim.ts';
import { loanFacts, type RecordedEvent, recordEvent, recordEvents } from '../events/record-event.ts';
import { followDerecognition } from './derecognition.ts';
import { takeBackPenaltiesAfter } from './late-report.ts';
import {
  type BookingContext,
  followInstalments,
  type InstalmentRecord,
  isRowOf,
  type LoanRecord,
  type LockedLoan,
} from './loans.ts';
import { bookPenalties } from './penalties.ts';
import { type Movement, type Posting, postMovements } from './post.ts';

/** Money that arrived for a loan. */
export interface ReceivedPayment {
  /** Above 0, in the loan's currency. */
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  /** Our id of the provider's event. */
  readonly eventId: string;
  /** Why a person assigned it to the loan. */
  readonly reason?: string | undefined;
}

/** A provider's report, as it is kept. */
export type ProviderEvent = typeof providerEvents.$inferSelect;

/**
 * Keeps a provider's event unless it is known. A second delivery waits for the first and then gets its row.
 * @returns the row, and whether this call made it.
 */
export async function keepProviderEvent(
  transaction: Transaction,
  event: Omit<ProviderEvent, 'id' | 'payerHash'> & Partial<Pick<ProviderEvent, 'payerHash'>>,
  { random }: BookingContext,
): Promise<{ readonly event: ProviderEvent; readonly isNew: boolean }> {
  const [inserted] = await transaction
    .insert(providerEvents)
    .values({ id: random.id(), ...event })
    .onConflictDoNothing({ target: [providerEvents.provider, providerEvents.eventId] })
    .returning();
  if (inserted) return { event: inserted, isNew: true };
  const [known] = await transaction
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, event.provider), eq(providerEvents.eventId, event.eventId)));
  if (!known) throw new Error('A provider event is neither new nor known.');
  return { event: known, isNew: false };
}

type NamedMoney = Pick<ProviderEvent, 'provider' | 'eventId' | 'amountMinor' | 'currency'>;

/** What a person recorded by hand on a loan that a provider reports too: the same key, amount and currency. */
async function recordedByHand(
  transaction: Transaction,
  loan: LockedLoan,
  { provider, eventId, amountMinor, currency }: NamedMoney,
): Promise<Pick<ProviderEvent, 'id'> | undefined> {
  const key = trackingKeyOf(eventId);
  if (key === '' || channelByHand(provider) !== undefined) return undefined;
  const byHand = claimChannels.map(providerByHand);
  const rows = await transaction
    .select({ id: providerEvents.id, eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.loanId, loan.id),
        eq(providerEvents.outcome, 'posted'),
        inArray(providerEvents.provider, byHand),
        eq(providerEvents.amountMinor, amountMinor),
        eq(providerEvents.currency, currency),
      ),
    );
  return rows.find((row) => trackingKeyOf(row.eventId) === key);
}

/** Whether the money of an event is booked on a loan already, since a person recorded it by hand. */
export async function isRecordedByHand(
  transaction: Transaction,
  loan: LockedLoan,
  event: NamedMoney,
): Promise<boolean> {
  return (await recordedByHand(transaction, loan, event)) !== undefined;
}

/**
 * Gives money that a person recorded by hand the name under which its provider reports it now, so that this report and every
 * repetition of it are of a payment that is known. Does nothing for any other report.
 */
export async function adoptPaymentByHand(
  transaction: Transaction,
  loan: LockedLoan,
  report: NamedMoney & Pick<ProviderEvent, 'reference'> & Partial<Pick<ProviderEvent, 'payerHash'>>,
): Promise<void> {
  const found = await recordedByHand(transaction, loan, report);
  if (!found) return;
  const { provider, eventId, reference, payerHash = null } = report;
  const isNamed = and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId));
  const known = await transaction.select({ id: providerEvents.id }).from(providerEvents).where(isNamed);
  if (known.length > 0) return;
  await transaction
    .update(providerEvents)
    .set({ provider, eventId, reference, payerHash })
    .where(eq(providerEvents.id, found.id));
}

/** Marks an unmatched event as booked on a loan. @returns false when it was booked already. */
export async function markPosted(
  transaction: Transaction,
  { id }: Pick<ProviderEvent, 'id'>,
  loan: LockedLoan,
): Promise<boolean> {
  const marked = await transaction
    .update(providerEvents)
    .set({ outcome: 'posted', borrowerId: loan.borrowerId, loanId: loan.id })
    .where(and(eq(providerEvents.id, id), eq(providerEvents.outcome, 'unmatched')))
    .returning({ id: providerEvents.id });
  return marked.length > 0;
}

/** Unmatched events, newest first. */
export function unmatchedEvents(database: Queryable, limit: number): Promise<ProviderEvent[]> {
  return database
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.outcome, 'unmatched'))
    .orderBy(desc(providerEvents.receivedAt), desc(providerEvents.id))
    .limit(limit);
}

/** Unmatched events that name one of these codes or loan numbers, in the order they were paid. */
export function unmatchedEventsNaming(
  transaction: Transaction,
  references: readonly string[],
): Promise<ProviderEvent[]> {
  return transaction
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.outcome, 'unmatched'), inArray(providerEvents.reference, [...references])))
    .orderBy(asc(providerEvents.paidAt), asc(providerEvents.id));
}

/**
 * Books a payment on a loan that was paid out: penalties up to the day it was paid, then the money, oldest instalment
 * first, the rest to suspense, then penalties up to today on what is left. Penalties of days after it was paid are taken
 * back before, so a report that comes late costs the borrower nothing; days up to the loan's last correction stay as they are.
 * A payment of a settled or sold loan goes wholly to suspense (DESIGN, Money); one of a written-off loan recovers.
 */
export function bookPayment(
  transaction: Transaction,
  loan: LockedLoan,
  payment: ReceivedPayment,
  context: BookingContext,
): Promise<LockedLoan> {
  return bookReceived(transaction, loan, payment, context, async (records) => {
    const allocation = allocatePayment(payment.amountMinor, owedHere(loan, records));
    await postMovements(transaction, loan, [paymentMovement(payment, allocation, records)], context);
    return [];
  });
}

/**
 * Everything around the booking of a payment that `book` does itself, given the instalments and the day as they were
 * when it was paid: penalties before and after, and the loan's status. The lender is told of the payment, and then of what `book`
 * says came of it.
 */
export async function bookReceived(
  transaction: Transaction,
  loan: LockedLoan,
  { paidAt, eventId }: ReceivedPayment,
  context: BookingContext,
  book: (records: readonly InstalmentRecord[], paidOn: LocalDate) => Promise<readonly RecordedEvent[]>,
): Promise<LockedLoan> {
  const today = dayIn(loan.market, context.now);
  const paidOn = dayIn(loan.market, paidAt);
  const { correctedOn } = loan;
  const settledDay = correctedOn !== null && correctedOn > paidOn ? correctedOn : paidOn;
  const tookBack = await takeBackPenaltiesAfter(transaction, loan, settledDay, context);
  const followed = await book(await bookPenalties(transaction, loan, { through: paidOn }, context), paidOn);
  const correction = tookBack ? `after:${eventId}` : undefined;
  const records = await bookPenalties(transaction, loan, { through: today, correction }, context);
  await followDerecognition(transaction, loan, { cause: 'payment', key: eventId }, context);
  await recordReceived(transaction, loan, eventId, context);
  await recordEvents(transaction, followed, context);
  return followInstalments(transaction, loan, 'payment', context, { records, paidAt });
}

/** Tells the lender of money that was booked on a loan, and how the loan stands with it. */
async function recordReceived(
  transaction: Transaction,
  loan: LockedLoan,
  id: string,
  context: BookingContext,
): Promise<void> {
  const [event] = await transaction
    .select({
      provider: providerEvents.provider,
      eventId: providerEvents.eventId,
      amountMinor: providerEvents.amountMinor,
      paidAt: providerEvents.paidAt,
      balanceMinor: loans.balanceMinor,
      suspenseMinor: loans.suspenseMinor,
    })
    .from(providerEvents)
    .innerJoin(loans, isRowOf(loans, loan.id, loan))
    .where(eq(providerEvents.id, id));
  if (!event) throw new Error('A payment is of no event of a provider.');
  const data = { ...loanFacts(loan), ...event, paidAt: event.paidAt.toISOString() };
  await recordEvent(transaction, { type: 'payment.received', subjectId: loan.id, data }, context);
}

/** What a loan owes the lender, ready for allocation; nothing once it was sold. */
export function owedHere(loan: LoanRecord, records: readonly InstalmentRecord[]): OutstandingInstalment[] {
  return loan.status === 'sold' ? [] : records.map(outstandingOf);
}

/** The movement of a payment taken apart: cash against what it settles, and suspense for the rest. */
export function paymentMovement(
  { amountMinor, paidAt, eventId, reason }: ReceivedPayment,
  { lines, suspenseMinor }: Allocation,
  records: readonly InstalmentRecord[],
): Movement {
  const postings: Posting[] = [{ account: 'cash', amountMinor }];
  for (const line of lines) {
    const instalment = records.find((record) => record.sequence === line.sequence);
    if (instalment === undefined)
      throw new Error('An allocation names an instalment the loan does not have.');
    postings.push({
      account: 'receivable',
      component: line.component,
      instalmentId: instalment.id,
      amountMinor: subtractMinor(zeroMinor, line.amountMinor),
    });
  }
  if (suspenseMinor > 0) {
    postings.push({ account: 'suspense', amountMinor: subtractMinor(zeroMinor, suspenseMinor) });
  }
  return {
    kind: 'payment',
    occurredAt: paidAt,
    idempotencyKey: `payment:${eventId}`,
    ...(reason === undefined ? {} : { reason }),
    postings,
  };
}
