import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { type Database, inTransaction, type Transaction } from '#db/database.ts';
import type { Decided } from '#domain/booking/decide.ts';
import { dayOf } from '#domain/booking/loan-day.ts';
import { equalPayment } from '#domain/booking/receive.ts';
import type { Loan } from '#domain/booking/state.ts';
import { addDays } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { startOfDayIn } from '#domain/market.ts';
import { amountMaxMinor, isWithinBound } from '#domain/money/amount-bound.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { valueDay } from '#domain/repayment/value-day.ts';
import { decideOn } from '../ledger/act.ts';
import { commit } from '../ledger/commit.ts';
import type { BookingContext } from '../ledger/loans.ts';
import {
  type ProviderEvent,
  paymentByHand,
  unmatchedEvents,
  unmatchedEventsNaming,
} from '../ledger/payments.ts';
import { type Reading, underLock } from '../ledger/reading.ts';
import type { LoanSnapshot, LockedState } from '../ledger/states.ts';
import { codesOf, findCode, referenceOfCode } from './store.ts';

export interface PaymentTarget<State extends LoanSnapshot = LockedState> {
  readonly state: State;
  readonly purpose: PaymentPurpose;
  readonly reason?: string | undefined;
  /** The claim that staff say it answers. */
  readonly claimId?: string | undefined;
  /**
   * What to do with money that equals a booked payment (`equalPayment`): book it and mark the pair by default, `refused` to ask somebody,
   * `another` where they said that it is another payment.
   */
  readonly equalMoney?: 'refused' | 'another' | undefined;
}

export type NamedLoan = { readonly reference: string } | { readonly orderNumber: string };

/** When money was paid, and the first possible day where that is only its confirmation. */
export type MoneyTime = Pick<ProviderEvent, 'paidAt' | 'earliestPaidOn'>;

export function earliestTimeOf({ paidAt, earliestPaidOn }: MoneyTime): Date {
  return earliestPaidOn === null ? paidAt : new Date(Date.parse(addDays(earliestPaidOn, -1)));
}

/**
 * The paid-out loan of a code or loan number; undefined for none. @param money to be booked on it. @param read a further read at the same
 * time.
 */
export async function findPaidLoan<State extends LoanSnapshot, Row = undefined>(
  reading: Reading<State>,
  named: NamedLoan,
  money: MoneyTime,
  read: () => Promise<Row | undefined> = async () => undefined,
): Promise<readonly [PaymentTarget<State> | undefined, Row | undefined]> {
  const { database } = reading;
  const code = 'reference' in named ? await findCode(database, named.reference) : null;
  const name = 'reference' in named ? code : named;
  if (!name) return [undefined, await read()];
  const [state, owner, rows] = await reading.state(
    name,
    { since: earliestTimeOf(money) },
    async () => code && referenceOfCode(database, code),
    read,
  );
  if (!state || state.loan.disbursedOn === null) return [undefined, rows];
  return [{ state, purpose: owner?.purpose ?? 'repay' }, rows];
}

/**
 * Decides the booking of a payment on a loan. Money from before the payout counts from the payout's day; money that a provider only
 * confirmed counts from the day something was due on which it may have been paid. @param event an unmatched one, locked where it is to be
 * booked. @returns undefined where it stays unmatched, for another currency, an amount that cannot be held, or money that staff recorded by
 * hand. @throws CodedError 'payment-doubtful' naming the equal payment, where somebody must be asked.
 */
export function decideOnEvent<State extends LoanSnapshot>(
  { state, purpose, reason, claimId, equalMoney }: PaymentTarget<State>,
  event: ProviderEvent,
  context: BookingContext,
): Decided<State> | undefined {
  const { loan } = state;
  const { amountMinor, currency, paidAt } = event;
  if (loan.currency !== currency || !canBeHeld(loan, amountMinor)) return undefined;
  if (paymentByHand(state, event) !== undefined) return undefined;
  const equal = equalPayment(state, event);
  if (equal && equalMoney === 'refused') {
    throw new CodedError('payment-doubtful', `${equal.provider} ${equal.eventId}`);
  }
  const disbursedAt = loan.disbursedOn === null ? paidAt : startOfDayIn(loan.market, loan.disbursedOn);
  const creditedAt = new Date(Math.max(valuedAtOf(state, event).getTime(), disbursedAt.getTime()));
  const isCorrected = event.round > 0;
  const facts = { purpose, reason, claimId, isCorrected, isAnother: equalMoney === 'another' };
  return decideOn(state, { act: 'receive', payment: event, creditedAt, ...facts }, context);
}

/** From when money counts: its payment, or the end of the day something was due on which it may have been paid. */
function valuedAtOf({ loan, instalments }: LoanSnapshot, { paidAt, earliestPaidOn }: ProviderEvent): Date {
  if (earliestPaidOn === null) return paidAt;
  const dueDates = instalments.filter((record) => remainingTotal([record]) > 0).map(({ dueDate }) => dueDate);
  const paidOn = dayOf(loan, paidAt);
  const valuedOn = valueDay(paidOn, earliestPaidOn, dueDates);
  return valuedOn === paidOn
    ? paidAt
    : new Date(startOfDayIn(loan.market, addDays(valuedOn, 1)).getTime() - 1);
}

/** Whether money can be booked on a loan: within the limit of a payment, and of what a loan can hold. */
export function canBeHeld(
  { currency, suspenseMinor }: Pick<Loan, 'currency' | 'suspenseMinor'>,
  amountMinor: MinorAmount,
): boolean {
  return isWithinBound(amountMinor, currency) && Number.isSafeInteger(amountMinor + suspenseMinor);
}

/** @throws CodedError 'request-invalid' for an amount that cannot be booked on a loan. */
export function refuseUnheld(loan: Pick<Loan, 'currency' | 'suspenseMinor'>, amountMinor: MinorAmount): void {
  if (!canBeHeld(loan, amountMinor))
    throw new CodedError('request-invalid', 'amountMinor', { max: amountMaxMinor[loan.currency] });
}

/**
 * Books money that arrived before the payout, by the loan's number or codes, in the order of payment. @param state with all penalties of
 * the loan.
 */
export async function matchPaymentsOf(transaction: Transaction, state: LockedState, context: BookingContext) {
  const codes = await codesOf(transaction, state.loan);
  const purposes = new Map(codes.map(({ code, purpose }) => [code, purpose]));
  const references = [state.loan.orderNumber, ...purposes.keys()];
  let current = state;
  for (const event of await unmatchedEventsNaming(transaction, references)) {
    const purpose = purposes.get(event.reference) ?? 'repay';
    const decided = decideOnEvent({ state: current, purpose }, event, context);
    if (!decided) continue;
    commit(transaction, [decided], context);
    current = decided.after;
  }
  return current;
}

/** Most unmatched payments in one run, newest first, so that those that fit no loan do not hide others. */
const matchingLimit = 1_000;

/** Tries to match unmatched payments; a failure leaves the others. @returns how many were booked. */
export async function matchUnmatchedEvents(outer: Database | Transaction, context: BookingContext) {
  let matched = 0;
  for (const event of await unmatchedEvents(outer, matchingLimit)) {
    matched += await inTransaction(outer, async (transaction) => {
      const decided = await matchEvent(underLock(transaction), event, context);
      if (decided) commit(transaction, [decided], context);
      return decided ? 1 : 0;
    });
  }
  return matched;
}

/** Tries to match one payment; undefined when it fits no loan, and for one that staff put back. */
export async function matchEvent<State extends LoanSnapshot>(
  reading: Reading<State>,
  event: ProviderEvent,
  context: BookingContext,
): Promise<Decided<State> | undefined> {
  const { reference, putBy } = event;
  if (putBy !== null) return undefined;
  for (const named of [{ reference }, { orderNumber: reference }]) {
    const [target, now] = await findPaidLoan(reading, named, event, () => reading.payment(event));
    if (now?.outcome !== 'unmatched') return undefined;
    if (target) return decideOnEvent(target, now, context);
  }
  return undefined;
}
