import { marketText, paymentWords } from '#content/market-words.ts';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { lendingText } from '#content/messages/lending.ts';
import { paymentChannelText } from '#content/messages/payment-channels.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import {
  type PrepaidPlan,
  type RepaymentDetail,
  type RepaymentRequest,
  readPaymentInstruction,
  readRepayment,
} from '#contract/calls/repayment.ts';
import type { DetailRow } from '#contract/wire-values.ts';
import { prepaymentOn } from '#domain/booking/prepayment.ts';
import { type AmountDue, amountDueOn, settlementOn } from '#domain/booking/settlement.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Language } from '#domain/language.ts';
import { lateFeeIn } from '#domain/loan/charge-dispute.ts';
import { type DueNow, outstandingOf, remainingTotal } from '#domain/loan/instalment-state.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import { isOfEveryDay } from '#domain/loan/penalty.ts';
import { type MinorAmount, minorAmount, zeroMinor } from '#domain/money/money.ts';
import { inDueOrder } from '#domain/repayment/allocation.ts';
import { type RepaymentRow, repaymentRows } from '#domain/repayment/repayment-rows.ts';
import { servesCards } from '../card-payment/payment-page.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { type CurrentLoan, currentLoan } from '../ledger/loan-course.ts';
import { loanStatement } from '../statement/loan-statement.ts';
import { channelGroups } from './channels.ts';
import { paymentInstruction } from './instruction.ts';
import { waysToPay } from './issue-references.ts';
import { orderedWays, usualWay } from './usual-way.ts';

export const repaymentCalls: readonly AnsweredCall[] = [
  answerBorrower(readRepayment, repaymentDetail),
  answerBorrower(readPaymentInstruction, paymentInstruction),
];

/**
 * What is due on a running loan as of today, and the ways to pay it (REPAY-1 to REPAY-3). @throws CodedError 'not-found', or
 * 'status-conflict' for a loan that does not await a payment.
 */
async function repaymentDetail(
  context: BorrowerContext,
  { chosenMinor: wishedMinor, ...key }: RepaymentRequest,
): Promise<RepaymentDetail> {
  const { language, configuration, references, money, day } = context;
  const current = await currentLoan(context, key);
  const { loan, today } = current;
  const asked = amountDueOn(current, today);
  const { due, settlesMinor } = asked;
  if (due === null || !isPayable(loan.status)) throw new CodedError('status-conflict');
  const { amountMinor } = due;
  const statement = loanStatement(context, current, asked);
  const chosenMinor = payableAmount(wishedMinor, statement);
  const payMinor = chosenMinor ?? amountMinor;
  const ways = await waysToPay(context, current, { purpose: 'repay', amountMinor: payMinor });
  return {
    currency: loan.currency,
    amountMinor,
    date: due.dueDate,
    productName: loan.productName,
    productLogo: loan.productLogo,
    details: detailRows(current, { ...asked, due }, { payMinor, statement }, context),
    channelGroups: channelGroups(
      ways,
      { language, market: loan.market, amountMinor: payMinor, configuration, references, money, day },
      orderedWays(context, current),
    ),
    notice: paymentChannelText[language].notice,
    chosenMinor,
    prepayment:
      chosenMinor === null || chosenMinor >= settlesMinor ? null : prepaidPlan(current, chosenMinor),
    statement,
    refusesCards: !servesCards(context.cards, loan.market),
    offersCardSaving: context.cards?.hosted?.markets.includes(loan.market) ?? false,
    usualWay: usualWay(context, current, { purpose: 'repay', amountMinor: payMinor }),
  };
}

/** The plan after a payment today of less than settles the loan; null where it repays no principal of later instalments. */
function prepaidPlan(current: CurrentLoan, amountMinor: MinorAmount): PrepaidPlan | null {
  const { today } = current;
  const prepaid = prepaymentOn(current, amountMinor, today);
  if (prepaid === null) return null;
  const { principalMinor, savedMinor, instalments } = prepaid;
  const payments = inDueOrder(instalments).map((each) => ({
    dueDate: each.dueDate,
    amountMinor: remainingTotal([each]),
  }));
  return { principalMinor, savedMinor, payments: payments.filter((payment) => payment.amountMinor > 0) };
}

/** The amount that the borrower wants to pay, if that is allowed today; null for the amount due. */
function payableAmount(wishedMinor: MinorAmount | undefined, statement: LoanStatement | null) {
  if (wishedMinor === undefined || statement === null) return null;
  const isWithin = wishedMinor > 0 && wishedMinor <= statement.largestMinor;
  return isWithin && wishedMinor !== statement.dueMinor ? wishedMinor : null;
}

/** The rows of the amount: one or two that sum to it, then each list behind them with its total (REPAY-2). */
function detailRows(
  current: CurrentLoan,
  { due, instalments, settlesMinor }: AmountDue & { readonly due: DueNow },
  { payMinor, statement }: { readonly payMinor: MinorAmount; readonly statement: LoanStatement | null },
  context: BorrowerContext,
): DetailRow[] {
  const { language, money } = context;
  const { market } = current.loan;
  const text = lendingText[language];
  const isDue = payMinor === due.amountMinor;
  const isSettled = !isDue && payMinor >= settlesMinor;
  const paid = isSettled ? settlementOn(current, current.today).instalments : instalments;
  const feeOf = (sequences: readonly number[]) => lateFeeIn(statement?.charges ?? null, sequences);
  // What is left of the late fee is unknown once penalties are paid in part.
  const isWhole = isDue && instalments.every((each) => each.paid.penalty === 0);
  const penaltyMinor = statement?.penaltyMinor ?? zeroMinor;
  const gross = isDue &&
    statement && {
      chargedMinor: statement.chargedMinor,
      penaltyMinor,
      receivedMinor: statement.receivedMinor,
      lateFeeMinor: minorAmount(Math.min(feeOf(statement.dueSequences), penaltyMinor)),
    };
  const { open, folded } = repaymentRows(payMinor, paid.map(outstandingOf), {
    lateFeeMinor: isWhole ? feeOf(due.instalmentSequences) : zeroMinor,
    gross: gross || null,
  });
  const count = due.instalmentSequences.length;
  const words = paymentWords(market, language);
  const labels = rowLabels(
    current,
    { ...due, dailyPenaltyMinor: statement?.dailyPenaltyMinor ?? null },
    language,
  );
  const shown = (list: typeof open): DetailRow[] =>
    list.map(({ kind, amountMinor }) => ({
      label: labels(kind, amountMinor),
      value: amountMinor < 0 ? `−${money(minorAmount(-amountMinor))}` : money(amountMinor),
    }));
  const ofDue =
    count === 1 ? fill(text.totalOfPayment, words) : fill(text.totalOfPayments, { ...words, count });
  const total = { label: isDue ? ofDue : text.totalToPay, value: money(payMinor) };
  return [...shown(open), ...folded.flatMap((list) => [...shown(list), total])];
}

/** The label of each row; a penalty names its days where every day added the same. */
function rowLabels(
  { loan: { market, currency } }: CurrentLoan,
  due: DueNow & { readonly dailyPenaltyMinor: MinorAmount | null },
  language: Language,
): (kind: RepaymentRow['kind'], amountMinor: MinorAmount) => string {
  const { daysLate, instalmentSequences, dailyPenaltyMinor } = due;
  const text = lendingText[language];
  const { taxName, charges } = marketText(market, language);
  const { Payment, Payments } = paymentWords(market, language);
  const payment = instalmentSequences.length > 1 ? Payments : Payment;
  const days = daysLate === 1 ? text.penaltyDaysOne : fill(text.penaltyDays, { days: daysLate });
  const names = {
    principal: text.principal,
    interest: text.interest,
    fee: text.fee,
    vat: taxName,
    charges,
    payment,
    'penalty-outstanding': text.penaltyOutstanding,
    'payment-and-penalty': fill(text.withPenalty, { payment }),
    'late-fee': chargeName('late-fee', language, currency),
    penalty: text.penalty,
    'penalty-by-day': text.penalty,
    received: text.paidAlready,
    beyond: text.paidBeyond,
  };
  return (kind, amountMinor) => {
    const isPenalty = kind === 'penalty' || kind === 'penalty-by-day';
    return isPenalty && isOfEveryDay(amountMinor, daysLate, dailyPenaltyMinor ?? zeroMinor)
      ? days
      : names[kind];
  };
}
