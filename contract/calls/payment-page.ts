import { z } from 'zod';
import type { MinorAmount } from '#domain/money/money.ts';
import { defineCall } from '../call.ts';
import { payWayEnvelope } from '../envelope.ts';
import { amountOf, linkOf, ours, wireAmountSent, wireId, wireLink } from '../wire.ts';
import { payWayPrefix } from './card-payment.ts';

/** What the payment page of a provider is asked for. */
export interface PaymentPageRequest {
  readonly userId: string;
  readonly orderId: string;
  readonly amountMinor: MinorAmount;
}

/** The payment page to go to (PAYWAY-5); the pages follow `link` only to an origin they allow. */
export const readPaymentPage = defineCall({
  name: 'readPaymentPage',
  area: 'card-payment',
  summary: 'Payment page of a provider',
  method: 'POST',
  path: `${payWayPrefix}/repayment-huichao`,
  encoding: 'form',
  client: 'form',
  session: 'required',
  envelope: payWayEnvelope,
  request: z.codec(
    z.object({ userId: wireId, orderId: wireId, amount: wireAmountSent }),
    ours<PaymentPageRequest>(),
    {
      decode: (wire) => ({
        userId: String(wire.userId),
        orderId: String(wire.orderId),
        amountMinor: amountOf(wire.amount),
      }),
      encode: ({ userId, orderId, amountMinor }) => ({ userId, orderId, amount: amountMinor }),
    },
  ),
  response: z.codec(wireLink, ours<{ link: string }>(), {
    decode: (wire) => ({ link: linkOf(wire) }),
    encode: ({ link }) => ({ url: link }),
  }),
});
