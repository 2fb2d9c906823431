import { compareBooks, readReconciliation, reversePenalties, stepPenalties } from '#contract/host/ledger.ts';
import { decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import { localDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { toldStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { latestDay, stepDays } from '../ledger/bookable-day.ts';
import {
  askForComparison,
  type ComparisonStanding,
  comparisonStanding,
  type Found,
  faultsFound,
} from '../ledger/compare-books.ts';
import { bookDisbursal } from '../ledger/disbursal.ts';
import { changeStatus, findLoan, lockLoanByOrderNumber, type StatusChange } from '../ledger/loans.ts';
import {
  reconcileEventsOf,
  reconcileLoan,
  unmatchedMoney,
  withEventNames,
  withLoanNames,
} from '../ledger/reconcile.ts';
import { reversePenalties as bookReversal } from '../ledger/reverse-penalties.ts';
import { ownReferencesOf } from '../repayment/issue-references.ts';
import { matchPaymentsOf } from '../repayment/matching.ts';
import { insertReferences } from '../repayment/store.ts';

/** Decides an application under review: it is then paying out or declined; any other status refuses. */
const answeredDecision = answerHost(decideApplication, async (context, request) => {
  const { transaction, now, actor } = context;
  const loan = await lockLoanByOrderNumber(transaction, request.orderNumber);
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  if (loan.status !== 'under-review') throw new CodedError('status-conflict');
  const decision: StatusChange =
    request.decision === 'approve'
      ? { to: 'paying-out', by: actor }
      : {
          to: 'declined',
          by: actor,
          facts: {
            declinedAt: now,
            declineReason: request.reason ?? null,
            reapplyOn: request.reapplyOn === undefined ? null : localDate(request.reapplyOn),
          },
        };
  const { orderNumber, status } = changeStatus(transaction, loan, decision, context);
  return { data: { orderNumber, orderStatus: toldStatuses[status] } };
});

/**
 * Records that an approved loan was paid out: its charges are booked, its payment codes made, and what was
 * paid for it before is credited. The same transfer reported again has no effect.
 */
const answeredDisbursal = answerHost(
  recordDisbursal,
  async (context, { orderNumber, disbursedOn, reference }) => {
    const { transaction, now } = context;
    const loan = await lockLoanByOrderNumber(transaction, orderNumber);
    if (!loan) throw new CodedError('not-found', 'orderNumber');
    if (loan.disbursalReference === reference)
      return { data: { orderNumber, orderStatus: toldStatuses[loan.status] } };
    if (loan.status !== 'paying-out') throw new CodedError('status-conflict');
    const today = dayIn(loan.market, now);
    const day = disbursedOn === undefined ? today : localDate(disbursedOn);
    if (day > today || day < dayIn(loan.market, loan.appliedAt)) {
      throw new CodedError('request-invalid', 'disbursedOn');
    }
    const paidOut = await bookDisbursal(transaction, loan, { disbursedOn: day, reference }, context);
    await insertReferences(transaction, ownReferencesOf(context, loan));
    const { status } = await matchPaymentsOf(transaction, paidOut, context);
    return { data: { orderNumber, orderStatus: toldStatuses[status] } };
  },
);

/** Compares one loan, or tells what comparisons of all found last, with every event of a provider and what was booked for it. */
const answeredReconciliation = answerHost(
  readReconciliation,
  async ({ transaction, now }, { orderNumber }) => {
    const standing = {
      comparison: comparisonView(await comparisonStanding(transaction)),
      unmatched: await unmatchedMoney(transaction),
    };
    const foundOf = async (wanted: string) => {
      const loan = await findLoan(transaction, wanted);
      if (!loan) throw new CodedError('not-found', 'orderNumber');
      const foundNow = <Fault extends object>(fault: Fault) => ({ ...fault, foundAt: now, comparedAt: now });
      return {
        disagreements: (await reconcileLoan(transaction, loan.id)).map(foundNow),
        eventFaults: (await reconcileEventsOf(transaction, [loan.id])).map(foundNow),
      };
    };
    const found = await (orderNumber === undefined ? faultsFound(transaction) : foundOf(orderNumber));
    return {
      data: {
        disagreements: (await withLoanNames(transaction, found.disagreements)).map(foundView),
        ...standing,
        eventFaults: (await withEventNames(transaction, found.eventFaults)).map(foundView),
      },
    };
  },
);

function foundView<Fault extends object>({ foundAt, comparedAt, ...fault }: Found<Fault>) {
  return { ...fault, foundAt: foundAt.toISOString(), comparedAt: comparedAt.toISOString() };
}

function comparisonView({ askedAt, startedAt, endedAt, comparedSince, ...counts }: ComparisonStanding) {
  return {
    isUnderWay: askedAt !== null || (startedAt !== null && endedAt === null),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    comparedCount: counts.loanCount,
    comparedSince: comparedSince?.toISOString() ?? null,
    outstandingCount: counts.outstandingCount,
    faultyLoanCount: counts.faultyLoanCount,
    faultyEventCount: counts.faultyEventCount,
  };
}

/** Asks for all loans to be compared. */
const answeredComparison = answerHost(compareBooks, async ({ transaction, clock }) => {
  await askForComparison(transaction, clock.now());
  return { data: { comparison: comparisonView(await comparisonStanding(transaction)) } };
});

/** Lets penalties go on to today, once a person confirmed the day. */
const answeredStep = answerHost(stepPenalties, async ({ transaction, now, configuration }, { day }) => {
  if (day !== latestDay(now)) throw new CodedError('request-invalid', 'day');
  const days = configuration.penaltyStepDays;
  const through = await stepDays(transaction, { now, days, isConfirmed: true });
  return { data: { bookableThrough: through ?? day } };
});

/** Reverses penalties that were booked wrongly. */
const answeredReversal = answerHost(reversePenalties, async (context, { orderNumber, ...reversal }) => {
  const { transaction } = context;
  if (reversal.throughDay < reversal.fromDay) throw new CodedError('request-invalid', 'throughDay');
  const loan = await lockLoanByOrderNumber(transaction, orderNumber);
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  const { loan: reversed, ...amounts } = await bookReversal(transaction, loan, reversal, context);
  return { data: { orderNumber, orderStatus: toldStatuses[reversed.status], ...amounts } };
});

/** What the lender's systems tell about loans, and ask of their books. */
export const answeredLoanCalls: readonly AnsweredHostCall[] = [
  answeredDecision,
  answeredDisbursal,
  answeredReconciliation,
  answeredComparison,
  answeredStep,
  answeredReversal,
];
