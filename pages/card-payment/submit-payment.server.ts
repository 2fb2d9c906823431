import { payWithCardText } from '#content/messages/pay-with-card.ts';
import {
  confirmCardPayment,
  payWithCard,
  readPaymentPage,
  readSavedCards,
} from '#contract/calls/card-payment.ts';
import type { CallFailure } from '#contract/client.ts';
import { type MinorAmount, minorAmountFromText } from '#domain/money/money.ts';
import { codeLength, isCode } from '#domain/sms/sms-code.ts';
import { type OpenScreen, problemOf, statusOf } from '../open-screen.server.ts';
import type { Problem } from '../problem.ts';
import { safeLink } from '../safe-address.ts';
import { fieldOf } from '../submitted-form.server.ts';
import { cardOfValue } from './card-choice.ts';
import { payLinks } from './pay-links.server.ts';

/** What stands beside the form after a sending that led nowhere. All that was entered is still there. */
export interface PayAnswer {
  readonly problem: Problem | null;
  readonly cardError?: string;
  readonly codeError?: string;
  /** What was chosen and entered, for a page that is written anew. */
  readonly card?: string;
  readonly typedCode?: string;
  /** The token of the form may be used up; this one serves the next sending. */
  readonly repayToken?: string;
}

/** Where a sending leads, or why it stays. */
export type PayOutcome = { readonly link: string } | { readonly answer: PayAnswer; readonly status: number };

/**
 * Takes a submitted payment form: cancels the code entry, goes to the provider's page, sends the code again, confirms with
 * the code when the card that waits for it is chosen, and otherwise commits (PAYWAY-2 to PAYWAY-5).
 */
export async function submitPayment(screen: OpenScreen, form: FormData): Promise<PayOutcome> {
  const outcome = await outcomeOf(screen, form);
  if ('link' in outcome) return outcome;
  const card = fieldOf(form, 'card');
  const typedCode = fieldOf(form, 'verifyCode').slice(0, codeLength);
  return { ...outcome, answer: { ...outcome.answer, card, typedCode } };
}

async function outcomeOf(screen: OpenScreen, form: FormData): Promise<PayOutcome> {
  const text = payWithCardText[screen.language];
  const links = payLinks(screen);
  const does = fieldOf(form, 'do');
  if (does === 'cancel') return { link: links.pay({}) };
  const amountMinor = sentAmount(form);
  if (amountMinor === null) return stay({ problem: { kind: 'request-invalid', message: text.amountWrong } });
  if (does === 'provider') return toProvider(screen, amountMinor);
  const card = cardOfValue(fieldOf(form, 'card'));
  if (card === null) return stay({ problem: null, cardError: text.chooseCardFirst });
  const isConfirmed = does !== 'resend' && cardOfValue(fieldOf(form, 'codeCard'))?.cardId === card.cardId;
  if (isConfirmed) return confirm(screen, form);
  const committed = await screen.call(payWithCard, {
    orderId: links.key.orderId,
    amountMinor,
    ...card,
    couponId: null,
    repayToken: fieldOf(form, 'repayToken'),
    asksForCode: does === 'resend',
  });
  if (!committed.success) return failed(screen, committed);
  const { needsCode, repaymentId, isPending } = committed.data;
  return needsCode || isPending
    ? { link: links.pay({ repaymentId, cardId: card.cardId, amountMinor }) }
    : { link: links.order };
}

async function confirm(screen: OpenScreen, form: FormData): Promise<PayOutcome> {
  const text = payWithCardText[screen.language];
  const links = payLinks(screen);
  const repaymentId = fieldOf(form, 'repaymentId');
  const code = fieldOf(form, 'verifyCode').replace(/\s/g, '');
  if (!isCode(code)) return stay({ problem: null, codeError: text.codeTooShort });
  const { orderId } = links.key;
  const confirmed = await screen.call(confirmCardPayment, { orderId, code, repaymentId });
  if (!confirmed.success) return failed(screen, confirmed);
  return { link: confirmed.data.isPending ? links.pay({ repaymentId }) : links.order };
}

/** Only our own pages and allow-listed origins are gone to (PAYWAY-5). */
async function toProvider(screen: OpenScreen, amountMinor: MinorAmount): Promise<PayOutcome> {
  const { orderId } = payLinks(screen).key;
  const page = await screen.call(readPaymentPage, { userId: screen.query.userId, orderId, amountMinor });
  if (!page.success) return failed(screen, page);
  const link = safeLink(page.data.link, screen.redirectOrigins);
  if (link !== null) return { link };
  return stay({ problem: { kind: 'refused', message: payWithCardText[screen.language].processingFailed } });
}

/** What a refusal means to the page (PAYWAY-4). */
async function failed(screen: OpenScreen, failure: CallFailure): Promise<PayOutcome> {
  const text = payWithCardText[screen.language];
  const links = payLinks(screen);
  const status = statusOf(failure);
  switch (failure.errorCode) {
    case 'sms-code-wrong':
      return { answer: { problem: null, codeError: text.codeWrong }, status };
    case 'sms-code-spent':
      return { answer: { problem: null, codeError: text.codeSpent }, status };
    case 'card-declined':
      return { link: links.pay({ notice: 'declined' }) };
    case 'status-conflict':
    case 'not-found':
    case 'session-required':
      return { link: links.pay({ notice: 'changed' }) };
  }
  const problem = problemOf(failure);
  const isRepeated = failure.errorCode === 'submission-repeated';
  const message = isRepeated ? text.repeated : problem.message;
  const fresh = await screen.call(readSavedCards, { orderId: links.key.orderId });
  const repayToken = fresh.success ? { repayToken: fresh.data.repayToken } : {};
  return { answer: { problem: { ...problem, message }, ...repayToken }, status };
}

function stay(answer: PayAnswer): PayOutcome {
  return { answer, status: 422 };
}

/** The amount of the form in minor units; null for anything that is none. */
function sentAmount(form: FormData): MinorAmount | null {
  const text = fieldOf(form, 'amountMinor');
  return /^[1-9]\d{0,14}$/.test(text) ? minorAmountFromText(text) : null;
}
