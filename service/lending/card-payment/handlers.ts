import {
  confirmCardPayment,
  type OpenPayment,
  type PayWays,
  type PayWaysRequest,
  payWithCard,
  readPaymentPage,
  readSavedCards,
} from '#contract/calls/card-payment.ts';
import { together } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import { secretExpiresAt } from '#domain/sms/one-time-secret.ts';
import { codeLimits, isCodeOpen, resendWaitSeconds } from '#domain/sms/sms-code.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { type CurrentLoan, currentLoan } from '../ledger/loan-course.ts';
import { findCode } from '../sms/store.ts';
import { settlePendingCharges } from './charge.ts';
import { confirmPayment } from './confirm-payment.ts';
import { cardPageIn, paymentPage } from './payment-page.ts';
import { hostedCardsIn } from './save-card.ts';
import { startPayment } from './start-payment.ts';
import {
  cardsOf,
  codePhoneOf,
  hasDebtChanged,
  insertRepayToken,
  openCardPayment,
  openCardPaymentIn,
} from './store.ts';

export const cardPaymentCalls: readonly AnsweredCall[] = [
  answerBorrower(readSavedCards, savedCards),
  answerBorrower(payWithCard, startPayment),
  answerBorrower(readPaymentPage, paymentPage),
  answerBorrower(confirmCardPayment, confirmPayment),
];

const tokenBytes = 24;
const tokenMinutes = 30;

/**
 * The borrower's saved cards, a token to commit one payment of the loan with, and the open payment if there is one (PAYWAY-1). Asks the
 * provider about a pending one first. @throws CodedError 'not-found', or 'status-conflict' for a loan that awaits no payment.
 */
async function savedCards(context: BorrowerContext, { orderId, purpose }: PayWaysRequest): Promise<PayWays> {
  const { database, borrower, configuration } = context;
  const key = { productId: '', orderId };
  const before = await currentLoan(context, key);
  const isPending = before.cardPayments.some(({ state }) => state === 'pending');
  if (isPending) await settlePendingCharges(context, before.loan);
  else requirePayable(before);
  const [current, repayToken, cards, openPayment] = await together(
    async () => (isPending ? currentLoan(context, key) : before),
    () => issueRepayToken(context, before.loan.id),
    async () => (context.cards === null ? [] : cardsOf(database, borrower.id)),
    () => openPaymentView(context, before),
  );
  requirePayable(current);
  return {
    offersPaymentPage:
      (configuration.paymentPage.address !== '' && purpose !== 'extend') ||
      cardPageIn(context, borrower.market) !== null,
    repayToken,
    cards,
    openPayment,
    offersCardSaving: hostedCardsIn(context, borrower.market) !== null,
    tellsOpenPayment: true,
  };
}

function requirePayable({ loan }: CurrentLoan): void {
  if (!isPayable(loan.status)) throw new CodedError('status-conflict');
}

/** Issues a token that lets the borrower commit one payment of a loan within 30 minutes. */
async function issueRepayToken({ database, borrower, clock, random }: BorrowerContext, loanId: string) {
  const token = random.bytes(tokenBytes).toString('base64url');
  const issuedAt = clock.now();
  const expiresAt = new Date(issuedAt.getTime() + tokenMinutes * 60_000);
  await insertRepayToken(database, { token, borrowerId: borrower.id, loanId, issuedAt, expiresAt });
  return token;
}

/** The open payment. @param current the loan as it was read, or undefined where one of its payments settled since. */
async function openPaymentView(
  { database, borrower, clock }: BorrowerContext,
  current: CurrentLoan,
): Promise<OpenPayment | null> {
  const now = clock.now();
  const payment = openCardPaymentIn(current, now) && (await openCardPayment(database, current.loan, now));
  if (!payment) return null;
  const isDebt = !hasDebtChanged(payment, remainingTotal(current.instalments));
  if (payment.state === 'awaiting-code' && !isDebt) return null;
  const { id, cardId, amountMinor, purpose, state, actionLink } = payment;
  const shown = { repaymentId: id, cardId, amountMinor, purpose, actionLink: actionLink ?? '' };
  if (state !== 'awaiting-code') {
    return { ...shown, state: 'pending', phoneEnding: '', resendWaitSeconds: 0, isCodeOpen: false };
  }
  const [code, phone] = await together(
    () => findCode(database, { purpose: 'card-payment', subject: id }),
    () => codePhoneOf(database, borrower),
  );
  if (code !== undefined && now >= secretExpiresAt(codeLimits, code.issuedAt)) return null;
  return {
    ...shown,
    state,
    phoneEnding: code === undefined ? '' : phone.ending,
    resendWaitSeconds: resendWaitSeconds(code?.issuedAt ?? null, now),
    isCodeOpen: code !== undefined && isCodeOpen(code, now),
  };
}
