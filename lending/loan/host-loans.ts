import {
  cancelLoan,
  closeLoan,
  endCoolingOff,
  type HostLoan,
  listLoans,
  quoteSettlement,
  readLoanStatement,
  writeOffLoan,
} from '#contract/host/loan.ts';
import type { Transaction } from '#db/database.ts';
import { localDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { outstandingOf, remainingTotal } from '#domain/loan/instalment-state.ts';
import { toldStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor } from '#domain/money/money.ts';
import type { allocationOrder, OutstandingInstalment } from '#domain/repayment/allocation.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { cancelLoan as cancel, reinstate, sellLoan, writeOff } from '../ledger/closing.ts';
import { bookCoolingOffExit } from '../ledger/cooling-off.ts';
import { upToDate } from '../ledger/corrections.ts';
import { type LockedLoan, lockLoanByOrderNumber } from '../ledger/loans.ts';
import { entriesOf, type ListedLoan, listedLoan, listLoanPage, storyOf } from '../ledger/statement.ts';
import { openQuestionsOf } from '../statement/open-questions.ts';

const answeredList = answerHost(
  listLoans,
  async ({ transaction }, { limit = usualPageSize, ...search }) => {
    const { rows, nextCursor } = await listLoanPage(transaction, { ...search, limit });
    return { data: { loans: rows.map(hostLoanOf), nextCursor } };
  },
  { isForReplica: true },
);

const answeredRead = answerHost(readLoanStatement, async (context, { orderNumber }) => {
  const { transaction } = context;
  const account = await upToDate(transaction, await loanToChange(transaction, orderNumber), context);
  const { loan, instalments: records } = account;
  const stands = await listedLoan(transaction, loan);
  if (!stands) throw new CodedError('not-found', 'orderNumber');
  const { agreement, ...story } = await storyOf(transaction, loan);
  const questions = await openQuestionsOf(transaction, loan, records);
  return {
    data: {
      loan: hostLoanOf(stands),
      termDays: loan.termDays,
      agreement: agreement && { ...agreement, acceptedAt: agreement.acceptedAt.toISOString() },
      instalments: records.map((record) => ({
        sequence: record.sequence,
        dueDate: record.dueDate,
        extendedFrom: record.extendedFrom,
        chargedMinor: record.charged,
        paidMinor: record.paid,
        owedMinor: remainingTotal([record]),
      })),
      entries: (await entriesOf(transaction, loan)).map((entry) => ({
        ...entry,
        occurredAt: entry.occurredAt.toISOString(),
        bookedAt: entry.bookedAt.toISOString(),
      })),
      statusChanges: story.statusChanges.map(({ from, to, at, by, reason }) => ({
        ...{ from, to, by, reason },
        at: at.toISOString(),
      })),
      payments: story.payments.map(({ provider, eventId, reference, amountMinor, outcome, ...times }) => ({
        ...{ provider, eventId, reference, amountMinor, outcome },
        paidAt: times.paidAt.toISOString(),
        receivedAt: times.receivedAt.toISOString(),
        reversedAt: times.reversedAt?.toISOString() ?? null,
      })),
      refunds: story.refunds.map(({ refundKey, amountMinor, state, requestedAt }) => ({
        ...{ refundKey, amountMinor, state },
        requestedAt: requestedAt.toISOString(),
      })),
      references: story.references,
      complaints: story.complaints,
      openDisputes: questions.openDisputes.map(({ filedAt, answerBy, ...dispute }) => ({
        ...dispute,
        ...{ filedAt: filedAt.toISOString(), answerBy: answerBy.toISOString() },
      })),
      waitingClaims: questions.waitingClaims.map(({ claimedAt, answerBy, ...claim }) => ({
        ...claim,
        ...{ claimedAt: claimedAt.toISOString(), answerBy: answerBy.toISOString() },
      })),
    },
  };
});

const answeredCancel = answerHost(cancelLoan, async (context, { orderNumber, reason }) => {
  const loan = await loanToChange(context.transaction, orderNumber);
  const { status } = await cancel(context.transaction, loan, reason, context);
  return { data: { orderNumber, status, orderStatus: toldStatuses[status] } };
});

const answeredCoolingOff = answerHost(endCoolingOff, async (context, { orderNumber, reason, returnedOn }) => {
  const { transaction, configuration, now } = context;
  const loan = await loanToChange(transaction, orderNumber);
  const { loan: ended, forgivenMinor } = await bookCoolingOffExit(
    transaction,
    loan,
    {
      reason,
      returnedOn: returnedOn === undefined ? dayIn(loan.market, now) : localDate(returnedOn),
      coolingOffDays: configuration.companies[loan.market].coolingOffDays,
    },
    context,
  );
  const { status } = ended;
  return { data: { orderNumber, status, orderStatus: toldStatuses[status], forgivenMinor } };
});

const answeredWriteOff = answerHost(writeOffLoan, async (context, { orderNumber, reason, isReversed }) => {
  const loan = await loanToChange(context.transaction, orderNumber);
  const close = isReversed === true ? reinstate : writeOff;
  const { loan: closed, owedMinor } = await close(context.transaction, loan, reason, context);
  return {
    data: { orderNumber, status: closed.status, orderStatus: toldStatuses[closed.status], owedMinor },
  };
});

const answeredClose = answerHost(closeLoan, async (context, { orderNumber, ...sale }) => {
  const loan = await loanToChange(context.transaction, orderNumber);
  const { loan: sold, owedMinor } = await sellLoan(context.transaction, loan, sale, context);
  return { data: { orderNumber, status: sold.status, orderStatus: toldStatuses[sold.status], owedMinor } };
});

const answeredQuote = answerHost(quoteSettlement, async (context, { orderNumber }) => {
  const { transaction, now } = context;
  const account = await upToDate(transaction, await loanToChange(transaction, orderNumber), context);
  const { loan, instalments: records } = account;
  if (loan.disbursedOn === null || loan.status === 'sold') throw new CodedError('status-conflict');
  return {
    data: {
      orderNumber,
      orderStatus: toldStatuses[loan.status],
      validOn: dayIn(loan.market, now),
      currency: loan.currency,
      settlesMinor: remainingTotal(records),
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
});

/** What the lender's systems ask of loans, and how they close them. */
export const answeredLoans: readonly AnsweredHostCall[] = [
  answeredList,
  answeredRead,
  answeredCancel,
  answeredCoolingOff,
  answeredWriteOff,
  answeredClose,
  answeredQuote,
];

/**
 * Locks the loan of a number.
 * @throws CodedError 'not-found'.
 */
async function loanToChange(transaction: Transaction, orderNumber: string): Promise<LockedLoan> {
  const loan = await lockLoanByOrderNumber(transaction, orderNumber);
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  return loan;
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

function hostLoanOf({ loan, dueDate }: ListedLoan): HostLoan {
  const { serialNumber: _serialNumber, buyerName, buyerContact, ...facts } = loan;
  const { appliedAt, settledAt, writtenOffAt, soldAt, changedAt } = loan;
  return {
    ...facts,
    orderStatus: toldStatuses[loan.status],
    dueDate,
    appliedAt: appliedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    writtenOffAt: writtenOffAt?.toISOString() ?? null,
    soldAt: soldAt?.toISOString() ?? null,
    buyer: buyerName === null ? null : { name: buyerName, contact: buyerContact },
    changedAt: changedAt.toISOString(),
  };
}
