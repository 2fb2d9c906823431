import { z } from 'zod';
import { backendCodeLengths } from '#domain/sms/sms-code.ts';
import { defineCall, payWayCall } from '../call.ts';
import { field, optionalField, wireObject, wireValue } from '../wire.ts';
import { addressAnswer, amount, flag, id, idOrNull, list, requestAmount, text } from '../wire-values.ts';
import { type PaymentPurpose, requestPaymentPurpose, responsePaymentPurpose } from './repayment.ts';

const prefix = '/api/v1/youmi/youmi-api/service/loan';

const savedCard = wireObject({
  cardId: field('id', id),
  bankName: text,
  cardNumber: field('cardNo', text, 'Card number as shown, usually masked'),
  bankCode: text,
});

const purposeField = field('requestType', requestPaymentPurpose, 'Optional: 2 for a payment that extends');

interface Purposeful {
  readonly purpose?: PaymentPurpose | undefined;
}

export type SavedCard = z.output<typeof savedCard>;

const openPayment = wireObject({
  repaymentId: field('repaymentRecordId', id),
  cardId: id,
  amountMinor: field('amount', amount),
  state: z
    .enum(['awaiting-code', 'pending'])
    .describe('Waits for its code, or its outcome at the provider is unknown'),
  phoneEnding: z.string().describe('Last digits of the phone number that received the code; empty for none'),
  resendWaitSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .describe('Seconds until another code may be requested; 0 for now'),
  isCodeOpen: z.boolean().describe('Whether the sent code is still valid'),
  actionLink: optionalField(
    'actionLink',
    wireValue(
      z.string().max(2048).nullish(),
      (link) => link ?? '',
      (link) => link || undefined,
    ),
    "Optional: the bank's page where the borrower has to confirm the payment",
  ),
  purpose: optionalField('requestType', responsePaymentPurpose, 'Optional: 2 for a payment that extends'),
});

/** A card payment that has no outcome yet; every tab and reload shows it. */
export type OpenPayment = z.output<typeof openPayment>;

const wirePayWays = wireObject({
  offersPaymentPage: field('alipay', flag.catch(false)),
  repayToken: text.describe('Token for the payment; valid once'),
  cards: field('bankCards', list(savedCard)),
  openPayment: openPayment.nullish().catch(null).describe('Optional: pending card payment of the loan'),
  offersCardSaving: optionalField(
    'canSaveCard',
    flag.catch(false),
    'Optional: 1 announces the calls that save a card with the provider',
  ),
});

/** Ways to pay a loan (PAYWAY-1). */
export interface PayWays extends Omit<z.output<typeof wirePayWays>, 'openPayment'> {
  readonly openPayment: OpenPayment | null;
  /** False where the backend does not say whether a payment is pending. */
  readonly tellsOpenPayment: boolean;
}

export interface PayWaysRequest extends Purposeful {
  readonly orderId: string;
}

export const readSavedCards = defineCall<PayWaysRequest, PayWays>({
  ...payWayCall,
  name: 'readSavedCards',
  area: 'card-payment',
  summary: 'Saved cards to repay with',
  refusals: ['not-found', 'status-conflict'],
  path: `${prefix}/repayment-way`,
  encoding: 'query',
  request: wireObject({ orderId: id, purpose: purposeField }),
  response: wireValue(
    wirePayWays,
    ({ openPayment, ...ways }): PayWays => ({
      ...ways,
      openPayment: openPayment ?? null,
      tellsOpenPayment: openPayment !== undefined,
    }),
    ({ tellsOpenPayment, openPayment, ...ways }) => ({
      ...ways,
      openPayment: tellsOpenPayment ? openPayment : undefined,
    }),
  ),
});

const cardPayment = wireObject({
  orderId: id,
  amountMinor: field('amount', requestAmount),
  cardId: id,
  cardNumber: field('cardNo', z.string().max(32)),
  bankName: z.string().max(100),
  bankCode: z.string().max(32),
  couponId: optionalField('couponId', idOrNull),
  repayToken: z.string().max(256),
  asksForCode: field(
    'sendMsg',
    wireValue(
      z.literal([0, 1, '0', '1']),
      (wish) => Number(wish) === 1,
      (asks) => (asks ? 1 : 0),
    ),
    'A wish: whether a code is needed is the backend’s to say',
  ),
  purpose: purposeField,
});

/** A payment with a saved card (PAYWAY-2). */
export type CardPayment = Omit<z.output<typeof cardPayment>, 'purpose'> & Purposeful;

const isPending = optionalField('isPending', flag, 'Optional: 1 while the outcome is unknown');

const commitOutcome = wireObject({
  needsCode: field('needValid', flag),
  repaymentId: field('repaymentRecordId', text, 'Id for the confirmation; empty when the backend gives none'),
  isPending,
});

export type CommitOutcome = z.output<typeof commitOutcome>;

/** Starts a payment with a saved card and sends a code where one is needed. */
export const payWithCard = defineCall<CardPayment, CommitOutcome>({
  ...payWayCall,
  name: 'payWithCard',
  area: 'card-payment',
  summary: 'Pay with a saved card',
  refusals: [
    'not-found',
    'status-conflict',
    'extension-unavailable',
    'submission-repeated',
    'card-declined',
    'credit-card-refused',
    'sms-too-soon',
    'sms-limit-reached',
    'sms-unavailable',
  ],
  path: `${prefix}/repayment-commit`,
  request: cardPayment,
  response: commitOutcome,
});

const paymentCode = wireObject({
  orderId: id,
  code: field('verifyCode', z.string().max(backendCodeLengths.max)),
  repaymentId: field('repaymentRecordId', id),
});

export type PaymentCode = z.output<typeof paymentCode>;

const confirmOutcome = wireObject({ isPending });

/** Outcome of a confirmed payment; a refusal is an error instead. */
export type ConfirmOutcome = z.output<typeof confirmOutcome>;

/** Confirms a started payment with the code. `isPending` means that the outcome is not known yet. */
export const confirmCardPayment = defineCall({
  ...payWayCall,
  name: 'confirmCardPayment',
  area: 'card-payment',
  summary: 'Confirm a card payment with its code',
  refusals: [
    'not-found',
    'status-conflict',
    'extension-unavailable',
    'submission-repeated',
    'sms-code-wrong',
    'sms-code-spent',
    'card-declined',
    'credit-card-refused',
  ],
  path: `${prefix}/repayment-confirm`,
  request: paymentCode,
  response: wireValue(
    confirmOutcome.nullish().catch(null),
    (outcome): ConfirmOutcome => outcome ?? { isPending: false },
    (outcome) => (outcome.isPending ? outcome : null),
  ),
});

const paymentPageRequest = wireObject({
  userId: id,
  orderId: id,
  amountMinor: field('amount', requestAmount),
  purpose: purposeField,
});

export type PaymentPageRequest = Omit<z.output<typeof paymentPageRequest>, 'purpose'> & Purposeful;

/** Gives the provider's payment page (PAYWAY-5); the pages follow `link` only to an allowed origin. */
export const readPaymentPage = defineCall<PaymentPageRequest, { link: string }>({
  ...payWayCall,
  name: 'readPaymentPage',
  area: 'card-payment',
  summary: 'Payment page of a provider',
  refusals: ['not-found', 'status-conflict', 'extension-unavailable', 'submission-repeated', 'card-declined'],
  path: `${prefix}/repayment-huichao`,
  request: paymentPageRequest,
  response: addressAnswer('link'),
});
