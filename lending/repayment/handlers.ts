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
import { type AskedNow, askedNow } from '#domain/booking/settlement.ts';
import { CodedError } from '#domain/error-code.ts';
import { lateFeeIn } from '#domain/loan/charge-dispute.ts';
import { type DueNow, outstandingOf, remainingTotal } from '#domain/loan/instalment-state.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import { isOfEveryDay } from '#domain/loan/penalty.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { inDueOrder } from '#domain/repayment/allocation.ts';
import { servesCards } from '../card-payment/payment-page.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { type CurrentLoan, currentLoan } from '../ledger/loan-course.ts';
import { loanStatement } from '../statement/loan-statement.ts';
import { channelGroups } from './channels.ts';
import { paymentInstruction } from './instruction.ts';
import { waysToPay } from './issue-references.ts';
import { orderedWays, usualWay } from './usual-way.ts';

/** The calls about paying a loan back. */
export const repaymentCalls: readonly AnsweredCall[] = [
  answerBorrower(readRepayment, repaymentDetail),
  answerBorrower(readPaymentInstruction, paymentInstruction),
];

/**
 * What is due on a running loan as of today, and the ways to pay it (REPAY-1 to REPAY-3).
 * @throws CodedError 'not-found', or 'status-conflict' for a loan that does not await a payment.
 */
async function repaymentDetail(
  context: BorrowerContext,
  { chosenMinor: wishedMinor, ...key }: RepaymentRequest,
): Promise<RepaymentDetail> {
  const { language, configuration, references, money, day } = context;
  const current = await currentLoan(context, key);
  const { loan, today } = current;
  const asked = askedNow(current, today);
  const { due, instalments, settlesMinor } = asked;
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
    details: dueRows(loan, instalments, { due, statement }, context),
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

/** What an amount below what settles the loan makes of the plan when it is paid today, where it pays back principal of payments to come; null where it does not. */
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

/** The amount the borrower wants to pay if it may be paid today, null for what is due. */
function payableAmount(
  wishedMinor: MinorAmount | undefined,
  statement: LoanStatement | null,
): MinorAmount | null {
  if (wishedMinor === undefined || statement === null) return null;
  const isWithin = wishedMinor > 0 && wishedMinor <= statement.largestMinor;
  return isWithin && wishedMinor !== statement.dueMinor ? wishedMinor : null;
}

/** What the amount due is made of: principal, interest, fee, VAT, penalties if any, and their total (REPAY-2). */
function dueRows(
  loan: CurrentLoan['loan'],
  dueInstalments: AskedNow['instalments'],
  { due, statement }: { readonly due: DueNow; readonly statement: LoanStatement | null },
  { language, money }: BorrowerContext,
): DetailRow[] {
  const text = lendingText[language];
  const owed = dueInstalments.map(outstandingOf);
  const row = (component: 'principal' | 'interest' | 'fee' | 'vat'): DetailRow => ({
    label: component === 'vat' ? marketText(loan.market, language).taxName : text[component],
    value: money(addMinor(...owed.map((instalment) => instalment[`${component}Minor`]))),
  });
  const days = due.daysLate;
  // Of penalties that were paid in part, what is left of the late fee is not known.
  const isWhole = dueInstalments.every(({ paid }) => paid.penalty === 0);
  const lateFeeMinor = isWhole ? lateFeeIn(statement?.charges ?? null, due.instalmentSequences) : zeroMinor;
  const byDayMinor = subtractMinor(due.penaltyMinor, lateFeeMinor);
  const isOfDays = isOfEveryDay(byDayMinor, days, statement?.dailyPenaltyMinor ?? zeroMinor);
  const daysLabel = days === 1 ? text.penaltyDaysOne : fill(text.penaltyDays, { days });
  const penalties = [
    { label: isOfDays ? daysLabel : text.penalty, minor: byDayMinor },
    { label: chargeName('late-fee', language, loan.currency), minor: lateFeeMinor },
  ]
    .filter(({ minor }) => minor > 0)
    .map(({ label, minor }): DetailRow => ({ label, value: money(minor) }));
  const count = due.instalmentSequences.length;
  const words = paymentWords(loan.market, language);
  const principalMinor = addMinor(...owed.map((instalment) => instalment.principalMinor));
  // The fold leaves two rows open: the larger of penalty and principal is the first of them.
  const isPenaltyFirst = due.penaltyMinor > principalMinor;
  return [
    ...(isPenaltyFirst ? penalties : []),
    row('principal'),
    row('interest'),
    row('fee'),
    row('vat'),
    ...(isPenaltyFirst ? [] : penalties),
    {
      label: count === 1 ? fill(text.totalOfPayment, words) : fill(text.totalOfPayments, { ...words, count }),
      value: money(due.amountMinor),
    },
  ];
}
