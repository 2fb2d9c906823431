import { and, eq, sql } from 'drizzle-orm';
import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { type Queryable, send, type Transaction, together } from '#db/database.ts';
import { extensions } from '#db/schema/extension.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { type ExtensionOffer, extensionOffer } from '#domain/extension/extension.ts';
import {
  type ExtensionRefusal,
  extensionRefusal,
  takeExtensionPayment,
} from '#domain/extension/extension-rules.ts';
import { type PaymentOption, paymentOptions } from '#domain/extension/payment-options.ts';
import { isExtensionTooDear } from '#domain/extension/payment-plan.ts';
import { dueNow, unpaidBaseMinor } from '#domain/loan/instalment-state.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { lateFeeOf } from '#domain/offer/product-terms.ts';
import { loanFacts, type RecordedEvent } from '../events/record-event.ts';
import type { CurrentLoan } from './current-loan.ts';
import {
  type BookingContext,
  type InstalmentRecord,
  isOfLoan,
  type LoanOf,
  type LoanRecord,
  type LockedLoan,
} from './loans.ts';
import {
  type BeforePayment,
  bookReceived,
  owedHere,
  type PaidLoan,
  paymentMovement,
  type ReceivedPayment,
  readBeforePayment,
} from './payments.ts';
import type { Movement } from './post.ts';

/** What extending a loan takes on one day. */
export interface CurrentExtension {
  readonly offer: ExtensionOffer;
  readonly quotedOn: LocalDate;
  /** The instalments that move, oldest first. */
  readonly instalments: readonly InstalmentRecord[];
  readonly sequences: readonly number[];
  readonly fromDueDate: LocalDate;
}

/** An extension as it is kept. */
export type ExtensionRecord = typeof extensions.$inferSelect;

/**
 * What extending a loan takes on a day, penalties booked up to it, or why it cannot be extended (DELAY-3): 'too-dear' above the
 * threshold of its product (docs/decisions/090-an-extension-too-dear-to-sell.md).
 * @param records the loan's instalments as they are on that day.
 */
export function currentExtension(
  loan: Pick<LoanRecord, 'status' | 'terms'>,
  records: readonly InstalmentRecord[],
  day: LocalDate,
): CurrentExtension | ExtensionRefusal {
  const priced = pricedExtension(loan, records, day);
  if (typeof priced === 'string') return priced;
  return isExtensionTooDear(priced.offer, loan.terms.extensionCostMaxPpm) ? 'too-dear' : priced;
}

/**
 * What extending a loan would take on a day where that is above the threshold of its product, so that it is not sold; null for any
 * other.
 */
export function extensionTooDear(
  loan: Pick<LoanRecord, 'status' | 'terms'>,
  records: readonly InstalmentRecord[],
  day: LocalDate,
): CurrentExtension | null {
  const priced = pricedExtension(loan, records, day);
  if (typeof priced === 'string') return null;
  return isExtensionTooDear(priced.offer, loan.terms.extensionCostMaxPpm) ? priced : null;
}

function pricedExtension(
  { status, terms }: Pick<LoanRecord, 'status' | 'terms'>,
  records: readonly InstalmentRecord[],
  day: LocalDate,
): CurrentExtension | ExtensionRefusal {
  const due = dueNow(records, day);
  const sequences = due?.instalmentSequences ?? [];
  const asked = records.filter(({ sequence }) => sequences.includes(sequence));
  const refusal = extensionRefusal({
    status,
    terms,
    dueSequences: sequences,
    extendedSequences: records
      .filter(({ extendedFrom }) => extendedFrom !== null)
      .map(({ sequence }) => sequence),
  });
  const amountWithoutPenaltyMinor = addMinor(...asked.map(unpaidBaseMinor));
  if (refusal !== null || due === null) return refusal ?? 'nothing-due';
  if (amountWithoutPenaltyMinor <= 0) return 'nothing-due';
  const penaltyMinor = subtractMinor(due.amountMinor, amountWithoutPenaltyMinor);
  const offer = extensionOffer(terms, { amountWithoutPenaltyMinor, penaltyMinor, dueDate: due.dueDate }, day);
  return { offer, quotedOn: day, instalments: asked, sequences, fromDueDate: due.dueDate };
}

/**
 * What extending a borrower's loan takes today.
 * @throws CodedError 'status-conflict' for a loan that awaits no payment; 'extension-unavailable' where the product allows none
 * or the payment was extended before (DELAY-3).
 */
export function offeredExtension({
  loan,
  instalments,
  today,
}: Pick<CurrentLoan, 'loan' | 'instalments' | 'today'>): CurrentExtension {
  const extension = currentExtension(loan, instalments, today);
  if (extension === 'status' || extension === 'nothing-due') throw new CodedError('status-conflict');
  if (typeof extension === 'string') throw new CodedError('extension-unavailable');
  return extension;
}

/** The ways to deal with what is due on a day, side by side (ORDER-7, DELAY-1). */
export function optionsBeside(
  { terms, isRepeatBorrower }: Pick<LoanRecord, 'terms' | 'isRepeatBorrower'>,
  { instalments: due, offer, quotedOn }: CurrentExtension,
): PaymentOption[] {
  const lateFeeMinor = lateFeeOf(terms, isRepeatBorrower);
  return paymentOptions(due, offer, { penaltyBands: terms.penaltyBands, lateFeeMinor }, quotedOn);
}

// Written out, so that the database sees that it is the condition of the partial index.
const isAwaitingPayment = sql`${extensions.state} = 'awaiting-payment'`;

function isOpenOffer(loan: LoanOf) {
  return and(isOfLoan(extensions, loan), isAwaitingPayment);
}

function figuresOf({ offer, sequences, fromDueDate, quotedOn }: CurrentExtension) {
  return {
    quotedOn,
    days: offer.days,
    feeMinor: offer.feeMinor,
    payTodayMinor: offer.payTodayMinor,
    fromDueDate,
    newDueDate: offer.newDueDate,
    sequences,
  };
}

/** The offer of a loan that waits for its payment, if there is one. */
export async function openOffer(database: Queryable, loan: LoanOf): Promise<ExtensionRecord | undefined> {
  const [row] = await database.select().from(extensions).where(isOpenOffer(loan));
  return row;
}

/** Keeps the offer of a loan: one is open at a time, and it follows the figures of the day. */
export function keepOffer(
  transaction: Transaction,
  loan: LockedLoan,
  current: CurrentExtension,
  { now, random }: BookingContext,
): void {
  const figures = figuresOf(current);
  const offer = { id: random.id(), borrowerId: loan.borrowerId, loanId: loan.id, offeredAt: now };
  const kept = transaction
    .insert(extensions)
    .values({ ...offer, state: 'awaiting-payment', ...figures })
    .onConflictDoUpdate({
      target: [extensions.loanId, extensions.borrowerId],
      targetWhere: isAwaitingPayment,
      set: figures,
    });
  send(transaction, kept);
}

/**
 * Books a payment that came on an extension's own code. It is measured against what the extension that the borrower asked
 * for took on the day it was paid: when it reaches that, the fee is charged, penalties and fee are paid, the due date
 * moves, and anything beyond settles debt. When it does not, or nothing was asked for, it settles debt like any payment,
 * which the loan's page says (docs/decisions/013-extension-payments.md).
 */
export function bookExtensionPayment(
  transaction: Transaction,
  loan: LockedLoan,
  payment: ReceivedPayment & { readonly before: BeforePurpose },
  context: BookingContext,
): Promise<LockedLoan> {
  return bookReceived(transaction, loan, payment, context, (records, paidOn) => {
    const extension = askedExtension(payment.before.asked, currentExtension(loan, records, paidOn));
    const offer = extension && { ...extension.offer, sequences: extension.sequences };
    const taken = takeExtensionPayment(payment.amountMinor, offer, owedHere(loan, records));
    const [first] = extension?.instalments ?? [];
    const movements = [
      ...(first && taken.feeMinor > 0 ? [feeMovement(payment, first, taken.feeMinor)] : []),
      paymentMovement(payment, taken, records),
    ];
    const { amountMinor: paidMinor, paidAt, event } = payment;
    const receipt = { paidMinor, paidAt, paymentEventId: event.id };
    if (taken.isExtended && extension) {
      putIntoEffect(transaction, loan, extension, receipt);
      const events = [extendedEvent(loan, extension)];
      return { movements, events, moved: (paid) => moveDueDates(paid, extension) };
    }
    missOffer(transaction, loan, receipt, { isOver: extension === null });
    return { movements };
  });
}

/** What the booking of money starts from that may be for an extension. */
interface BeforePurpose extends BeforePayment {
  /** The extension that the borrower asked for, where it is for one. */
  readonly asked: ExtensionRecord | undefined;
}

/** Reads what the booking of money starts from that was paid at `paidAt` for a purpose. */
export async function readBeforePurpose(
  transaction: Transaction,
  loan: PaidLoan,
  { purpose, paidAt }: { readonly purpose: PaymentPurpose; readonly paidAt: Date },
): Promise<BeforePurpose> {
  const [before, asked] = await together(
    () => readBeforePayment(transaction, loan, paidAt),
    async () => (purpose === 'extend' ? openOffer(transaction, loan) : undefined),
  );
  return { ...before, asked };
}

/** What can be extended, if it is what the borrower asked for: a payment alone extends nothing. */
function askedExtension(
  asked: ExtensionRecord | undefined,
  current: CurrentExtension | ExtensionRefusal,
): CurrentExtension | null {
  if (typeof current === 'string' || asked === undefined) return null;
  return asked.sequences.join() === current.sequences.join() ? current : null;
}

function feeMovement(
  { paidAt, event }: ReceivedPayment,
  instalment: InstalmentRecord,
  feeMinor: MinorAmount,
): Movement {
  return {
    kind: 'extension-fee',
    occurredAt: paidAt,
    idempotencyKey: `extension-fee:${event.id}`,
    postings: [
      { account: 'receivable', component: 'fee', instalmentId: instalment.id, amountMinor: feeMinor },
      { account: 'fee-income', component: 'fee', amountMinor: subtractMinor(zeroMinor, feeMinor) },
    ],
  };
}

function extendedEvent(
  loan: LockedLoan,
  { offer: { days, feeMinor, newDueDate }, fromDueDate }: CurrentExtension,
): RecordedEvent {
  const data = { ...loanFacts(loan), fromDueDate, newDueDate, days, feeMinor };
  return { type: 'loan.extended', subjectId: loan.id, data };
}

type Receipt = Pick<ReceivedPayment, 'paidAt'> & {
  readonly paidMinor: MinorAmount;
  readonly paymentEventId: string;
};

/**
 * Records that a payment did not reach the open offer. The offer stays open for another payment, unless nothing can be
 * extended any more.
 */
function missOffer(
  transaction: Transaction,
  loan: LockedLoan,
  receipt: Receipt,
  { isOver }: { readonly isOver: boolean },
): void {
  const facts: Partial<ExtensionRecord> = { ...(isOver ? { state: 'lapsed' } : {}), ...receipt };
  send(transaction, transaction.update(extensions).set(facts).where(isOpenOffer(loan)));
}

/** Puts the open offer into effect. */
function putIntoEffect(
  transaction: Transaction,
  loan: LockedLoan,
  current: CurrentExtension,
  receipt: Receipt,
): void {
  const facts = { ...figuresOf(current), state: 'in-effect' as const, ...receipt };
  send(transaction, transaction.update(extensions).set(facts).where(isOpenOffer(loan)));
}

/**
 * The instalments once an extension is in effect: those it is of are due on the new day, and their penalties count from there. An
 * instalment that was extended before cannot move again; the database refuses it too.
 */
function moveDueDates(
  records: readonly InstalmentRecord[],
  { sequences, offer: { newDueDate: dueDate } }: CurrentExtension,
): InstalmentRecord[] {
  return records.map((record) =>
    sequences.includes(record.sequence)
      ? { ...record, dueDate, extendedFrom: record.dueDate, accruedThrough: null }
      : record,
  );
}

/**
 * Takes back the extension that a payment put into effect, if it did, so that it can be asked for anew.
 * @returns the payments of the plan that it had moved.
 */
export async function lapseExtensionOf(
  transaction: Transaction,
  loan: LockedLoan,
  eventId: string,
): Promise<readonly number[]> {
  const [lapsed] = await transaction
    .update(extensions)
    .set({ state: 'lapsed', paidMinor: null, paidAt: null })
    .where(
      and(
        isOfLoan(extensions, loan),
        eq(extensions.paymentEventId, eventId),
        eq(extensions.state, 'in-effect'),
      ),
    )
    .returning({ sequences: extensions.sequences });
  return lapsed?.sequences ?? [];
}

/** The instalments once an extension is taken back: they are due again when they were. Days up to today cost nothing more. */
export function withoutExtension(
  records: readonly InstalmentRecord[],
  sequences: readonly number[],
  today: LocalDate,
): InstalmentRecord[] {
  return records.map((record) => {
    const { sequence, extendedFrom: dueDate } = record;
    if (dueDate === null || !sequences.includes(sequence)) return record;
    return { ...record, dueDate, extendedFrom: null, accruedThrough: today > dueDate ? today : null };
  });
}
