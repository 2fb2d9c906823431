import type { LocalDate } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import { canTransition } from '../loan/loan-status.ts';
import { dayIn, startOfDayIn } from '../market.ts';
import { redate } from '../offer/schedule.ts';
import { add, begin, book, type Draft, type Refusal } from './booking.ts';
import { charge } from './movement.ts';
import { accrue } from './penalties.ts';
import { type Circumstances, type InstalmentRecord, type LoanState, uncharged } from './state.ts';
import { changeStatus } from './status.ts';

export type DecideApplication =
  | { readonly act: 'approve' }
  | {
      readonly act: 'decline';
      readonly reason: string | null;
      readonly reapplyOn: LocalDate | null;
    };

/** Approves or declines an application under review. Refused: 'status-conflict' in any other status. */
export function decideApplication(
  state: LoanState,
  command: DecideApplication,
  circumstances: Circumstances,
): Draft | Refusal {
  if (state.loan.status !== 'under-review') return new CodedError('status-conflict', 'application-decided');
  const draft = begin(state, circumstances);
  const { now: declinedAt, actor: by = 'host' } = circumstances;
  if (command.act === 'approve') return changeStatus(draft, { to: 'paying-out', by }, circumstances);
  const facts = { declinedAt, declineReason: command.reason, reapplyOn: command.reapplyOn };
  return changeStatus(draft, { to: 'declined', by, facts }, circumstances);
}

export interface Cancel {
  readonly act: 'cancel';
  readonly reason: string;
}

/** Cancels a loan before its payout. Refused: 'status-conflict' after the payout or once the loan ended. */
export function cancel(state: LoanState, { reason }: Cancel, circumstances: Circumstances): Draft | Refusal {
  if (!canTransition(state.loan.status, 'cancelled')) return new CodedError('status-conflict', 'loan-begun');
  const { actor: by = 'host' } = circumstances;
  return changeStatus(begin(state, circumstances), { to: 'cancelled', by, reason }, circumstances);
}

const counterAccounts = {
  principal: 'cash',
  interest: 'unearned-interest',
  fee: 'unearned-fee',
  vat: 'vat-payable',
} as const;

export interface Disburse {
  readonly act: 'disburse';
  /** The day, in the loan's market, from which due dates count; today when absent. */
  readonly disbursedOn?: LocalDate | undefined;
  readonly reference: string;
}

/**
 * Books a payout: creates the instalments and charges principal, interest, fee and VAT. Amounts come from the schedule that the borrower
 * accepted, never from the product's present terms; only dates follow the day of the payout. A payout far in the past makes the loan late
 * at once. Idempotent for one transfer. Refused: 'status-conflict' for a loan that does not await its payout, 'request-invalid' for a day
 * in the future or before the application.
 */
export function disburse(
  state: LoanState,
  { disbursedOn, reference }: Disburse,
  circumstances: Circumstances,
): Draft | Refusal {
  const { loan } = state;
  const draft = begin(state, circumstances);
  if (loan.disbursalReference === reference) return draft;
  if (loan.status !== 'paying-out') return new CodedError('status-conflict');
  const today = dayIn(loan.market, circumstances.now);
  const day = disbursedOn ?? today;
  if (day > today || day < dayIn(loan.market, loan.appliedAt)) {
    return new CodedError('request-invalid', 'disbursedOn');
  }
  const schedule = redate(loan.schedule, day);
  if (schedule.principalMinor !== loan.principalMinor) {
    throw new Error('The accepted schedule is not one of the principal of its loan.');
  }
  const facts = { disbursedOn: day, disbursalReference: reference };
  const disbursed = changeStatus(draft, { to: 'to-repay', by: 'host', facts }, circumstances);
  const planned = schedule.instalments.map((instalment) => ({ id: circumstances.nextId(), instalment }));
  const plan = planned.map(({ id, instalment: { sequence, dueDate } }): InstalmentRecord => {
    return { id, sequence, dueDate, ...uncharged };
  });
  const postings = planned.flatMap(({ id, instalment }) =>
    (['principal', 'interest', 'fee', 'vat'] as const).flatMap((component) =>
      charge(id, component, counterAccounts[component], instalment[`${component}Minor`]),
    ),
  );
  const occurredAt = startOfDayIn(loan.market, day);
  const movement = { kind: 'disbursal' as const, occurredAt, key: `disbursal:${loan.id}`, postings };
  return accrue(book(add(disbursed, { plan }), [movement], circumstances), circumstances);
}
