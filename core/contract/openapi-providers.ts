import type { ErrorCode } from '#domain/error-code.ts';
import { currencyOf, homeMarketOf } from '#domain/market.ts';
import { v3Envelope } from './envelope.ts';
import type { JsonObject } from './openapi-envelope.ts';
import { refusalReferences, refusalsOfAll } from './openapi-refusals.ts';

interface ProviderWebhook {
  readonly name: string;
  readonly summary: string;
  readonly proof: { readonly header: string; readonly words: string };
  readonly mediaType: 'application/json' | 'application/x-www-form-urlencoded';
  readonly fields: Readonly<Record<string, string>>;
  readonly example: JsonObject;
  /** Body that the provider expects in return. */
  readonly acknowledgement: JsonObject;
}

const httpGateway = {
  proof: {
    header: 'X-Signature',
    words:
      'HMAC-SHA256 of the raw body in hex or base64, or the secret itself; SMS_…_REPORT_HEADER names the header',
  },
  mediaType: 'application/json',
  fields: {
    id: 'Of the message: ours or the gateway’s; SMS_…_REPORT_FORM says where each field stands',
    status: 'A word of SMS_…_REPORT_FORM for on its way, delivered or undelivered',
  },
  example: { id: '0197f6a2-5f6e-7c43-b0a1-6f1c5e9d2a10', status: 'DELIVERED' },
  acknowledgement: {},
} as const;

/** Every webhook address; one whose provider is not configured answers 404. */
export const providerWebhooks: readonly ProviderWebhook[] = [
  {
    name: 'stripe',
    summary: 'Stripe tells of a charge, a refund, a dispute or a saved card',
    proof: {
      header: 'Stripe-Signature',
      words: 't and v1, HMAC-SHA256 of `t.body` under STRIPE_WEBHOOK_SECRET_…; at most five minutes old',
    },
    mediaType: 'application/json',
    fields: {
      id: 'Of the event; one that comes again takes effect once',
      type: 'What happened; what is none of our business is acknowledged',
      data: 'The object it is about, in Stripe’s own form',
    },
    example: {
      id: 'evt_1SWxYzAbCdEfGh',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1SWxYzAbCdEfGh', object: 'payment_intent' } },
    },
    acknowledgement: { received: true },
  },
  {
    name: 'conekta',
    summary: 'Conekta tells of a voucher, a CLABE, a charge, a refund, a chargeback or a saved card',
    proof: {
      header: 'Digest',
      words: 'RSA-SHA256 in base64 of the body under CONEKTA_WEBHOOK_KEY; made a week ago at most',
    },
    mediaType: 'application/json',
    fields: {
      id: 'Of the event; one that comes again takes effect once',
      type: 'What happened; what is none of our business is acknowledged',
      livemode: 'Whether money moved; a message of the other mode is refused',
      created_at: 'When, in seconds since 1970',
      data: 'The order it is about, in Conekta’s own form',
    },
    example: {
      id: '6307a60c41de27127515a575',
      type: 'order.paid',
      livemode: true,
      created_at: 1_795_219_200,
      data: { object: { id: 'ord_2tMtQQpDvfnNjiuFG', object: 'order', payment_status: 'paid' } },
    },
    acknowledgement: {},
  },
  {
    name: 'fintoc',
    summary: 'Fintoc tells of a transfer to a CLABE, of one that went back, or of a CLABE that takes no more',
    proof: {
      header: 'Fintoc-Signature',
      words:
        '`t=…,v1=…`: HMAC-SHA256 in hex of `<t>.<body>` under FINTOC_WEBHOOK_SECRET; five minutes old at most',
    },
    mediaType: 'application/json',
    fields: {
      id: 'Of the event; one that comes again takes effect once',
      type: 'What happened; what is none of our business is acknowledged',
      mode: '`live` or `test`; a message of the other mode is refused',
      data: 'The transfer or the account number it is about, in Fintoc’s own form',
    },
    example: {
      id: 'evt_Kasf91034gj1AD',
      type: 'transfer.inbound.succeeded',
      mode: 'live',
      data: { id: 'tr_jKaHD105H', object: 'transfer', amount: 142_281, status: 'succeeded' },
    },
    acknowledgement: {},
  },
  {
    name: 'razorpay',
    summary:
      'Razorpay tells of money for a UPI code or a virtual account, of a card’s payment, a refund or a dispute',
    proof: {
      header: 'X-Razorpay-Signature',
      words:
        'HMAC-SHA256 in hex of the raw body under RAZORPAY_WEBHOOK_SECRET; `created_at` in it is at most 25 hours old. What happened, when and to what is its identity; one that comes again takes effect once',
    },
    mediaType: 'application/json',
    fields: {
      event: 'What happened; what is none of our business is acknowledged',
      payload: 'The objects it is about, each in Razorpay’s own form under `entity`',
      created_at: 'When it happened, in seconds since 1970',
    },
    example: {
      event: 'qr_code.credited',
      payload: {
        payment: {
          entity: {
            id: 'pay_HMtDKn3TnF4D8x',
            amount: 142_281,
            currency: currencyOf(homeMarketOf('razorpay')),
            status: 'captured',
          },
        },
        qr_code: { entity: { id: 'qr_HMsVL8HOpbMcjU', entity: 'qr_code' } },
      },
      created_at: 1_795_219_200,
    },
    acknowledgement: {},
  },
  {
    name: 'spei',
    summary: 'The lender’s bank or SPEI participant tells of a deposit to one of the lender’s CLABEs',
    proof: {
      header: 'Signature',
      words:
        'RSA-SHA256 in base64 of `Timestamp.body`, Timestamp being a header in seconds since 1970; at most five minutes old',
    },
    mediaType: 'application/json',
    fields: {
      id: 'Of the deposit; one that comes again is booked once',
      claveRastreo: 'The tracking key that the borrower has too',
      monto: 'Pesos, with at most two decimals',
      cuentaBeneficiario: 'The CLABE that was paid to',
      tsLiquidacion: 'When it was settled, in milliseconds since 1970',
    },
    example: {
      id: 90_211_347,
      claveRastreo: 'BNET01002611210001',
      monto: 227.64,
      cuentaBeneficiario: '646180400000000018',
      tsLiquidacion: 1_795_219_200_000,
    },
    acknowledgement: { mensaje: 'confirmar' },
  },
  {
    name: 'twilio',
    summary: 'Twilio reports what became of a message with a code',
    proof: {
      header: 'X-Twilio-Signature',
      words: 'HMAC-SHA1 in base64 of the address and every field, sorted by name, under the account’s token',
    },
    mediaType: 'application/x-www-form-urlencoded',
    fields: {
      AccountSid: 'The account; another’s is refused',
      MessageSid: 'Twilio’s id of the message',
      MessageStatus: 'sent, delivered, read, undelivered, failed or canceled; others say nothing new',
      ErrorCode: 'Why it did not arrive',
    },
    example: {
      AccountSid: `AC${'0'.repeat(32)}`,
      MessageSid: `SM${'1'.repeat(32)}`,
      MessageStatus: 'delivered',
    },
    acknowledgement: {},
  },
  { name: 'sms', summary: 'The lender’s own SMS gateway reports what became of a message', ...httpGateway },
  { name: 'sms-second', summary: 'The second SMS gateway reports what became of a message', ...httpGateway },
];

export const providerTag: JsonObject = {
  name: 'provider',
  description:
    'Messages of payment and SMS providers, each proven by the provider’s own scheme over the raw body; one takes effect once',
};

export function providerPaths(): Record<string, JsonObject> {
  return Object.fromEntries(
    providerWebhooks.map((webhook) => [`/webhooks/${webhook.name}`, { post: operationOf(webhook) }]),
  );
}

export function providerSecuritySchemes(): JsonObject {
  return Object.fromEntries(
    providerWebhooks.map(({ name, proof }) => [
      schemeOf(name),
      { type: 'apiKey', in: 'header', name: proof.header, description: proof.words },
    ]),
  );
}

const schemeOf = (name: string): string => `provider.${name}`;

function operationOf({
  name,
  summary,
  mediaType,
  fields,
  example,
  acknowledgement,
}: ProviderWebhook): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([field, description]) => [field, { description }]),
  );
  return {
    operationId: `provider.${name}`,
    tags: [providerTag.name],
    summary,
    security: [{ [schemeOf(name)]: [] }],
    requestBody: {
      required: true,
      content: { [mediaType]: { schema: { type: 'object', properties }, example } },
    },
    responses: {
      '200': {
        description: 'Kept; the same message may come again',
        content: { 'application/json': { schema: { type: 'object' }, example: acknowledgement } },
      },
      ...refusalReferences('ProviderRefusal'),
    },
  };
}

/** After a refusal the provider sends the message again. */
const refusalCodes = [
  'signature-invalid',
  'not-found',
  'body-too-slow',
  'body-too-large',
  'request-invalid',
  'too-many-requests',
  'internal',
  'service-unavailable',
] as const satisfies readonly ErrorCode[];

export function providerResponses(): JsonObject {
  return { ProviderRefusal: refusalsOfAll(v3Envelope, refusalCodes) };
}
