import { compareBooks, readReconciliation, reversePenalties, stepPenalties } from '#contract/host/ledger.ts';
import { decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import type { DecideApplication } from '#domain/booking/begin-loan.ts';
import { localDate } from '#domain/calendar.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { borrowerStatuses } from '#domain/loan/loan-status.ts';
import { answerDecision } from '../decision/answer-decision.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { act, decideOf } from '../ledger/act.ts';
import { latestDay, stepDays } from '../ledger/bookable-day.ts';
import {
  askForComparison,
  type ComparisonState,
  listFindings,
  readComparisonState,
} from '../ledger/compare-books.ts';
import { findLoan } from '../ledger/loans.ts';
import {
  reconcileEventsOf,
  reconcileLoan,
  unmatchedMoney,
  withEventNames,
  withLoanNames,
} from '../ledger/reconcile.ts';
import { suspectedDoubles } from '../ledger/suspected-doubles.ts';
import { referencesOfLoan } from '../repayment/issue-references.ts';
import { matchPaymentsOf } from '../repayment/matching.ts';
import { insertReferences } from '../repayment/store.ts';
import { unknownObjects } from '../webhooks/store.ts';

const unknownObjectsMax = 100;

function comparisonView({ loanCount: comparedCount, ...comparison }: ComparisonState) {
  const { askedAt, startedAt, endedAt } = comparison;
  const isUnderWay = askedAt !== null || (startedAt !== null && endedAt === null);
  return { ...comparison, isUnderWay, comparedCount };
}

export const answeredLoanCalls: readonly AnsweredHostCall[] = [
  answerDecision(decideApplication, async (context, request) => {
    const { orderNumber, decision, reason = null, reapplyOn } = request;
    const command: DecideApplication =
      decision === 'approve'
        ? { act: 'approve' }
        : { act: 'decline', reason, reapplyOn: reapplyOn === undefined ? null : localDate(reapplyOn) };
    const decided = await decideOf(context.reading, { orderNumber }, command, context);
    return { decided, data: { orderNumber, orderStatus: borrowerStatuses[decided.after.loan.status] } };
  }),
  /**
   * Records that an approved loan was paid out: books its charges, makes its payment codes and credits earlier payments. Idempotent by
   * transfer.
   */
  answerHost(recordDisbursal, async (context, { orderNumber, disbursedOn, reference }) => {
    const { transaction } = context;
    const day = disbursedOn === undefined ? {} : { disbursedOn: localDate(disbursedOn) };
    const command = { act: 'disburse', reference, ...day } as const;
    const { after: state, booking } = await act(transaction, { orderNumber }, command, context);
    if (booking.plan.length > 0) insertReferences(transaction, referencesOfLoan(context, state.loan));
    const { loan } = booking.plan.length > 0 ? await matchPaymentsOf(transaction, state, context) : state;
    return { data: { orderNumber, orderStatus: borrowerStatuses[loan.status] } };
  }),
  /** Compares one loan, or reports the last findings for all, with the payments of providers. */
  answerHost(readReconciliation, async ({ transaction, now }, { orderNumber }) => {
    const reconciliation = {
      comparison: comparisonView(await readComparisonState(transaction)),
      unmatched: await unmatchedMoney(transaction),
    };
    const foundOf = async (part: string) => {
      const loan = orNotFound(await findLoan(transaction, part), 'orderNumber');
      const foundNow = <Fault extends object>(fault: Fault) => ({ ...fault, foundAt: now, comparedAt: now });
      return {
        disagreements: (await reconcileLoan(transaction, loan.id)).map(foundNow),
        eventFaults: (await reconcileEventsOf(transaction, [loan.id])).map(foundNow),
        doubles: await suspectedDoubles(transaction, loan.id),
      };
    };
    const unknown = orderNumber === undefined ? await unknownObjects(transaction, unknownObjectsMax) : [];
    const findings = await (orderNumber === undefined
      ? { ...(await listFindings(transaction)), doubles: await suspectedDoubles(transaction, undefined) }
      : foundOf(orderNumber));
    return {
      data: {
        disagreements: await withLoanNames(transaction, findings.disagreements),
        ...reconciliation,
        eventFaults: await withEventNames(transaction, findings.eventFaults),
        unknownObjects: unknown,
        suspectedDoubles: findings.doubles,
      },
    };
  }),
  answerHost(compareBooks, async ({ transaction, clock }) => {
    await askForComparison(transaction, clock.now());
    return { data: { comparison: comparisonView(await readComparisonState(transaction)) } };
  }),
  /** Lets penalties continue to today, once a person confirmed the day. */
  answerHost(stepPenalties, async ({ transaction, now, configuration }, { day }) => {
    if (day !== latestDay(now)) throw new CodedError('request-invalid', 'day');
    const days = configuration.penaltyStepDays;
    const through = await stepDays(transaction, { now, days, isConfirmed: true });
    return { data: { bookableThrough: through ?? day } };
  }),
  answerDecision(reversePenalties, async (context, { orderNumber, ...reversal }) => {
    if (reversal.throughDay < reversal.fromDay) throw new CodedError('request-invalid', 'throughDay');
    const command = { act: 'take-back-penalties', ...reversal } as const;
    const decided = await decideOf(context.reading, { orderNumber }, command, context);
    const { answer, after } = decided;
    return { decided, data: { orderNumber, orderStatus: borrowerStatuses[after.loan.status], ...answer } };
  }),
];
