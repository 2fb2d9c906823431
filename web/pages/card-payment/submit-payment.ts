import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { fill } from '#content/text-pack.ts';
import {
  confirmCardPayment,
  payWithCard,
  readPaymentPage,
  readSavedCards,
} from '#contract/calls/card-payment.ts';
import type { CallFailure } from '#contract/client.ts';
import { amountInField, exampleAmount } from '#domain/money/amount-input.ts';
import { type MinorAmount, minorAmountFromText } from '#domain/money/money.ts';
import { backendCodeLengths, typedCode } from '#domain/sms/sms-code.ts';
import type { Problem } from '#ui/notice/problem-note.tsx';
import { backendLink } from '../backend-link.ts';
import { type Again, fieldOf, type OpenScreen, sentCurrency } from '../open-screen.ts';
import { problemOf, statusOf } from '../problem.ts';
import { payLinks } from './pay-links.ts';
import { leaveToCardForm } from './save-card.ts';
import { cardOfValue } from './saved-cards.ts';

export interface PayAnswer {
  readonly problem?: Problem;
  readonly cardError?: string;
  readonly codeError?: string;
  readonly card?: string;
  readonly typedCode?: string;
}

type PayOutcome = Response | Again<PayAnswer>;

/**
 * Handles the payment form: cancels the code entry, opens the card form or the provider's page, resends the code, confirms with
 * the code if the waiting card is chosen, else commits (PAYWAY-2 to PAYWAY-5).
 */
export async function submitPayment(open: OpenScreen, form: FormData): Promise<PayOutcome> {
  const outcome = await outcomeOf(open, form);
  if (outcome instanceof Response) return outcome;
  const entered = {
    card: fieldOf(form, 'card'),
    typedCode: fieldOf(form, 'verifyCode').slice(0, 500),
  };
  return open.again<PayAnswer>({ ...entered, ...outcome.answer }, outcome.status);
}

async function outcomeOf(open: OpenScreen, form: FormData): Promise<PayOutcome> {
  const text = payWithCardText[open.language];
  const links = payLinks(open);
  const does = fieldOf(form, 'do');
  if (does === 'cancel') return open.showAt(links.pay({}));
  if (does === 'save-card') return toCardForm(open);
  const amountMinor = sentAmount(form);
  const currency = sentCurrency(open, form);
  if (amountMinor === null) {
    const message = fill(text.amountWrong, { example: exampleAmount(currency) });
    return open.again<PayAnswer>({ problem: { kind: 'request-invalid', message } }, 422);
  }
  if (does === 'provider') return redirectToProvider(open, amountMinor);
  const card = cardOfValue(fieldOf(form, 'card'));
  if (card === null) return open.again<PayAnswer>({ cardError: text.chooseCardFirst }, 422);
  const isConfirmed = does !== 'resend' && cardOfValue(fieldOf(form, 'codeCard'))?.cardId === card.cardId;
  if (isConfirmed) return confirm(open, form);
  const cardNumber = card.cardNumber ?? (await numberOf(open, card.cardId));
  const committed = await open.call(payWithCard, {
    orderId: links.key.orderId,
    amountMinor,
    ...card,
    cardNumber,
    couponId: null,
    repayToken: fieldOf(form, 'repayToken'),
    asksForCode: does === 'resend',
    purpose: links.purpose,
  });
  if (!committed.success) return failed(open, committed);
  const { needsCode, repaymentId, isPending } = committed.data;
  const own = { repaymentId, cardId: card.cardId, amount: amountInField(amountMinor, currency) };
  if (isPending) return open.leaveTo(links.pay(own));
  return needsCode ? open.showAt(links.pay({ ...own, codeSentAt: open.now() })) : open.leaveTo(links.order);
}

/** A card's masked number as the backend lists it; empty if the card was removed. */
async function numberOf(open: OpenScreen, cardId: string): Promise<string> {
  const ways = await open.call(readSavedCards, { orderId: open.key().orderId });
  const cards = ways.success ? ways.data.cards : [];
  return cards.find((card) => card.cardId === cardId)?.cardNumber ?? '';
}

async function confirm(open: OpenScreen, form: FormData): Promise<PayOutcome> {
  const text = payWithCardText[open.language];
  const links = payLinks(open);
  const repaymentId = fieldOf(form, 'repaymentId');
  const code = typedCode(fieldOf(form, 'verifyCode'), backendCodeLengths);
  if (code.length < backendCodeLengths.min)
    return open.again<PayAnswer>({ codeError: text.codeTooShort }, 422);
  // Text that cannot be a code does not count as an attempt.
  if (!/^[0-9A-Za-z-]+$/.test(code) || code.length > backendCodeLengths.max)
    return open.again<PayAnswer>({ codeError: text.codeWrong }, 422);
  const { orderId } = links.key;
  const confirmed = await open.call(confirmCardPayment, { orderId, code, repaymentId });
  if (!confirmed.success) return failed(open, confirmed);
  return open.leaveTo(confirmed.data.isPending ? links.pay({ repaymentId }) : links.order);
}

async function toCardForm(open: OpenScreen): Promise<PayOutcome> {
  const gone = await leaveToCardForm(open, 'payWay');
  if (gone instanceof Response) return gone;
  const cardError = payWithCardText[open.language].cardSavingFailed;
  return open.again<PayAnswer>({ cardError }, gone.status);
}

/** Redirects to the provider's payment page, if its address is one of ours or of an allowed origin (PAYWAY-5). */
async function redirectToProvider(open: OpenScreen, amountMinor: MinorAmount): Promise<PayOutcome> {
  const { orderId } = open.key();
  const { purpose } = payLinks(open);
  const request = { userId: open.query.userId, orderId, amountMinor, purpose };
  const page = await open.call(readPaymentPage, request);
  if (!page.success) return failed(open, page);
  const link = backendLink(open, page.data.link);
  if (link !== null) return open.leaveTo(link);
  const message = payWithCardText[open.language].processingFailed;
  return open.again<PayAnswer>({ problem: { kind: 'refused', message } }, 422);
}

async function failed(open: OpenScreen, failure: CallFailure): Promise<PayOutcome> {
  const text = payWithCardText[open.language];
  const links = payLinks(open);
  const status = statusOf(failure);
  switch (failure.errorCode) {
    case 'sms-code-wrong':
      return open.again<PayAnswer>({ codeError: text.codeWrong }, status);
    case 'sms-code-spent':
      return open.again<PayAnswer>({ codeError: text.codeSpent }, status);
    case 'card-declined':
      return open.leaveTo(links.pay({ notice: 'declined' }));
    case 'credit-card-refused':
      return open.leaveTo(links.pay({ notice: 'credit-refused' }));
    case 'status-conflict':
    case 'extension-unavailable':
    case 'not-found':
      if (failure.message === '') return open.leaveTo(links.pay({ notice: 'changed' }));
      break;
    case 'session-required':
      return open.leaveTo(links.pay({ notice: 'changed' }));
  }
  const problem = problemOf(failure);
  const isRepeated = failure.errorCode === 'submission-repeated';
  return open.again<PayAnswer>(
    { problem: { ...problem, message: isRepeated ? text.repeated : problem.message } },
    status,
  );
}

function sentAmount(form: FormData): MinorAmount | null {
  const text = fieldOf(form, 'amountMinor');
  return /^[1-9]\d{0,14}$/.test(text) ? minorAmountFromText(text) : null;
}
