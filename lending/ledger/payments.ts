import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { type Queryable, send, type Transaction, together } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { outstandingOf, remainingTotal } from '#domain/loan/instalment-state.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { dayIn, startOfDayIn } from '#domain/market.ts';
import { type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import {
  type Allocation,
  allocatePayment,
  type OutstandingInstalment,
} from '#domain/repayment/allocation.ts';
import { channelByHand, providerByHand } from '#domain/repayment/payment-by-hand.ts';
import { claimChannels, trackingKeyOf } from '#domain/repayment/payment-claim.ts';
import { loanFacts, type RecordedEvent, recordEvent, recordEvents } from '../events/record-event.ts';
import { derecognisedOf, derecognitionMovements } from './derecognition.ts';
import { standingPenalties, takeBackPenalties } from './late-report.ts';
import {
  type BookingContext,
  followedStatus,
  followInstalments,
  type InstalmentRecord,
  instalmentsOf,
  isRowOf,
  type LoanOf,
  type LoanRecord,
  type LockedLoan,
  moveDates,
  standingOf,
} from './loans.ts';
import { isAccrualDue, missingPenalties, noPenaltyFacts, readPenaltyFacts } from './penalties.ts';
import {
  afterMovements,
  balancesAfter,
  type LoanBalances,
  type Movement,
  type Posting,
  postNewMovements,
} from './post.ts';
import type { BookedMovement } from './standing.ts';

/** Money that arrived for a loan, of an event that nobody else books. */
export interface ReceivedPayment {
  /** Above 0, in the loan's currency. */
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly event: ProviderEvent;
  /** What `readBeforePayment` gave for the loan and `paidAt`. */
  readonly before: BeforePayment;
  /** Why a person assigned it to the loan. */
  readonly reason?: string | undefined;
}

/** How a loan stands when money arrives for it. */
export interface BeforePayment {
  readonly instalments: readonly InstalmentRecord[];
  readonly balances: LoanBalances;
  /** The penalties of days after the one it was paid on, which may have to be taken back. */
  readonly laterPenalties: readonly BookedMovement[];
}

/** What becomes of the money itself. */
export interface BookedPayment {
  /** Of the payment's event, so that nobody can have booked them. */
  readonly movements: readonly Movement[];
  /** What the lender is told after the payment. */
  readonly events?: readonly RecordedEvent[];
  /** The instalments as they stand then, where more of them changes than what was charged and paid. */
  readonly moved?: (records: readonly InstalmentRecord[]) => readonly InstalmentRecord[];
}

/** A provider's report, as it is kept. */
export type ProviderEvent = typeof providerEvents.$inferSelect;

/** What a report may leave out. */
type OwnColumn = 'payerHash' | 'trackingKey';

/** By what its payer and a person know a payment: the key on the slip, which most providers name it by. */
export function slipKeyOf({ trackingKey, eventId }: Pick<ProviderEvent, 'trackingKey' | 'eventId'>): string {
  return trackingKeyOf(trackingKey ?? eventId);
}

/**
 * Keeps a provider's event unless it is known. A second delivery waits for the first and then gets its row.
 * @returns the row, and whether this call made it.
 */
export async function keepProviderEvent(
  transaction: Transaction,
  event: Omit<ProviderEvent, 'id' | OwnColumn> & Partial<Pick<ProviderEvent, OwnColumn>>,
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

/** Keeps a provider's event that is not known, and goes on at once; were it known all the same, the transaction would fail. */
export function keepNewEvent(
  transaction: Transaction,
  event: Omit<ProviderEvent, 'id' | OwnColumn>,
  { random }: BookingContext,
): ProviderEvent {
  const kept = { id: random.id(), payerHash: null, trackingKey: null, ...event };
  send(transaction, transaction.insert(providerEvents).values(kept));
  return kept;
}

type NamedMoney = Pick<ProviderEvent, 'provider' | 'eventId' | 'trackingKey' | 'amountMinor' | 'currency'>;

/** What a person recorded by hand on a loan that a provider reports too: the same key, amount and currency. */
export async function paymentByHand(
  transaction: Transaction,
  loan: LockedLoan,
  { amountMinor, currency, ...named }: NamedMoney,
): Promise<Pick<ProviderEvent, 'id'> | undefined> {
  const key = slipKeyOf(named);
  if (key === '' || channelByHand(named.provider) !== undefined) return undefined;
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

/**
 * Gives money that a person recorded by hand the name under which its provider reports it now, in place of the event that was just
 * kept of it, so that this report and every repetition of it are of a payment that is known.
 * @returns the payment under that name.
 */
export async function adoptPaymentByHand(
  transaction: Transaction,
  found: Pick<ProviderEvent, 'id'>,
  { id, provider, eventId, reference, payerHash, trackingKey }: ProviderEvent,
): Promise<ProviderEvent> {
  await transaction.delete(providerEvents).where(eq(providerEvents.id, id));
  const [adopted] = await transaction
    .update(providerEvents)
    .set({ provider, eventId, reference, payerHash, trackingKey })
    .where(eq(providerEvents.id, found.id))
    .returning();
  if (!adopted) throw new Error('A payment recorded by hand is gone.');
  return adopted;
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

/** The loan that money is for, locked, or its lock asked for before (`underLock`). */
export type PaidLoan = LoanOf & Pick<LoanRecord, 'market'>;

/** Reads what the booking of money that was paid at `paidAt` starts from. */
export async function readBeforePayment(
  transaction: Transaction,
  loan: PaidLoan,
  paidAt: Date,
): Promise<BeforePayment> {
  const from = startOfDayIn(loan.market, addDays(dayIn(loan.market, paidAt), 1));
  const [instalments, balances, laterPenalties] = await together(
    () => instalmentsOf(transaction, loan),
    () => balancesOf(transaction, loan),
    () => standingPenalties(transaction, loan, { from, before: null }),
  );
  return { instalments, balances, laterPenalties };
}

/** The last day whose penalties stay as they are when money of `paidAt` comes. */
function settledDay({ market, correctedOn }: LockedLoan, paidAt: Date): LocalDate {
  const paidOn = dayIn(market, paidAt);
  return correctedOn !== null && correctedOn > paidOn ? correctedOn : paidOn;
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
  return bookReceived(transaction, loan, payment, context, (records) => {
    const allocation = allocatePayment(payment.amountMinor, owedHere(loan, records));
    return { movements: [paymentMovement(payment, allocation, records)] };
  });
}

/**
 * Books a payment and everything around it: penalties before and after, and the loan's status. All of it is worked out from what
 * is read at once, and sent at once. The lender is told of the payment, and then of what `book` says came of it.
 * @param book what becomes of the money itself, given the instalments and the day as they were when it was paid.
 */
export async function bookReceived(
  transaction: Transaction,
  loan: LockedLoan,
  { paidAt, event, before }: ReceivedPayment,
  context: BookingContext,
  book: (records: readonly InstalmentRecord[], paidOn: LocalDate) => BookedPayment,
): Promise<LockedLoan> {
  const today = dayIn(loan.market, context.now);
  const paidOn = dayIn(loan.market, paidAt);
  const day = settledDay(loan, paidAt);
  const { instalments: records } = before;
  const laterPenalties = before.laterPenalties.filter(
    ({ occurredAt }) => dayIn(loan.market, occurredAt) > day,
  );
  const mayBePenalized = laterPenalties.length > 0 || isAccrualDue(records, today);
  const [facts, standing] = await together(
    async () =>
      mayBePenalized && isRunning(loan.status)
        ? readPenaltyFacts(transaction, loan, records)
        : noPenaltyFacts,
    () => derecognisedOf(transaction, loan),
  );

  const takenBack = takeBackPenalties(laterPenalties, { day, records, facts }, context);
  const start = takenBack ?? { movements: [], instalments: records, facts };
  const until = missingPenalties(loan, start.instalments, { through: paidOn }, start.facts);
  const { movements, events = [], moved = unmoved } = book(until.instalments, paidOn);
  const paid = moved(afterMovements(until.instalments, movements));
  const correction = takenBack ? `after:${event.id}` : undefined;
  const since = missingPenalties(loan, paid, { through: today, correction }, start.facts);
  const booked = [...start.movements, ...until.movements, ...movements, ...since.movements];

  const { instalments: paidUp } = since;
  const cause = { cause: 'payment', key: event.id } as const;
  const figures = standing && { owedMinor: remainingTotal(paidUp), standing };
  const derecognised = figures ? derecognitionMovements(loan, cause, figures, context) : [];
  postNewMovements(transaction, loan, [...booked, ...derecognised], context);
  moveDates(transaction, loan, records, paidUp);
  const balances = balancesAfter(before.balances, booked);
  const { provider, eventId, amountMinor } = event;
  const data = {
    ...loanFacts(loan),
    ...{ provider, eventId, amountMinor, paidAt: event.paidAt.toISOString() },
    ...standingOf({ ...loan, ...balances, status: followedStatus(loan, paidUp, today) }, paidUp, today),
  };
  recordEvent(transaction, { type: 'payment.received', subjectId: loan.id, data }, context);
  recordEvents(transaction, events, context);
  const known = { records: paidUp, paidAt };
  return followInstalments(transaction, { ...loan, ...balances }, 'payment', context, known);
}

const unmoved = (records: readonly InstalmentRecord[]) => records;

/** How a loan's account stands in the transaction by now. */
async function balancesOf(transaction: Transaction, loan: LoanOf): Promise<LoanBalances> {
  const { balanceMinor, suspenseMinor } = loans;
  const [row] = await transaction
    .select({ balanceMinor, suspenseMinor })
    .from(loans)
    .where(isRowOf(loans, loan.id, loan));
  if (!row) throw new Error('A locked loan is gone.');
  return row;
}

/** What a loan owes the lender, ready for allocation; nothing once it was sold. */
export function owedHere(loan: LoanRecord, records: readonly InstalmentRecord[]): OutstandingInstalment[] {
  return loan.status === 'sold' ? [] : records.map(outstandingOf);
}

/** The movement of a payment taken apart: cash against what it settles, and suspense for the rest. */
export function paymentMovement(
  { amountMinor, paidAt, event, reason }: ReceivedPayment,
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
    idempotencyKey: `payment:${event.id}`,
    ...(reason === undefined ? {} : { reason }),
    postings,
  };
}
