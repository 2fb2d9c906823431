import { z } from 'zod';
import type { MinorAmount } from '#domain/money/money.ts';
import { defineCall } from '../call.ts';
import { payWayEnvelope } from '../envelope.ts';
import {
  amountOf,
  flagOf,
  optionalIdOf,
  ours,
  textOf,
  wireAmount,
  wireAmountSent,
  wireFlag,
  wireId,
  wireText,
} from '../wire.ts';

/** Where the pay-way calls stand. */
export const payWayPrefix = '/api/v1/youmi/youmi-api/service/loan';

/** A card the borrower paid with before; `cardNumber` as the backend shows it, usually masked. */
export interface SavedCard {
  readonly cardId: string;
  readonly bankName: string;
  readonly cardNumber: string;
  readonly bankCode: string;
}

/** A payment of the order that is under way, so that every tab and every reload shows the same of it. */
export interface OpenPayment {
  readonly repaymentId: string;
  readonly cardId: string;
  readonly amountMinor: MinorAmount;
  /** Waiting for its code, or handed to the provider and not answered for certain. */
  readonly state: 'awaiting-code' | 'pending';
  /** The last digits of the number that the code went to; empty when none did. */
  readonly phoneEnding: string;
  /** Whole seconds until another code may be asked for, 0 when it may. */
  readonly resendWaitSeconds: number;
  /** Whether the code that was sent can still be entered. */
  readonly isCodeOpen: boolean;
}

/** What an order can be paid with (PAYWAY-1). `repayToken` goes back with the commit and serves once. */
export interface PayWays {
  /** Whether the provider's own payment page can be used as well (PAYWAY-5). */
  readonly offersPaymentPage: boolean;
  readonly repayToken: string;
  readonly cards: readonly SavedCard[];
  readonly openPayment: OpenPayment | null;
  /** False for a backend that does not say whether a payment is under way. */
  readonly tellsOpenPayment: boolean;
}

const wireOpenPayment = z
  .object({
    repaymentRecordId: wireId,
    cardId: wireId,
    amount: wireAmount,
    state: z.enum(['awaiting-code', 'pending']),
    phoneEnding: z.string(),
    resendWaitSeconds: z.int().min(0).max(86_400),
    isCodeOpen: z.boolean(),
  })
  .nullish()
  .catch(null)
  .meta({ description: 'Optional: a payment of the order that is under way' });

/** The saved cards of the borrower, for one order. */
export const readSavedCards = defineCall({
  name: 'readSavedCards',
  area: 'card-payment',
  summary: 'Saved cards to repay with',
  method: 'POST',
  path: `${payWayPrefix}/repayment-way`,
  encoding: 'query',
  client: 'form',
  session: 'required',
  envelope: payWayEnvelope,
  request: z.codec(z.object({ orderId: wireId }), ours<{ orderId: string }>(), {
    decode: ({ orderId }) => ({ orderId: String(orderId) }),
    encode: ({ orderId }) => ({ orderId }),
  }),
  response: z.codec(
    z.object({
      alipay: wireFlag.catch(null),
      repayToken: wireText,
      bankCards: z
        .array(z.object({ id: wireId, bankName: wireText, cardNo: wireText, bankCode: wireText }))
        .nullish(),
      openPayment: wireOpenPayment,
    }),
    ours<PayWays>(),
    {
      decode: (wire) => ({
        offersPaymentPage: flagOf(wire.alipay),
        repayToken: textOf(wire.repayToken),
        cards: (wire.bankCards ?? []).map((card) => ({
          cardId: String(card.id),
          bankName: textOf(card.bankName),
          cardNumber: textOf(card.cardNo),
          bankCode: textOf(card.bankCode),
        })),
        openPayment: wire.openPayment ? openPaymentOf(wire.openPayment) : null,
        tellsOpenPayment: wire.openPayment !== undefined,
      }),
      encode: (ways) => ({
        alipay: ways.offersPaymentPage ? 1 : 0,
        repayToken: ways.repayToken,
        bankCards: ways.cards.map((card) => ({
          id: card.cardId,
          bankName: card.bankName,
          cardNo: card.cardNumber,
          bankCode: card.bankCode,
        })),
        ...(ways.tellsOpenPayment
          ? { openPayment: ways.openPayment && wireOpenPaymentOf(ways.openPayment) }
          : {}),
      }),
    },
  ),
});

function openPaymentOf(wire: NonNullable<z.infer<typeof wireOpenPayment>>): OpenPayment {
  const { repaymentRecordId, cardId, amount, ...rest } = wire;
  return {
    ...rest,
    repaymentId: String(repaymentRecordId),
    cardId: String(cardId),
    amountMinor: amountOf(amount),
  };
}

function wireOpenPaymentOf(payment: OpenPayment): z.infer<typeof wireOpenPayment> {
  const { repaymentId, amountMinor, ...rest } = payment;
  return { ...rest, repaymentRecordId: repaymentId, amount: amountMinor };
}

/** A payment with a saved card (PAYWAY-2). `asksForCode` is a wish: whether a code is needed is the backend's to say. */
export interface CardPayment {
  readonly orderId: string;
  readonly amountMinor: MinorAmount;
  readonly cardId: string;
  readonly cardNumber: string;
  readonly bankName: string;
  readonly bankCode: string;
  readonly couponId: string | null;
  readonly repayToken: string;
  readonly asksForCode: boolean;
}

/** What became of a commit; `repaymentId` goes back with the code, empty when the backend gives none. */
export interface CommitOutcome {
  readonly needsCode: boolean;
  readonly repaymentId: string;
  /** True when the provider has not said yet whether the money moved. */
  readonly isPending: boolean;
}

/** What became of a confirmed payment; a refusal is an error instead. */
export interface ConfirmOutcome {
  readonly isPending: boolean;
}

const wirePending = wireFlag.meta({ description: 'Optional: 1 while the outcome is not known' });

/** Starts a payment with a saved card, and sends a code where one is needed. */
export const payWithCard = defineCall({
  name: 'payWithCard',
  area: 'card-payment',
  summary: 'Pay with a saved card',
  method: 'POST',
  path: `${payWayPrefix}/repayment-commit`,
  encoding: 'form',
  client: 'form',
  session: 'required',
  envelope: payWayEnvelope,
  request: z.codec(
    z.object({
      amount: wireAmountSent,
      bankName: z.string().max(100),
      cardId: wireId,
      cardNo: z.string().max(32),
      couponId: wireId.nullish(),
      orderId: wireId,
      repayToken: z.string().max(256),
      bankCode: z.string().max(32),
      sendMsg: z.literal([0, 1, '0', '1']),
    }),
    ours<CardPayment>(),
    {
      decode: (wire) => ({
        orderId: String(wire.orderId),
        amountMinor: amountOf(wire.amount),
        cardId: String(wire.cardId),
        cardNumber: wire.cardNo,
        bankName: wire.bankName,
        bankCode: wire.bankCode,
        couponId: optionalIdOf(wire.couponId),
        repayToken: wire.repayToken,
        asksForCode: flagOf(wire.sendMsg),
      }),
      encode: (payment) => ({
        amount: payment.amountMinor,
        bankName: payment.bankName,
        cardId: payment.cardId,
        cardNo: payment.cardNumber,
        ...(payment.couponId === null ? {} : { couponId: payment.couponId }),
        orderId: payment.orderId,
        repayToken: payment.repayToken,
        bankCode: payment.bankCode,
        sendMsg: payment.asksForCode ? (1 as const) : (0 as const),
      }),
    },
  ),
  response: z.codec(
    z.object({ needValid: wireFlag, repaymentRecordId: wireText, isPending: wirePending }),
    ours<CommitOutcome>(),
    {
      decode: ({ needValid, repaymentRecordId, isPending }) => ({
        needsCode: flagOf(needValid),
        repaymentId: textOf(repaymentRecordId),
        isPending: flagOf(isPending),
      }),
      encode: ({ needsCode, repaymentId, isPending }) => ({
        needValid: needsCode ? 1 : 0,
        repaymentRecordId: repaymentId,
        ...(isPending ? { isPending: 1 } : {}),
      }),
    },
  ),
});

/** The code of a started payment (PAYWAY-3). */
export interface PaymentCode {
  readonly orderId: string;
  readonly code: string;
  readonly repaymentId: string;
}

/** Confirms a started payment with the code that was sent. */
export const confirmCardPayment = defineCall({
  name: 'confirmCardPayment',
  area: 'card-payment',
  summary: 'Confirm a card payment with its code',
  method: 'POST',
  path: `${payWayPrefix}/repayment-confirm`,
  encoding: 'form',
  client: 'form',
  session: 'required',
  envelope: payWayEnvelope,
  request: z.codec(
    z.object({ orderId: wireId, verifyCode: z.string().max(12), repaymentRecordId: wireId }),
    ours<PaymentCode>(),
    {
      decode: (wire) => ({
        orderId: String(wire.orderId),
        code: wire.verifyCode,
        repaymentId: String(wire.repaymentRecordId),
      }),
      encode: ({ orderId, code, repaymentId }) => ({
        orderId,
        verifyCode: code,
        repaymentRecordId: repaymentId,
      }),
    },
  ),
  response: z.codec(z.object({ isPending: wirePending }).nullish().catch(null), ours<ConfirmOutcome>(), {
    decode: (wire) => ({ isPending: flagOf(wire?.isPending) }),
    encode: ({ isPending }) => (isPending ? { isPending: 1 } : null),
  }),
});
