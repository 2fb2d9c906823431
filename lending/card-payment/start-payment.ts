import { eq } from 'drizzle-orm';
import { smsText } from '#content/messages/sms.ts';
import { fill } from '#content/text-pack.ts';
import type { CardPayment, CommitOutcome } from '#contract/calls/card-payment.ts';
import type { Database } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { cardPayments } from '#db/schema/card-payment.ts';
import { loans } from '#db/schema/loan.ts';
import { needsCode } from '#domain/card-payment/card-payment.ts';
import { CodedError } from '#domain/error-code.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { isCodeOpen } from '#domain/sms/sms-code.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { type LoanRecord, lockLoan } from '../ledger/loans.ts';
import { codeStateOf } from '../sms/guess-code.ts';
import { requireSendAllowed, sendCode } from '../sms/send-code.ts';
import { type CardRecord, cardOf, codePhoneOf } from './card-store.ts';
import { chargeCard } from './charge.ts';
import { payableLoan } from './payable-loan.ts';
import { lockRepayToken, type RepayTokenRecord, requireFreshToken, spendRepayToken } from './repay-token.ts';
import { type CardPaymentRecord, cancelAwaitingCode, lockCardPayment, openCardPayment } from './store.ts';

/** What a commit leads to. */
interface Commit {
  readonly step: 'charge' | 'send-code' | 'resend-code' | 'await-code';
  readonly payment: CardPaymentRecord;
}

/**
 * Commits a payment with a saved card (PAYWAY-2). A token commits once; the second time takes no money. Whether a code is
 * needed is decided here, whatever `asksForCode` says. A commit of what already waits for its code goes on with that
 * payment, and sends another code when `asksForCode` is set: the contract has no other call for it.
 * @throws CodedError 'submission-repeated' for a used token or while another payment is pending; 'request-invalid',
 * 'status-conflict', 'not-found'; those of `sendCode`; 'card-declined'.
 */
export async function startPayment(context: BorrowerContext, request: CardPayment): Promise<CommitOutcome> {
  const { database, borrower, clock } = context;
  if (request.couponId !== null) throw new CodedError('request-invalid', 'couponId');
  const loan = await payableLoan(context, request);
  const card = context.cards && (await cardOf(database, borrower.id, request.cardId));
  if (!card) throw new CodedError('request-invalid', 'cardId');
  const proof = { ...request, currency: loan.currency, cardConfirmedAt: card.confirmedAt };
  const isCodeNeeded = needsCode(proof, clock.now());
  const { number: mobilePhone } = await codePhoneOf(database, borrower);
  const commit = await database.transaction((tx) =>
    commitPayment({ ...context, database: tx }, { request, loan, card, isCodeNeeded, mobilePhone }),
  );
  const { step, payment } = commit;
  if (step === 'charge') return chargeNow(context, payment.id);
  if (step !== 'await-code') await sendPaymentCode(context, commit, mobilePhone);
  return { needsCode: true, repaymentId: payment.id, isPending: false };
}

async function chargeNow(context: BorrowerContext, repaymentId: string): Promise<CommitOutcome> {
  const state = await chargeCard(context, repaymentId);
  if (state === 'declined') throw new CodedError('card-declined');
  return { needsCode: false, repaymentId, isPending: state === 'pending' };
}

interface CommitParts {
  readonly request: CardPayment;
  readonly loan: LoanRecord;
  readonly card: CardRecord;
  readonly isCodeNeeded: boolean;
  readonly mobilePhone: string;
}

async function commitPayment(context: BorrowerContext, parts: CommitParts): Promise<Commit> {
  const { database: tx, borrower, clock, now: paidAt } = context;
  const { request, loan, card, isCodeNeeded, mobilePhone } = parts;
  const now = clock.now();
  await lockLoan(tx, eq(loans.id, loan.id));
  const token = await lockRepayToken(tx, request.repayToken, { borrowerId: borrower.id, loanId: loan.id });
  const underWay = await openCardPayment(tx, loan.id, now);
  const open = underWay && (await lockCardPayment(tx, underWay.id));
  const goingOn = open && (await goOn(tx, { open, token, request }, now));
  if (goingOn) return goingOn;
  if (token.usedAt !== null || open?.state === 'pending') throw new CodedError('submission-repeated');
  await requireFreshToken(tx, token, now);
  if (isCodeNeeded) await requireSendAllowed(context, { mobilePhone, borrowerId: borrower.id });
  await cancelAwaitingCode(tx, loan.id, now);
  const [payment] = await tx
    .insert(cardPayments)
    .values({
      id: newId(),
      borrowerId: borrower.id,
      loanId: loan.id,
      cardId: card.id,
      amountMinor: request.amountMinor,
      currency: loan.currency,
      startedAt: now,
      ...(isCodeNeeded ? { state: 'awaiting-code' } : { state: 'pending', chargedAt: now, paidAt }),
    })
    .returning();
  if (!payment) throw new Error('A card payment was not kept.');
  await spendRepayToken(tx, token, payment.id, now);
  return { step: isCodeNeeded ? 'send-code' : 'charge', payment };
}

/** Goes on with the payment that waits for its code, when this is the same one; undefined when it is another. */
async function goOn(
  tx: Database,
  commit: {
    readonly open: CardPaymentRecord;
    readonly token: RepayTokenRecord;
    readonly request: CardPayment;
  },
  now: Date,
): Promise<Commit | undefined> {
  const { open: payment, token, request } = commit;
  const isSame =
    payment.state === 'awaiting-code' &&
    payment.cardId === request.cardId &&
    payment.amountMinor === request.amountMinor;
  if (!isSame) return undefined;
  if (token.usedAt !== null) {
    if (token.cardPaymentId !== payment.id || !request.asksForCode) return undefined;
    return { step: 'resend-code', payment };
  }
  await requireFreshToken(tx, token, now);
  const code = await codeStateOf(tx, 'card-payment', payment.id);
  const isWaiting = code !== null && isCodeOpen(code, now);
  await spendRepayToken(tx, token, payment.id, now);
  return { step: request.asksForCode || !isWaiting ? 'resend-code' : 'await-code', payment };
}

async function sendPaymentCode(
  context: BorrowerContext,
  { step, payment }: Commit,
  mobilePhone: string,
): Promise<void> {
  const { database, borrower, language, configuration, clock } = context;
  const { id, loanId, amountMinor, cardId } = payment;
  const amount = formatMoney(amountMinor, language, configuration.amountStyle);
  try {
    await sendCode(context, {
      binding: { purpose: 'card-payment', orderId: loanId, amountMinor, cardId },
      subject: id,
      mobilePhone,
      borrowerId: borrower.id,
      text: (code) => fill(smsText[language].cardPaymentCode, { amount, code }),
    });
  } catch (error) {
    if (step === 'send-code') {
      await database.transaction((tx) => cancelAwaitingCode(tx, loanId, clock.now()));
    }
    throw error;
  }
}
