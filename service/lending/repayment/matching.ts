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
import { isWithinBound } from '#domain/money/amount-bound.ts';
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
import type { LockedState, SeenState } from '../ledger/states.ts';
import { codesOf, findCode, referenceOfCode } from './store.ts';

/** A loan that money is for, and what for. */
export interface PaymentTarget<State extends SeenState = LockedState> {
  readonly state: State;
  readonly purpose: PaymentPurpose;
  /** Why a person assigned the money to it. */
  readonly reason?: string | undefined;
  /** The claim that a person says it answers. */
  readonly claimId?: string | undefined;
  /**
   * What becomes of money that equals a payment booked on it (`equalPayment`): it is booked and the pair noted where nothing is said,
   * refused where somebody is to be asked, and another payment where they said so.
   */
  readonly equalMoney?: 'refused' | 'another' | undefined;
}

/** What money says it is for: a code, or a loan's number. */
export type NamedLoan = { readonly reference: string } | { readonly orderNumber: string };

/** When money was paid, and the first day on which it may have been where that is only when it was confirmed. */
export type MoneyTime = Pick<ProviderEvent, 'paidAt' | 'earliestPaidOn'>;

/** Before any time that money may count from. */
export function earliestTimeOf({ paidAt, earliestPaidOn }: MoneyTime): Date {
  return earliestPaidOn === null ? paidAt : new Date(Date.parse(addDays(earliestPaidOn, -1)));
}

/**
 * The loan that a code or a loan's number names, once it was paid out; undefined until then.
 * @param money that is to be booked on it.
 * @param read what else is read at once with it.
 */
export async function findPaidLoan<State extends SeenState, Row = undefined>(
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
 * What booking the money of an event does to a loan. Money that came before the loan was paid out counts from the
 * day it was; money that a provider only confirmed counts from the day something was due where it may have been paid by then.
 * @param event that waits for a loan, locked where it is to be booked.
 * @returns undefined where the event stays unchanged, for a currency that is not the loan's, an
 * amount that cannot be held on it, or money that a person recorded on the loan by hand.
 * @throws CodedError 'payment-doubtful' naming the payment that it equals, where that is to be asked.
 */
export function decideOnEvent<State extends SeenState>(
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

/** When an event's money counts from: when it was paid, or the end of a day that it may have been paid on and something was due. */
function valuedAtOf({ loan, instalments }: SeenState, { paidAt, earliestPaidOn }: ProviderEvent): Date {
  if (earliestPaidOn === null) return paidAt;
  const dueDates = instalments.filter((record) => remainingTotal([record]) > 0).map(({ dueDate }) => dueDate);
  const paidOn = dayOf(loan, paidAt);
  const valuedOn = valueDay(paidOn, earliestPaidOn, dueDates);
  return valuedOn === paidOn
    ? paidAt
    : new Date(startOfDayIn(loan.market, addDays(valuedOn, 1)).getTime() - 1);
}

/** Whether money may be booked on a loan: it is within what may come in, and all of it can be held beside what is held already. */
export function canBeHeld(
  { currency, suspenseMinor }: Pick<Loan, 'currency' | 'suspenseMinor'>,
  amountMinor: MinorAmount,
): boolean {
  return isWithinBound(amountMinor, currency) && Number.isSafeInteger(amountMinor + suspenseMinor);
}

/**
 * Books what arrived for a loan before it was paid out, by its number or one of its codes, in the order it was paid.
 * @param state of the loan with all of its penalties.
 */
export async function matchPaymentsOf(
  transaction: Transaction,
  state: LockedState,
  context: BookingContext,
): Promise<LockedState> {
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

/** How many unmatched events one look goes through, newest first: those that fit no loan stay, and must not hide others. */
const matchingLimit = 1_000;

/**
 * Looks again whether kept money fits a loan by now; an event that fails leaves the others.
 * @returns how many were booked.
 */
export async function matchUnmatchedEvents(
  outer: Database | Transaction,
  context: BookingContext,
): Promise<number> {
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

/** Looks again whether one kept event fits a loan; undefined when it still does not, and for what a person put with the unmatched. */
export async function matchEvent<State extends SeenState>(
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
