import { startOfLoanDay } from '../borrower-zone.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import { outstandingOf } from '../loan/instalment-state.ts';
import { isPayable } from '../loan/loan-status.ts';
import { addMinor, type MinorAmount } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';
import type { Refusal } from './booking.ts';
import { decide } from './decide.ts';
import { settlementOf } from './early-settlement.ts';
import { dayOf } from './loan-day.ts';
import type { SettledLoan } from './settlement.ts';
import type { Circumstances, LoanState } from './state.ts';

/** Shortest period ahead for which staff can request a figure; it also applies after the last due date. */
const figureDaysMin = 30;

const statedOrder = [
  'principal',
  'interest',
  'fee',
  'vat',
  'penalty',
] as const satisfies readonly Component[];

/** Days for which a loan's settlement can be stated ahead. */
export interface FigureDays {
  readonly from: LocalDate;
  readonly until: LocalDate;
}

/** The amount that settles a loan on a day, in minor units. */
export interface SettlementFigure {
  readonly day: LocalDate;
  /** Unpaid amounts; they add up to `owedMinor`. */
  readonly parts: readonly { readonly component: Component; readonly amountMinor: MinorAmount }[];
  readonly owedMinor: MinorAmount;
  /** Planned charges that settling on that day saves. */
  readonly savesMinor: MinorAmount;
  /** The borrower's credit, which the parts already count. */
  readonly heldMinor: MinorAmount;
}

export interface SentSettlement extends SettlementFigure {
  readonly madeOn: LocalDate;
}

/** Today through the last day of the plan, and `figureDaysMin` days at least. */
export function figureDays(
  { loan, instalments }: Pick<SettledLoan, 'loan' | 'instalments'>,
  now: Date,
): FigureDays {
  const from = dayOf(loan, now);
  const until = [addDays(from, figureDaysMin), ...instalments.map(({ dueDate }) => dueDate)].sort().at(-1);
  return { from, until: until ?? from };
}

/**
 * The settlement of a loan on a later day, with the penalties booked by then, if nothing else happens before.
 * @returns the refusal 'status-conflict' where nothing is owed, 'request-invalid' for a day outside `figureDays`.
 */
export function settlementFigure(
  state: LoanState,
  day: LocalDate,
  circumstances: Circumstances,
): SettlementFigure | Refusal {
  const { loan } = state;
  if (!isPayable(loan.status)) return new CodedError('status-conflict');
  const { from, until } = figureDays(state, circumstances.now);
  if (day < from || day > until) return new CodedError('request-invalid', 'day');
  const onDay =
    day === from
      ? circumstances
      : { ...circumstances, now: startOfLoanDay(loan.terms, day), bookableThrough: null };
  const looked = decide(state, { act: 'look' }, onDay);
  if (looked instanceof CodedError) return looked;
  const { owedMinor, forgivenMinor, instalments } = settlementOf(looked.after, day);
  if (owedMinor === 0) return new CodedError('status-conflict');
  const owed = instalments.map(outstandingOf);
  const parts = statedOrder.map((component) => ({
    component,
    amountMinor: addMinor(...owed.map((each) => each[`${component}Minor`])),
  }));
  return {
    day,
    parts: parts.filter(({ amountMinor }) => amountMinor > 0),
    owedMinor,
    savesMinor: forgivenMinor,
    heldMinor: loan.suspenseMinor,
  };
}
