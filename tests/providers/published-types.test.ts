import type { ChargebackResponse } from 'conekta/dist/model/chargeback-response.d.ts';
import type { Customer } from 'conekta/dist/model/customer.d.ts';
import type { EventResponse } from 'conekta/dist/model/event-response.d.ts';
import type { OrderRefundRequest } from 'conekta/dist/model/order-refund-request.d.ts';
import type { OrderRequest } from 'conekta/dist/model/order-request.d.ts';
import type { OrderResponse } from 'conekta/dist/model/order-response.d.ts';
import type { TransactionResponse } from 'conekta/dist/model/transaction-response.d.ts';
import type { PaymentLinks } from 'razorpay/dist/types/paymentLink.d.ts';
import type { Payments } from 'razorpay/dist/types/payments.d.ts';
import type { QrCode } from 'razorpay/dist/types/qrCode.d.ts';
import type { Refunds } from 'razorpay/dist/types/refunds.d.ts';
import type { Settlements } from 'razorpay/dist/types/settlements.d.ts';
import type { VirtualAccounts } from 'razorpay/dist/types/virtualAccounts.d.ts';
import type Stripe from 'stripe';
import type {
  MessageInstance,
  MessageListInstanceCreateOptions,
} from 'twilio/lib/rest/api/v2010/account/message.d.ts';
import { expectTypeOf, test } from 'vitest';
import type { PaymentLinkRequest, RefundRequest } from '#providers/cards/razorpay/provider.ts';
import type {
  ConektaCustomerRequest,
  ConektaOrderRequest,
  ConektaRefundRequest,
} from '#providers/conekta/client.ts';
import type { AccountRequest, UpiCodeRequest } from '#providers/references/razorpay/provider.ts';
import type { TwilioFields } from '#providers/sms/twilio/gateway.ts';
import type {
  StandInChargeback,
  StandInEvent,
  StandInOrder,
  StandInTransaction,
} from './conekta-stand-in.ts';
import type { OtherPayment, PaymentLink, Refund } from './razorpay-links-stand-in.ts';
import type { Account, BankTransfer, Code, SettledEntry } from './razorpay-stand-in.ts';
import type { Voucher } from './stripe-references-stand-in.ts';
import type { Intent, Session, StripeMessage, StripeRefund } from './stripe-stand-in.ts';
import type { TwilioAnswer } from './twilio-stand-in.ts';

// What adapters send and stand-ins answer, held against the types of the providers' own packages; `npm run types` checks it. What is
// asked of Stripe is not held against here: the adapters call its package. Fintoc's package gives its objects no fields.

type IsAny<Type> = 0 extends 1 & Type ? true : false;
/** The fields of any member of a union. */
type KeysOf<Type> = Type extends unknown ? keyof Type & string : never;
type FieldOf<Type, Key> = Type extends unknown ? (Key extends keyof Type ? Type[Key] : never) : never;
type ItemOf<Type> = Type extends readonly (infer Item)[] ? Item : never;

/** The fields that ours has at any depth and the published form has not, by their paths; never for none. */
type Invented<Ours, Published> =
  IsAny<Published> extends true
    ? never
    : Ours extends readonly (infer Item)[]
      ? Invented<Item, ItemOf<NonNullable<Published>>>
      : Ours extends object
        ? {
            [Key in KeysOf<Ours>]: Key extends KeysOf<NonNullable<Published>>
              ? `${Key}.${Invented<FieldOf<Ours, Key>, NonNullable<FieldOf<NonNullable<Published>, Key>>> & string}`
              : Key;
          }[KeysOf<Ours>]
        : never;

/** As answers are: what a package leaves out is null in the providers' own samples. */
type Answered<Published> = Published extends readonly (infer Item)[]
  ? readonly Answered<Item>[]
  : Published extends object
    ? {
        [Key in keyof Published]: undefined extends Published[Key]
          ? Answered<Published[Key]> | null
          : Answered<Published[Key]>;
      }
    : Published;

test('requests to Conekta fit its package 9 (OpenAPI 2.3)', () => {
  expectTypeOf<ConektaOrderRequest & { currency: string }>().toExtend<OrderRequest>();
  expectTypeOf<Invented<ConektaOrderRequest, OrderRequest>>().toEqualTypeOf<never>();
  expectTypeOf<ConektaCustomerRequest>().toExtend<Customer>();
  expectTypeOf<Invented<ConektaCustomerRequest, Customer>>().toEqualTypeOf<never>();
  expectTypeOf<ConektaRefundRequest>().toExtend<OrderRefundRequest>();
  expectTypeOf<Invented<ConektaRefundRequest, OrderRefundRequest>>().toEqualTypeOf<never>();
});

test('the stand-in of Conekta answers and tells as its package says', () => {
  expectTypeOf<StandInOrder>().toExtend<Answered<OrderResponse>>();
  // Silent in the package, in its published samples of orders: `total` of lists, the shops of a voucher, a card's instalments.
  expectTypeOf<Invented<StandInOrder, OrderResponse>>().toEqualTypeOf<
    | 'charges.data.monthly_installments'
    | 'charges.total'
    | 'charges.data.refunds.total'
    | 'charges.data.payment_method.store_names'
    | 'line_items.total'
  >();
  expectTypeOf<StandInEvent>().toExtend<EventResponse>();
  expectTypeOf<Invented<StandInEvent, EventResponse>>().toEqualTypeOf<never>();
  expectTypeOf<StandInTransaction>().toExtend<TransactionResponse>();
  expectTypeOf<Invented<StandInTransaction, TransactionResponse>>().toEqualTypeOf<never>();
  expectTypeOf<StandInChargeback>().toExtend<ChargebackResponse>();
  expectTypeOf<Invented<StandInChargeback, ChargebackResponse>>().toEqualTypeOf<never>();
});

test('requests to Razorpay fit its package 2.9', () => {
  expectTypeOf<UpiCodeRequest>().toExtend<QrCode.RazorpayQrCodeCreateRequestBody>();
  expectTypeOf<Invented<UpiCodeRequest, QrCode.RazorpayQrCodeCreateRequestBody>>().toEqualTypeOf<never>();
  expectTypeOf<AccountRequest>().toExtend<VirtualAccounts.RazorpayVirtualAccountCreateRequestBody>();
  expectTypeOf<
    Invented<AccountRequest, VirtualAccounts.RazorpayVirtualAccountCreateRequestBody>
  >().toEqualTypeOf<never>();
  // Its package wants a customer; razorpay.com/docs (payment links, create) has it as optional.
  type LinkBody = Omit<PaymentLinks.RazorpayPaymentLinkAdvanceOption, 'customer'>;
  expectTypeOf<PaymentLinkRequest>().toExtend<LinkBody>();
  // The package has a block of banks alone; in razorpay.com/docs (configure payment methods) blocks have any name, and cards kinds.
  expectTypeOf<
    Invented<PaymentLinkRequest, LinkBody>
  >().toEqualTypeOf<'options.checkout.config.display.blocks.debit'>();
  expectTypeOf<RefundRequest>().toExtend<Refunds.RazorpayRefundCreateRequestBody>();
  expectTypeOf<Invented<RefundRequest, Refunds.RazorpayRefundCreateRequestBody>>().toEqualTypeOf<never>();
});

/** A published form where its provider's documentation decides: other fields than the package has them. */
type Documented<Published, Fields> = Omit<Answered<Published>, keyof Fields> & Fields;
/** The package has a map; what has none bears an empty list (razorpay.com/docs, notes). */
type Notes = { readonly notes: Record<string, string | number> | never[] };

test('the stand-in of Razorpay answers as its package says', () => {
  // razorpay.com/docs, QR codes: `closed_at` is null until then, and `image_content` comes where the account has it.
  type PublishedCode = Documented<
    QrCode.RazorpayQrCode,
    Notes & { closed_at: number | null; image_content?: string }
  >;
  expectTypeOf<Code>().toExtend<PublishedCode>();
  expectTypeOf<Invented<Code, PublishedCode>>().toEqualTypeOf<never>();
  // razorpay.com/docs, Smart Collect: receivers have neither `updated_at` nor a map of notes.
  type Receiver = Omit<VirtualAccounts.RazorpayVirtualAccountReceiver, 'updated_at' | 'notes'>;
  type PublishedAccount = Documented<
    VirtualAccounts.RazorpayVirtualAccount,
    Notes & { receivers: readonly (Receiver & { notes: never[] })[] }
  >;
  expectTypeOf<Account>().toExtend<PublishedAccount>();
  expectTypeOf<Invented<Account, PublishedAccount>>().toEqualTypeOf<never>();
  // razorpay.com/docs, payment links: `payments` is a list, times are numbers, and a link may have no customer.
  type Paid = Documented<PaymentLinks.RazorpayPaymentBaseRequestBody, { amount: number; created_at: number }>;
  type PublishedLink = Documented<
    PaymentLinks.RazorpayPaymentLink,
    Notes & { created_at: number; customer: object; payments: readonly Omit<Paid, 'updated_at'>[] | null }
  >;
  expectTypeOf<PaymentLink>().toExtend<PublishedLink>();
  expectTypeOf<Invented<PaymentLink, PublishedLink>>().toEqualTypeOf<never>();
  // razorpay.com/docs (settlements, fetch recon): what a list has of an entry is null where there is none.
  type PublishedEntry = Settlements.RazorpaySettlementRecon;
  expectTypeOf<Invented<SettledEntry, PublishedEntry>>().toEqualTypeOf<never>();
  expectTypeOf<Pick<SettledEntry, 'entity_id' | 'type' | 'amount' | 'settled_at'>>().toExtend<
    Pick<PublishedEntry, 'entity_id' | 'type' | 'amount' | 'settled_at'>
  >();
  type PublishedRefund = Documented<Refunds.RazorpayRefund, Notes>;
  expectTypeOf<Refund>().toExtend<PublishedRefund>();
  expectTypeOf<Invented<Refund, PublishedRefund>>().toEqualTypeOf<never>();
  expectTypeOf<OtherPayment['acquirer_data']>().toExtend<Payments.RazorpayPayment['acquirer_data']>();
  expectTypeOf<Invented<OtherPayment, Payments.RazorpayPayment>>().toEqualTypeOf<never>();
  type Transfer = Payments.RazorpayPaymentDetails;
  expectTypeOf<Omit<BankTransfer, 'payer_bank_account'>>().toExtend<
    Omit<Transfer, 'payer_bank_account' | 'virtual_account'>
  >();
  // razorpay.com/docs (Smart Collect, fetch a bank transfer): the payer's account has an empty list of notes.
  expectTypeOf<Invented<BankTransfer, Transfer>>().toEqualTypeOf<'payer_bank_account.notes'>();
});

/** Of a published form what a stand-in gives: Stripe's are whole there. */
type Given<Published, Ours> = Pick<Published, Extract<keyof Ours, keyof Published>>;

test('the stand-in of Stripe answers and tells as its package says, with no field of its own', () => {
  expectTypeOf<Omit<Intent, 'next_action'>>().toExtend<
    Given<Stripe.PaymentIntent, Omit<Intent, 'next_action'>>
  >();
  expectTypeOf<Invented<Omit<Intent, 'metadata'>, Stripe.PaymentIntent>>().toEqualTypeOf<never>();
  type Plain = Omit<Voucher, 'next_action'>;
  expectTypeOf<Plain>().toExtend<Given<Stripe.PaymentIntent, Plain>>();
  expectTypeOf<Exclude<keyof Voucher, keyof Stripe.PaymentIntent>>().toEqualTypeOf<never>();
  expectTypeOf<Exclude<keyof Session, keyof Stripe.Checkout.Session>>().toEqualTypeOf<never>();
  expectTypeOf<Pick<Session, 'mode' | 'status' | 'customer'>>().toExtend<
    Pick<Stripe.Checkout.Session, 'mode' | 'status' | 'customer'>
  >();
  expectTypeOf<StripeRefund>().toExtend<Given<Stripe.Refund, StripeRefund>>();
  expectTypeOf<Exclude<keyof StripeRefund, keyof Stripe.Refund>>().toEqualTypeOf<never>();
  type Envelope = Omit<StripeMessage, 'type' | 'data'>;
  expectTypeOf<Envelope>().toExtend<Given<Stripe.Event, Envelope>>();
  expectTypeOf<Exclude<keyof StripeMessage, keyof Stripe.Event>>().toEqualTypeOf<never>();
  // Every event has these (docs.stripe.com/api/events/object).
  expectTypeOf<Exclude<RequiredKeys<Stripe.Event>, keyof StripeMessage>>().toEqualTypeOf<never>();
});

type RequiredKeys<Type> = {
  [Key in keyof Type]-?: undefined extends Type[Key] ? never : Key;
}[keyof Type];

/** The names of Twilio's wire, which its package writes in small. */
type OnTheWire<Options> = { [Key in keyof Options & string as Capitalize<Key>]: Options[Key] };

test('requests to Twilio fit its package 6, in wire names', () => {
  type Message = OnTheWire<MessageListInstanceCreateOptions>;
  expectTypeOf<Invented<TwilioFields & { StatusCallback: string }, Message>>().toEqualTypeOf<never>();
  expectTypeOf<TwilioFields>().toExtend<Pick<Message, 'To'>>();
  // The wire has texts for numbers.
  expectTypeOf<Pick<TwilioFields & { ValidityPeriod: `${number}` }, 'ValidityPeriod'>>().toExtend<{
    ValidityPeriod: `${NonNullable<Message['ValidityPeriod']>}`;
  }>();
});

test('the stand-in of Twilio answers as its package says', () => {
  type Resource = ConstructorParameters<typeof MessageInstance>[1];
  type Dates = 'date_created' | 'date_updated' | 'date_sent';
  // The wire has dates as texts, and what is not known yet is null (twilio.com/docs, Message resource).
  type Published = { [Key in keyof Resource]: (Key extends Dates ? string : Resource[Key]) | null };
  expectTypeOf<TwilioAnswer>().toExtend<Published>();
  expectTypeOf<Invented<TwilioAnswer, Published>>().toEqualTypeOf<never>();
});
