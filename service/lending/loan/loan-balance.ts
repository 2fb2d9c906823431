import type { LoanBalance, LoanInstalment } from '#contract/calls/loan.ts';
import { currentExtension } from '#domain/booking/extension.ts';
import { nextDayPenalty } from '#domain/booking/penalties.ts';
import type { AmountDue } from '#domain/booking/settlement.ts';
import type { CurrentExtension, InstalmentRecord } from '#domain/booking/state.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { isExtensionOffered } from '#domain/extension/extension-price.ts';
import { type DueNow, remainingTotal } from '#domain/loan/instalment-state.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor, zeroMinor } from '#domain/money/money.ts';
import { allocationOrder, inDueOrder } from '#domain/repayment/allocation.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';

/** The figures of a loan that was paid out (ORDER-2, ORDER-7). */
export function loanBalance(
  current: CurrentLoan,
  { due }: AmountDue,
  extension: CurrentExtension | null,
  lastPayments: ReadonlyMap<string, Date>,
): LoanBalance {
  const { loan, instalments, today } = current;
  return {
    orderNumber: loan.orderNumber,
    principalMinor: loan.principalMinor,
    dueMinor: due?.amountMinor ?? zeroMinor,
    dueDate: due?.dueDate ?? '',
    daysLate: due?.daysLate ?? 0,
    penaltyMinor: due?.penaltyMinor ?? zeroMinor,
    dailyPenaltyMinor: nextDayPenalty(current),
    paidMinor: addMinor(...instalments.map(({ paid }) => addMinor(...Object.values(paid)))),
    remainingMinor: remainingTotal(instalments),
    instalments: inDueOrder(instalments).map((instalment) => {
      const lastPayment = lastPayments.get(instalment.id);
      const paidOn = lastPayment === undefined ? null : dayIn(loan.market, lastPayment);
      return instalmentView(instalment, due, today, paidOn);
    }),
    extension: extension && { today, ...extension.offer },
  };
}

function instalmentView(
  instalment: InstalmentRecord,
  due: DueNow | null,
  today: LocalDate,
  paidOn: string | null,
): LoanInstalment {
  const { sequence, dueDate, charged } = instalment;
  const isPaid = remainingTotal([instalment]) === 0;
  const isAsked = due?.instalmentSequences.includes(sequence) === true;
  const unpaidState = isAsked ? (due.daysLate > 0 && dueDate < today ? 'overdue' : 'due') : 'upcoming';
  return {
    sequence,
    dueDate,
    totalMinor: addMinor(...allocationOrder.map((component) => charged[component])),
    state: isPaid ? 'paid' : unpaidState,
    paidOn: isPaid ? paidOn : null,
  };
}

/** The extension that a borrower can buy today; null for none (ORDER-4, ORDER-7). */
export function offeredExtension({ loan, instalments, today }: CurrentLoan): CurrentExtension | null {
  const extension = currentExtension(loan, instalments, today);
  if (typeof extension === 'string') return null;
  return isExtensionOffered(extension.fromDueDate, today) ? extension : null;
}
