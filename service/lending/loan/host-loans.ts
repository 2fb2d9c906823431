import {
  cancelLoan,
  closeLoan,
  endCoolingOff,
  listLoans,
  quoteSettlement,
  readLoanStatement,
  writeOffLoan,
} from '#contract/host/loan.ts';
import { together } from '#db/database.ts';
import type { Command, Decided } from '#domain/booking/decide.ts';
import { settlementOf } from '#domain/booking/early-settlement.ts';
import { dayOf } from '#domain/booking/loan-day.ts';
import { localDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { outstandingOf, remainingTotal } from '#domain/loan/instalment-state.ts';
import { borrowerStatuses } from '#domain/loan/loan-status.ts';
import { addMinor } from '#domain/money/money.ts';
import type { allocationOrder, OutstandingInstalment } from '#domain/repayment/allocation.ts';
import { answerDecision } from '../decision/answer-decision.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { act, decideOf } from '../ledger/act.ts';
import { readLoan } from '../ledger/loan-course.ts';
import { type ListedLoan, listedLoan, listLoanPage } from '../ledger/loan-lists.ts';
import type { LoanSnapshot } from '../ledger/states.ts';
import { openQuestionsOf } from '../statement/open-questions.ts';

export const answeredLoans: readonly AnsweredHostCall[] = [
  answerHost(
    listLoans,
    async ({ transaction }, { limit = usualPageSize, ...search }) => {
      const { rows, nextCursor } = await listLoanPage(transaction, { ...search, limit });
      return { data: { loans: rows.map(hostLoanOf), nextCursor } };
    },
    { isForReplica: true },
  ),
  answerHost(readLoanStatement, async (context, { orderNumber }) => {
    const { transaction } = context;
    const { after: state } = await act(transaction, { orderNumber }, { act: 'look' }, context);
    const [course, stands] = await together(
      () => readLoan(transaction, state.loan, 'whole'),
      () => listedLoan(transaction, state.loan),
    );
    if (!course || !stands) throw new CodedError('not-found', 'orderNumber');
    const [agreement = null] = course.agreements;
    const questions = openQuestionsOf(course);
    return {
      data: {
        loan: hostLoanOf(stands),
        termDays: course.loan.termDays,
        agreement,
        instalments: course.instalments.map((record) => ({
          sequence: record.sequence,
          dueDate: record.dueDate,
          extendedFrom: record.extendedFrom,
          chargedMinor: record.charged,
          paidMinor: record.paid,
          owedMinor: remainingTotal([record]),
        })),
        entries: course.entries.map(({ id: transactionId, ...entry }) => ({ transactionId, ...entry })),
        statusChanges: course.statusChanges,
        payments: course.payments,
        refunds: course.refunds.toReversed(),
        references: course.references,
        complaints: course.complaints,
        ...questions,
        newPlans: course.newPlans.map(({ id: planId, terms, ...plan }) => ({ planId, ...plan, ...terms })),
      },
    };
  }),
  answerDecision(cancelLoan, async (context, { orderNumber, reason }) => {
    const decided = await decideOf(context.reading, { orderNumber }, { act: 'cancel', reason }, context);
    return { decided, data: { orderNumber, ...statusOf(decided.after) } };
  }),
  answerDecision(endCoolingOff, async (context, { orderNumber, reason, returnedOn }) => {
    const companies = Object.entries(context.configuration.companies);
    const coolingOffDays = Object.fromEntries(companies.map(([market, of]) => [market, of.coolingOffDays]));
    const returnDay = returnedOn === undefined ? {} : { returnedOn: localDate(returnedOn) };
    const command = { act: 'cool-off', reason, coolingOffDays, ...returnDay } as const;
    return closed(orderNumber, await decideOf(context.reading, { orderNumber }, command, context));
  }),
  answerDecision(writeOffLoan, async (context, { orderNumber, reason, isReversed }) => {
    const command = { act: isReversed === true ? 'reinstate' : 'write-off', reason } as const;
    return closed(orderNumber, await decideOf(context.reading, { orderNumber }, command, context));
  }),
  answerDecision(closeLoan, async (context, { orderNumber, ...sale }) =>
    closed(orderNumber, await decideOf(context.reading, { orderNumber }, { act: 'sell', ...sale }, context)),
  ),
  answerHost(quoteSettlement, async (context, { orderNumber }) => {
    const { transaction, now } = context;
    const { after: state } = await act(transaction, { orderNumber }, { act: 'look' }, context);
    const { loan } = state;
    if (loan.disbursedOn === null || loan.status === 'sold') throw new CodedError('status-conflict');
    const settlement = settlementOf(state, dayOf(loan, now));
    const { instalments: records, day: validOn } = settlement;
    return {
      data: {
        orderNumber,
        orderStatus: borrowerStatuses[loan.status],
        validOn,
        currency: loan.currency,
        settlesMinor: settlement.owedMinor,
        forgivenMinor: settlement.forgivenMinor,
        owedMinor: componentsOf(records.map(outstandingOf)),
        instalments: records
          .filter((record) => remainingTotal([record]) > 0)
          .map((record) => ({
            sequence: record.sequence,
            dueDate: record.dueDate,
            owedMinor: componentsOf([outstandingOf(record)]),
          })),
      },
    };
  }),
];

function closed<State extends LoanSnapshot, Of extends Command, Answer extends object>(
  orderNumber: string,
  decided: Decided<State, Of, Answer>,
) {
  return { decided, data: { orderNumber, ...statusOf(decided.after), ...decided.answer } };
}

function statusOf({ loan: { status } }: LoanSnapshot) {
  return { status, orderStatus: borrowerStatuses[status] };
}

function componentsOf(owed: readonly OutstandingInstalment[]) {
  const sum = (component: (typeof allocationOrder)[number]) =>
    addMinor(...owed.map((instalment) => instalment[`${component}Minor`]));
  return {
    penalty: sum('penalty'),
    fee: sum('fee'),
    vat: sum('vat'),
    interest: sum('interest'),
    principal: sum('principal'),
  };
}

function hostLoanOf({ loan, dueDate }: ListedLoan) {
  const { buyerName, buyerContact, ...facts } = loan;
  const buyer = buyerName === null ? null : { name: buyerName, contact: buyerContact };
  return { ...facts, orderStatus: borrowerStatuses[loan.status], dueDate, buyer };
}
