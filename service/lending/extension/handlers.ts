import { paymentWords } from '#content/market-words.ts';
import { extensionOfferText } from '#content/messages/extension-offer.ts';
import { paymentChannelText } from '#content/messages/payment-channels.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { type ExtensionDetail, readExtension } from '#contract/calls/extension.ts';
import type { LoanKey } from '#contract/calls/loan.ts';
import { inTransaction } from '#db/database.ts';
import { amountDueOn } from '#domain/booking/settlement.ts';
import type { CurrentExtension } from '#domain/booking/state.ts';
import { orNotFound } from '#domain/error-code.ts';
import { lastSequence, remainingTotal } from '#domain/loan/instalment-state.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { inDueOrder } from '#domain/repayment/allocation.ts';
import { servesCards } from '../card-payment/payment-page.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { keepOffer, offeredExtension, optionsBeside } from '../ledger/extensions.ts';
import { type CurrentLoan, currentLoan } from '../ledger/loan-course.ts';
import { type LoanRecord, lockLoanById } from '../ledger/loans.ts';
import { channelGroups } from '../repayment/channels.ts';
import { waysToPay } from '../repayment/issue-references.ts';
import { orderedWays, usualWay } from '../repayment/usual-way.ts';
import { loanStatement } from '../statement/loan-statement.ts';

export const extensionCalls: readonly AnsweredCall[] = [answerBorrower(readExtension, extensionDetail)];

/**
 * The price of an extension today, the alternatives side by side, and the codes to pay the extension with, which are its own (DELAY-1,
 * DELAY-3). Reading it costs and changes nothing until the payment arrives. @throws CodedError 'not-found'; 'status-conflict' for a loan
 * that awaits no payment; 'extension-unavailable' where the product allows none, it costs more than the product permits, or the instalment
 * was extended before.
 */
async function extensionDetail(context: BorrowerContext, key: LoanKey): Promise<ExtensionDetail> {
  const { language, configuration, references, money, day } = context;
  const current = await currentLoan(context, key);
  const { loan, today } = current;
  const extension = offeredExtension(current);
  const { offer } = extension;
  const text = extensionOfferText[language];
  const statement = loanStatement(context, current, amountDueOn(current, today));
  const noteOverdue = statement?.dailyPenaltyMinor === 0 ? text.noteStandingStill : text.noteOverdue;
  await offerExtension(context, loan, extension);
  const isLate = extension.fromDueDate < today;
  const amountMinor = offer.payTodayMinor;
  const ways = await waysToPay(context, current, { purpose: 'extend', amountMinor });
  const subject = { language, market: loan.market, amountMinor, configuration, references, money, day };
  return {
    currency: loan.currency,
    productName: loan.productName,
    productLogo: loan.productLogo,
    feeTitle: feeTitle(offer.days, isLate, text),
    amountMinor: offer.payTodayMinor,
    newDueDate: offer.newDueDate,
    plan: planAfter(current, extension, language),
    channelGroups: channelGroups(ways, subject, orderedWays(context, current)),
    notice: paymentChannelText[language].notice,
    note: isLate
      ? fill(noteOverdue, { today: day(today) })
      : fill(text.noteDue, { dueDate: day(extension.fromDueDate) }),
    days: offer.days,
    feeMinor: offer.feeMinor,
    vatMinor: offer.vatMinor,
    statement,
    options: optionsBeside(current, extension),
    takesCards: servesCards(context.cards, loan.market),
    usualWay: usualWay(context, current, { purpose: 'extend', amountMinor }),
  };
}

/** The name of the price: of today only where the payment is late, since otherwise it does not change before the due date. */
function feeTitle(days: number, isLate: boolean, text: TextsIn<typeof extensionOfferText>): string {
  const [one, many] = isLate
    ? ([text.feeTitleDaysOne, text.feeTitle] as const)
    : ([text.feeTitleOnTimeDaysOne, text.feeTitleOnTime] as const);
  return days === 1 ? one : fill(many, { days });
}

function planAfter(
  { loan, instalments }: CurrentLoan,
  { offer, sequences }: CurrentExtension,
  language: BorrowerContext['language'],
): ExtensionDetail['plan'] {
  const text = extensionOfferText[language];
  const words = paymentWords(loan.market, language);
  const unpaid = instalments
    .filter((instalment) => remainingTotal([instalment]) > zeroMinor)
    .map(({ sequence, dueDate }) => {
      const isMoved = sequences.includes(sequence);
      return { sequence, isMoved, dueDate: isMoved ? offer.newDueDate : dueDate };
    });
  return inDueOrder(unpaid).map(({ sequence, isMoved, dueDate }) => {
    const values = { ...words, sequence, count: lastSequence(instalments) };
    return { title: fill(isMoved ? text.planPaymentMoved : text.planPayment, values), date: dueDate };
  });
}

function offerExtension(
  context: BorrowerContext,
  { id, borrowerId }: LoanRecord,
  extension: CurrentExtension,
): Promise<void> {
  return inTransaction(context.database, async (transaction) => {
    const loan = orNotFound(await lockLoanById(transaction, { id, borrowerId }));
    keepOffer(transaction, loan, extension, context);
  });
}
