import { lendingText } from '#content/messages/lending.ts';
import { smsText } from '#content/messages/sms.ts';
import { fill } from '#content/text-pack.ts';
import type { CardPayment, CommitOutcome } from '#contract/calls/card-payment.ts';
import { enqueue, inTransaction, lockThenRead, type Transaction, together } from '#db/database.ts';
import type { CurrentExtension } from '#domain/booking/state.ts';
import { needsCode } from '#domain/card-payment/card-payment.ts';
import { CodedError } from '#domain/error-code.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { isCodeOpen } from '#domain/sms/sms-code.ts';
import { WordedError } from '../http/answer.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { keepOffer } from '../ledger/extensions.ts';
import { lockLoanById } from '../ledger/loans.ts';
import { type CodeReceiver, requireSendAllowed, sendCode } from '../sms/send-code.ts';
import { findCode } from '../sms/store.ts';
import { chargeCard, refuseUncharged } from './charge.ts';
import { payableLoan } from './payable-loan.ts';
import {
  type CardPaymentRecord,
  type CardRecord,
  type ChargeDetails,
  cancelAwaitingCode,
  cardOf,
  codePhoneOf,
  hasDebtChanged,
  insertCardPayment,
  lockOpenCardPayment,
  lockRepayToken,
  paymentCountOf,
  type RepayTokenRecord,
  spendRepayToken,
} from './store.ts';

interface Commit {
  readonly step: 'charge' | 'send-code' | 'resend-code' | 'await-code';
  readonly payment: CardPaymentRecord;
}

/**
 * Commits a payment with a saved card (PAYWAY-2). A token commits once; a repetition takes no money. The service decides whether a code is
 * needed, whatever `asksForCode` says. A commit of a payment that already waits for its code continues it, and sends another code when
 * `asksForCode` is set: the contract has no other call for that. @throws CodedError 'submission-repeated' for a used token or while another
 * payment is pending; those of `payableLoan` and `sendCode`; those of `refuseUncharged`.
 */
export async function startPayment(context: BorrowerContext, request: CardPayment): Promise<CommitOutcome> {
  const { database, borrower, clock } = context;
  if (request.couponId !== null) throw new CodedError('request-invalid', 'couponId');
  const [{ loan, extension, lastChargedAt, owedMinor }, card, { number: mobilePhone }] = await together(
    () => payableLoan(context, request),
    async () => context.cards && cardOf(database, borrower.id, request.cardId),
    () => codePhoneOf(database, borrower),
  );
  if (!card) {
    const words = lendingText[context.language].cardGone;
    throw new WordedError(new CodedError('request-invalid', 'cardId'), words);
  }
  const proof = { ...request, currency: loan.currency, cardConfirmedAt: card.confirmedAt };
  const isCodeNeeded = needsCode(proof, clock.now());
  // The borrower received the last code, so after a decline the code for another card is sent without waiting.
  const receiver = { mobilePhone, country: null, borrowerId: borrower.id, enteredAt: lastChargedAt };
  const parts = { request, loanId: loan.id, owedMinor, extension, card, isCodeNeeded, receiver };
  const commit = await inTransaction(database, (transaction) => commitPayment(transaction, context, parts));
  const { step, payment } = commit;
  if (step === 'charge') {
    const { productId, market } = loan;
    return chargeNow(context, payment.id, { ...payment, productId, market, cardToken: card.cardToken });
  }
  if (step !== 'await-code') await sendPaymentCode(context, commit, receiver);
  return { needsCode: true, repaymentId: payment.id, isPending: false };
}

async function chargeNow(
  context: BorrowerContext,
  repaymentId: string,
  details: ChargeDetails,
): Promise<CommitOutcome> {
  const state = await chargeCard(context, repaymentId, details);
  refuseUncharged(state);
  return { needsCode: false, repaymentId, isPending: state === 'pending' };
}

interface CommitParts {
  readonly request: CardPayment;
  readonly loanId: string;
  readonly owedMinor: MinorAmount;
  /** The extension to pay; null for a payment of debt. */
  readonly extension: CurrentExtension | null;
  readonly card: CardRecord;
  readonly isCodeNeeded: boolean;
  readonly receiver: CodeReceiver;
}

async function commitPayment(
  transaction: Transaction,
  context: Omit<BorrowerContext, 'database'>,
  { request, loanId, owedMinor, extension, card, isCodeNeeded, receiver }: CommitParts,
): Promise<Commit> {
  const { borrower, clock, random, now: paidAt } = context;
  const now = clock.now();
  const holder = { borrowerId: borrower.id, loanId };
  const loanOf = { id: loanId, borrowerId: borrower.id };
  const [loan, token, open, paymentCount] = await lockThenRead(
    () => lockLoanById(transaction, loanOf),
    () => lockRepayToken(transaction, request.repayToken, holder),
    () => lockOpenCardPayment(transaction, loanOf, now),
    () => paymentCountOf(transaction, holder),
  );
  if (!loan) throw new CodedError('not-found');
  if (!token) {
    const words = lendingText[context.language].payPageOld;
    throw new WordedError(new CodedError('request-invalid', 'repayToken'), words);
  }
  const goingOn =
    open &&
    !hasDebtChanged(open, owedMinor) &&
    (await continuePayment(transaction, { open, token, request, paymentCount }, now));
  if (goingOn) return goingOn;
  if (token.usedAt !== null || open?.state === 'pending') throw new CodedError('submission-repeated');
  requireFreshToken(token, paymentCount, now);
  if (isCodeNeeded) {
    await requireSendAllowed(transaction, context, 'card-payment', receiver);
  }
  enqueue(transaction, cancelAwaitingCode(transaction, loan, now));
  if (extension) keepOffer(transaction, loan, extension, context);
  const payment = insertCardPayment(transaction, loan, {
    id: random.id(),
    cardId: card.id,
    amountMinor: request.amountMinor,
    purpose: extension ? 'extend' : 'repay',
    startedAt: now,
    owedMinor,
    ...(isCodeNeeded ? { state: 'awaiting-code' } : { state: 'pending', chargedAt: now, paidAt }),
  });
  spendRepayToken(transaction, token, payment.id, now);
  return { step: isCodeNeeded ? 'send-code' : 'charge', payment };
}

/** Continues the payment that waits for its code when it is this one; undefined when it is another. */
async function continuePayment(
  transaction: Transaction,
  commit: {
    readonly open: CardPaymentRecord;
    readonly token: RepayTokenRecord;
    readonly request: CardPayment;
    readonly paymentCount: number;
  },
  now: Date,
): Promise<Commit | undefined> {
  const { open: payment, token, request, paymentCount } = commit;
  const isSame =
    payment.state === 'awaiting-code' &&
    payment.cardId === request.cardId &&
    payment.amountMinor === request.amountMinor &&
    payment.purpose === (request.purpose ?? 'repay');
  if (!isSame) return undefined;
  if (token.usedAt !== null) {
    if (token.cardPaymentId !== payment.id || !request.asksForCode) return undefined;
    return { step: 'resend-code', payment };
  }
  requireFreshToken(token, paymentCount, now);
  const code = await findCode(transaction, { purpose: 'card-payment', subject: payment.id });
  const isWaiting = code !== undefined && isCodeOpen(code, now);
  spendRepayToken(transaction, token, payment.id, now);
  return { step: request.asksForCode || !isWaiting ? 'resend-code' : 'await-code', payment };
}

/** Refuses an expired token, or one whose page shows figures from before another payment. */
function requireFreshToken(
  { expiresAt, paymentCount }: RepayTokenRecord,
  paymentCountNow: number,
  now: Date,
): void {
  if (expiresAt <= now || paymentCount !== paymentCountNow) throw new CodedError('status-conflict');
}

async function sendPaymentCode(context: BorrowerContext, { step, payment }: Commit, receiver: CodeReceiver) {
  const { database, configuration, language, money, clock } = context;
  const { id, loanId, borrowerId, amountMinor, cardId } = payment;
  const amount = money(amountMinor);
  try {
    await sendCode(context, {
      binding: { purpose: 'card-payment', loanId, amountMinor, cardId },
      subject: id,
      ...receiver,
      words: (code) => ({
        language,
        text: fill(smsText[language].cardPaymentCode, { amount, code }),
        values: { amount, appName: configuration.registration.appName, originLine: '' },
      }),
    });
  } catch (error) {
    if (step === 'send-code') {
      await cancelAwaitingCode(database, { id: loanId, borrowerId }, clock.now());
    }
    throw error;
  }
}
