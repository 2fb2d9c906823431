import type { Queryable, Transaction } from '#db/database.ts';
import type { Loan } from '#domain/booking/state.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import { isWithinBound } from '#domain/money/amount-bound.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { channelByHand, isIdentified } from '#domain/repayment/payment-by-hand.ts';
import { trackingKeyOf } from '#domain/repayment/payment-claim.ts';
import type { LendingConfiguration } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import { carryOutPlan, type Plan } from '../ledger/act.ts';
import { bookReceipt } from '../ledger/cash-movements.ts';
import { type BookingContext, findLoan } from '../ledger/loans.ts';
import {
  equalUnmatched,
  findProviderEvent,
  type HandRecord,
  isSameName,
  type ProviderEvent,
  paymentByHand,
  type RecordedEvent,
} from '../ledger/payments.ts';
import { type Reading, underLock } from '../ledger/reading.ts';
import type { LoanSnapshot } from '../ledger/states.ts';
import { clearSuspicion } from '../ledger/suspected-doubles.ts';
import { requireProof } from '../payment-claim/payment-proof.ts';
import { requireUnansweredClaim } from '../payment-claim/unanswered-claim.ts';
import type { Logger } from '../ports.ts';
import { keyedHash } from '../secrets.ts';
import {
  canBeHeld,
  decideOnEvent,
  findPaidLoan,
  matchEvent,
  type NamedLoan,
  type PaymentTarget,
} from './matching.ts';
import { referenceByCode } from './store.ts';

export const clockSkewMs = 5 * 60 * 1000;

const longestDelayMs = 366 * 24 * 60 * 60 * 1000;

export interface ReportedPayment {
  readonly provider: string;
  readonly eventId: string;
  readonly loanName: NamedLoan;
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
  readonly paidAt: Date;
  /** The first possible day of payment, where `paidAt` is the confirmation. */
  readonly earliestPaidOn?: LocalDate | null;
  /** Keyed hash of the payer's account; absent where that is not known. */
  readonly payerHash?: string | null;
  /** The bank's or provider's id of the payment; absent where that is not known. */
  readonly trackingKey?: string | null;
  /** The sending bank and operating day, as in `PaymentIdentity`; absent where they are not known. */
  readonly payerBank?: string | null;
  readonly operatingDay?: LocalDate | null;
  /** Who keeps it unmatched until staff assign it, whatever it names; absent for money that may be matched. */
  readonly putBy?: string | null;
  /** Further facts from the lender; absent for a provider's own report. */
  readonly lenderFacts?: Pick<PaymentTarget, 'claimId' | 'reason'> & {
    /** Whether they say that it is another payment than the equal one, or than the reversed one under its key. */
    readonly isAnother: boolean;
    readonly proof?: string | undefined;
  };
}

type IntakeContext = BookingContext & { readonly logger: Logger };

export interface PaymentReceipt {
  readonly outcome: 'posted' | 'unmatched' | 'reversed';
  /** Whether the payment was already known, so that this report had no effect. */
  readonly isRepeated: boolean;
  readonly loan: Loan | undefined;
}

/**
 * Books reported money once, however often it is reported, also under other names with one tracking key. Without a paid-out loan it stays
 * unmatched with an event, and is matched on another report, at the loan's payout, by a job, or on request. Under a known tracking key a
 * payment that may be another is stored beside it and waits for staff (`tellApart`); a lender is asked. A payment recorded by hand before
 * its provider's report is taken for that payment. A payment without its bank's key that equals a booked one is asked about, unless its
 * provider reports it; so is one recorded by hand that equals an unmatched one. An amount above the limit stays unmatched with an alarm in
 * the log, so that no report is lost. @throws CodedError 'request-invalid' for an impossible day or currency, 'submission-repeated' for
 * another amount, currency or code under a known id; 'payment-doubtful' where it is asked about; those of `requireUnansweredClaim`, and
 * 'status-conflict' for a known id, with a claim.
 */
export async function receivePayment(
  transaction: Transaction,
  report: ReportedPayment,
  context: IntakeContext,
): Promise<PaymentReceipt> {
  const plan = await planReceipt(underLock(transaction), report, context);
  await carryOutPlan(transaction, plan, context);
  return plan.receipt;
}

/** Plans `receivePayment`. The report itself is stored while the plan is made. */
export async function planReceipt<State extends LoanSnapshot>(
  reading: Reading<State>,
  report: ReportedPayment,
  context: IntakeContext,
): Promise<Plan<State> & { readonly receipt: PaymentReceipt }> {
  await refuseOddTime(reading, report, context);
  const intake = intakeOf(reading, report, context);
  const { target, keptAtOnce } = await findTarget(intake);
  const namedByHand = target && paymentByHand(target.state, intake.identified);
  const recorded = await recordReport(intake, target, keptAtOnce);
  refuseRecorded(intake, recorded);
  const byHand = recorded.isNew ? namedByHand : recordedByHand(recorded.event, report);
  const event = byHand ? await adoptByHand(intake, byHand, recorded.event) : recorded.event;
  const isNew = recorded.isNew && !byHand;
  if (isNew && target) await refuseEqualUnmatched(intake, event, target);
  logWaiting(intake, { recorded, isNew, target });
  const decided = await decideOnReport(intake, event, target);
  const loan = decided?.after.loan ?? (await loanOfEvent(reading, event));
  const isReversed = event.outcome === 'reversed';
  const beside = async (transaction: Transaction) => {
    if (!recorded.isNew && intake.isAnother) await clearSuspicion(transaction, event);
    if (isNew && !loan && !isReversed) bookUnmatched(transaction, event, context);
  };
  const outcome = isReversed ? 'reversed' : loan ? 'posted' : 'unmatched';
  return { decided, beside, receipt: { outcome, isRepeated: !isNew, loan } };
}

type Intake<State extends LoanSnapshot> = ReturnType<typeof intakeOf<State>>;

function intakeOf<State extends LoanSnapshot>(
  reading: Reading<State>,
  report: ReportedPayment,
  context: IntakeContext,
) {
  const { loanName: _loanName, lenderFacts, trackingKey: reportedKey, ...facts } = report;
  // A key without letters and digits identifies nothing.
  const hasKey = reportedKey != null && trackingKeyOf(reportedKey) !== '';
  const trackingKey = hasKey ? keyAsKept(reportedKey) : null;
  const row = {
    ...facts,
    trackingKey,
    borrowerId: null,
    loanId: null,
    reference: referenceOf(report),
    receivedAt: context.now,
    reversedAt: null,
    outcome: 'unmatched' as const,
    proofName: lenderFacts?.proof ?? null,
  };
  const { claimId, reason, isAnother = false } = lenderFacts ?? {};
  const placing = { isTold: lenderFacts === undefined, isAnother };
  return {
    reading,
    context,
    report,
    identified: { ...report, trackingKey },
    row,
    claimId,
    reason,
    isAnother,
    keep: (doubtOf?: ProviderEvent) =>
      reading.keep(row, context, doubtOf ? { ...placing, doubtOf } : placing),
  };
}

/**
 * Finds the loan that a report is for, and checks what the lender says of it. Without a claim the report is stored in the same round
 * trip; with one only afterwards, since storing would count as the arrival of the claimed payment.
 */
async function findTarget<State extends LoanSnapshot>(intake: Intake<State>) {
  const { reading, report, identified, claimId, reason, isAnother, keep } = intake;
  const { loanName, paidAt, lenderFacts } = report;
  const money = { paidAt, earliestPaidOn: report.earliestPaidOn ?? null };
  const atOnce = claimId === undefined ? () => keep() : undefined;
  const [rows, keptAtOnce] = await findPaidLoan(reading, loanName, money, atOnce);
  const isAsked = lenderFacts !== undefined && !isIdentified(identified);
  const equalMoney: PaymentTarget['equalMoney'] = isAnother ? 'another' : isAsked ? 'refused' : undefined;
  const target = rows && { ...rows, claimId, reason, equalMoney };
  if (target && !report.putBy) refuseOddPayment(target.state.loan, report);
  await requireProof(reading.database, target?.state.loan, lenderFacts?.proof);
  if (claimId !== undefined) {
    const claim = { claimId, eventId: report.eventId };
    await requireUnansweredClaim(reading.database, target?.state.loan, claim);
  }
  return { target, keptAtOnce };
}

/** Stores the report. If a payment with its key is booked on another loan, the report is stored beside it as a possible duplicate. */
async function recordReport(
  { reading, report, keep }: Intake<LoanSnapshot>,
  target: PaymentTarget<LoanSnapshot> | undefined,
  keptAtOnce: RecordedEvent | undefined,
): Promise<RecordedEvent> {
  const first = keptAtOnce ?? (await keep());
  const isOther =
    isOnAnotherLoan(first, report, target) && (await namesItsLoan(reading.database, first.event));
  return isOther ? keep(first.event) : first;
}

/** @throws CodedError for a lender's report that is doubtful or repeated, and for a report that contradicts the known one. */
function refuseRecorded(
  { report, claimId }: Intake<LoanSnapshot>,
  { event, isNew, doubtOf }: RecordedEvent,
): void {
  if (doubtOf && report.lenderFacts) {
    throw new CodedError('payment-doubtful', `${doubtOf.provider} ${doubtOf.eventId}`);
  }
  if (claimId !== undefined && !isNew) throw new CodedError('status-conflict', 'eventId');
  refuseOtherPayment(event, report);
}

/** Replaces a payment that staff recorded by hand with the report of its provider. */
function adoptByHand(
  { reading, row, context }: Intake<LoanSnapshot>,
  byHand: HandRecord,
  { id }: ProviderEvent,
): Promise<ProviderEvent> {
  return reading.adopt(byHand, { ...row, payerHash: row.payerHash ?? null, id }, context);
}

/** @throws CodedError 'payment-doubtful' for a payment recorded by hand that equals an unmatched one. */
async function refuseEqualUnmatched(
  { reading, report, isAnother }: Intake<LoanSnapshot>,
  event: ProviderEvent,
  { state }: PaymentTarget<LoanSnapshot>,
): Promise<void> {
  if (isAnother || channelByHand(report.provider) === undefined) return;
  const waiting = await equalUnmatched(reading.database, event, state.loan.market);
  if (waiting) throw new CodedError('payment-doubtful', `${waiting.provider} ${waiting.eventId}`);
}

function logWaiting(
  { report, context: { logger } }: Intake<LoanSnapshot>,
  {
    recorded: { event, doubtOf },
    isNew,
    target,
  }: {
    readonly recorded: RecordedEvent;
    readonly isNew: boolean;
    readonly target: PaymentTarget<LoanSnapshot> | undefined;
  },
): void {
  const kind = { provider: report.provider, event: event.id };
  if (doubtOf) {
    logger.error('a payment waits for staff: another payment has its tracking key', kind);
  } else if (isNew && isAbsurd(report, target)) {
    logger.error('a payment is too large to be booked, and waits', kind);
  } else if (isNew && !target) {
    logger.warn('a payment has no loan', kind);
  }
}

/** Decides on a payment that waits for its loan; null where none is booked. */
async function decideOnReport<State extends LoanSnapshot>(
  { reading, context }: Intake<State>,
  event: ProviderEvent,
  target: PaymentTarget<State> | undefined,
) {
  if (event.outcome !== 'unmatched' || event.putBy !== null) return null;
  const decided = target ? decideOnEvent(target, event, context) : await matchEvent(reading, event, context);
  return decided ?? null;
}

async function loanOfEvent(
  reading: Reading<LoanSnapshot>,
  { loanId: id, borrowerId }: ProviderEvent,
): Promise<Loan | undefined> {
  if (id === null || borrowerId === null) return undefined;
  const [state] = await reading.state({ id, borrowerId }, {});
  return state?.loan;
}

/** @throws CodedError 'request-invalid' for a time in the future, or more than a year ago for an unknown payment. */
export async function refuseOddTime(
  { database }: Pick<Reading<LoanSnapshot>, 'database'>,
  { provider, eventId, paidAt }: Pick<ProviderEvent, 'provider' | 'eventId' | 'paidAt'>,
  { now }: Pick<BookingContext, 'now'>,
): Promise<void> {
  const delayMs = now.getTime() - paidAt.getTime();
  const isTooOld = delayMs > longestDelayMs && !(await findProviderEvent(database, { provider, eventId }));
  if (delayMs < -clockSkewMs || isTooOld)
    throw new CodedError('request-invalid', 'paidAt', {
      min: new Date(now.getTime() - longestDelayMs),
      max: now,
    });
}

export function bookUnmatched(transaction: Transaction, event: ProviderEvent, context: BookingContext): void {
  const { provider, eventId, amountMinor, currency, reference } = event;
  const data = { provider, eventId, amountMinor, currency, reference, paidAt: event.paidAt.toISOString() };
  bookReceipt(transaction, event, context);
  recordEvent(transaction, { type: 'payment.unmatched', subjectId: event.id, data }, context);
}

/** The hash of the payer's account, regardless of spaces, dots, hyphens and case; null without an account. */
export function payerHashOf(
  payerAccount: string | null | undefined,
  { masterSecrets }: Pick<LendingConfiguration, 'masterSecrets'>,
): string | null {
  const account = payerAccount?.replace(/[\s.-]/g, '').toUpperCase() ?? '';
  return account === '' ? null : keyedHash(masterSecrets[0], 'payer account', account);
}

/** Whether a payment is booked on the loan that its reference names, not on a loan that staff chose. */
async function namesItsLoan(database: Queryable, { reference, loanId }: ProviderEvent): Promise<boolean> {
  const named =
    (await referenceByCode(database, reference))?.loanId ?? (await findLoan(database, reference))?.id;
  return named === loanId;
}

/** A key as it is stored. The database compares ASCII letters and digits only, so a key in another script is reduced by `trackingKeyOf`. */
function keyAsKept(key: string): string {
  return /[0-9A-Za-z]/.test(key) ? key : trackingKeyOf(key);
}

function referenceOf({ loanName }: ReportedPayment): string {
  return 'reference' in loanName ? loanName.reference : loanName.orderNumber;
}

/** Whether the known payment with a report's key is on another loan, and staff did not move it there. */
function isOnAnotherLoan(
  { event, isNew }: RecordedEvent,
  report: ReportedPayment,
  target: PaymentTarget<LoanSnapshot> | undefined,
): boolean {
  if (isNew || !target || isSameName(event, report) || event.round > 0) return false;
  return event.loanId !== null && event.loanId !== target.state.loan.id;
}

function recordedByHand(event: ProviderEvent, report: ReportedPayment): ProviderEvent | undefined {
  const isTold = channelByHand(event.provider) !== undefined && channelByHand(report.provider) === undefined;
  return isTold && event.outcome !== 'reversed' ? event : undefined;
}

function refuseOtherPayment(event: ProviderEvent, report: ReportedPayment): void {
  if (!isSameName(event, report)) return;
  const isSameMoney = event.amountMinor === report.amountMinor && event.currency === report.currency;
  // A payment that staff put back has the reference of their file, and waits for its loan whatever is reported.
  const isKnown = event.putBy !== null || event.reference === referenceOf(report);
  if (!isSameMoney || !isKnown) throw new CodedError('submission-repeated', 'eventId');
}

/** Whether an amount is above the limit of a payment or of what its loan can hold. */
function isAbsurd(
  { amountMinor, currency }: ReportedPayment,
  target: PaymentTarget<LoanSnapshot> | undefined,
): boolean {
  return target ? !canBeHeld(target.state.loan, amountMinor) : !isWithinBound(amountMinor, currency);
}

function refuseOddPayment(loan: Loan, { currency, paidAt }: ReportedPayment): void {
  if (loan.currency !== currency) throw new CodedError('request-invalid', 'currency');
  if (loan.disbursedOn !== null && dayIn(loan.market, paidAt) < loan.disbursedOn) {
    throw new CodedError('request-invalid', 'paidAt', { min: loan.disbursedOn });
  }
}
