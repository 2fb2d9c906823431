import type { ExtensionComparison, LoanBalance, LoanInstalment } from '#contract/calls/loan.ts';
import { daysBetween, type LocalDate } from '#domain/calendar.ts';
import { type DueNow, dueNow, remainingTotal, unpaidBaseMinor } from '#domain/loan/instalment-state.ts';
import { penaltyForDay } from '#domain/loan/penalty.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { allocationOrder } from '#domain/repayment/allocation.ts';
import type { CurrentLoan } from '../ledger/current-loan.ts';
import { currentExtension } from '../ledger/extensions.ts';
import type { InstalmentRecord } from '../ledger/loans.ts';

/** Where a loan that was paid out stands in figures (ORDER-2, ORDER-7). */
export function loanBalance(
  { loan, instalments, today }: CurrentLoan,
  lastPayments: ReadonlyMap<string, Date>,
): LoanBalance {
  const due = dueNow(instalments, today);
  const asked = instalments.filter(({ sequence }) => due?.instalmentSequences.includes(sequence));
  return {
    orderNumber: loan.orderNumber,
    principalMinor: loan.principalMinor,
    dueMinor: due?.amountMinor ?? zeroMinor,
    dueDate: due?.dueDate ?? '',
    daysLate: due?.daysLate ?? 0,
    penaltyMinor: due?.penaltyMinor ?? zeroMinor,
    dailyPenaltyMinor: addMinor(...asked.map((instalment) => nextDayPenalty(loan, instalment, today))),
    paidMinor: addMinor(...instalments.map(({ paid }) => addMinor(...Object.values(paid)))),
    remainingMinor: remainingTotal(instalments),
    instalments: instalments.map((instalment) => {
      const lastPayment = lastPayments.get(instalment.id);
      const paidOn = lastPayment === undefined ? null : dayIn(loan.market, lastPayment);
      return instalmentView(instalment, due, today, paidOn);
    }),
    extension: extensionOf(loan, instalments, today),
  };
}

/** What the next day late adds; for an instalment not yet late, what its first one would. Nothing once it was written off. */
function nextDayPenalty(
  { terms, status }: CurrentLoan['loan'],
  instalment: InstalmentRecord,
  today: LocalDate,
): MinorAmount {
  if (status === 'written-off') return zeroMinor;
  const daysLate = Math.max(0, daysBetween(instalment.dueDate, today));
  return penaltyForDay(unpaidBaseMinor(instalment), daysLate + 1, terms.penaltyBands);
}

function instalmentView(
  instalment: InstalmentRecord,
  due: DueNow | null,
  today: LocalDate,
  paidOn: string | null,
): LoanInstalment {
  const { sequence, dueDate, charged } = instalment;
  const isPaid = remainingTotal([instalment]) === 0;
  const unpaidState =
    dueDate < today ? 'overdue' : due?.instalmentSequences.includes(sequence) ? 'due' : 'upcoming';
  return {
    sequence,
    dueDate,
    totalMinor: addMinor(...allocationOrder.map((component) => charged[component])),
    state: isPaid ? 'paid' : unpaidState,
    paidOn: isPaid ? paidOn : null,
  };
}

function extensionOf(
  loan: CurrentLoan['loan'],
  instalments: readonly InstalmentRecord[],
  today: LocalDate,
): ExtensionComparison | null {
  const extension = currentExtension(loan, instalments, today);
  return typeof extension === 'string' ? null : { today, ...extension.offer };
}
