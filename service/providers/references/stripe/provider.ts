import Stripe from 'stripe';
import type { Market } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import {
  listedSince,
  ofAccount,
  ofKind,
  type ProvenEvent,
  provenEvent,
  readAsking,
  type StripeOptions,
  stripeClients,
} from '../../cards/stripe/client.ts';
import { movementName, referenceName } from '../../cards/stripe/metadata.ts';
import { outflowsIn } from '../../cards/stripe/outflows.ts';
import { movementLimit } from '../../cards/stripe/settled.ts';
import { payerName, payerNameRules } from '../../payer-name.ts';
import type { Outflow } from '../../ports/outflow.ts';
import {
  type Deposit,
  type IssuedReference,
  type KnownReference,
  type ReferenceProvider,
  ReferenceRefused,
  type ReferenceRequest,
} from '../../ports/payment-references.ts';

/** How many days a voucher can be paid; Stripe takes 1 to 7. */
const voucherDays = 3;

/**
 * Stripe tells when it heard of money and not when that was paid: of OXXO "by the next business day" (docs.stripe.com/payments/oxxo), of
 * transfers in Mexico within "up to 1 business day" (docs.stripe.com/payments/mx-bank-transfers).
 */
const confirmation: ConfirmationTime = { businessDays: 1 };

/** The one chain that takes its vouchers. */
const oxxo = 'OXXO';

/**
 * Vouchers for OXXO, each a PaymentIntent of one amount, and CLABEs, each of a customer of its own whose cash balance takes any
 * amount. What comes into a cash balance is moved to the account at once, since Stripe sends back what stays there.
 */
export function createStripeReferences({
  accounts,
  apiBase,
  payerEmail,
}: StripeOptions & {
  /** OXXO vouchers need a mail address, which Stripe writes to: the lender's own, since borrowers give none. */
  readonly payerEmail: string;
}): ReferenceProvider {
  const clients = stripeClients({ accounts, apiBase });
  const clientIn = (market: Market): Stripe => {
    const client = clients.get(market);
    if (!client) throw new Error(`There is no Stripe account for ${market}.`);
    return client;
  };

  /** The money of an event, if it is for a reference of ours. */
  async function depositsOf(event: Stripe.Event, client: Stripe): Promise<Deposit[] | null> {
    const at = new Date(event.created * 1000);
    if (event.type === 'payment_intent.succeeded') {
      const deposit = voucherDeposit(event.data.object, at);
      return deposit && [deposit];
    }
    if (event.type !== 'customer_cash_balance_transaction.created') return null;
    const movement = event.data.object;
    if (movement.type !== 'funded') return null;
    const id = typeof movement.customer === 'string' ? movement.customer : movement.customer.id;
    const customer = await ofAccount(client.customers.retrieve(id), { object: id });
    if (customer.deleted || !customer.metadata[referenceName]) return null;
    await takeCash(client, id, movement.id);
    return [cashDeposit(movement, id, customer.metadata[referenceName])];
  }

  async function tell({ event, market }: ProvenEvent) {
    const client = clientIn(market);
    const deposits = await depositsOf(event, client);
    const outflows = [...(await outflowsOf(event, client)), ...(await reversedFunding(event, client))];
    const at = new Date(event.created * 1000);
    return { id: event.id, at, notice: deposits, outflows, acknowledgement: { received: true } };
  }

  return {
    name: 'stripe',
    chainName: oxxo,
    takes: (channelKind) => (channelKind === 'store' ? 'one-amount' : 'any-amount'),
    confirmation: () => confirmation,
    async issue(request) {
      try {
        const client = clientIn(request.market);
        if (request.channelKind === 'store') return await voucher(client, request, payerEmail);
        if (request.channelKind === 'bank-transfer') return await clabe(client, request);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) {
          throw new ReferenceRefused(error.code ?? 'invalid request');
        }
        throw error;
      }
      throw new ReferenceRefused('Stripe has no such channel.');
    },
    async lookUp(reference) {
      const client = clientIn(reference.market);
      if (reference.channelKind === 'store') return voucherDeposits(client, reference);
      const { id, providerReference: customer } = reference;
      const { data } = await client.customers.listCashBalanceTransactions(customer, { limit: movementLimit });
      const funded = data.filter(({ type }) => type === 'funded');
      if (funded[0]) await takeCash(client, customer, funded[0].id);
      return funded.map((movement) => cashDeposit(movement, customer, id));
    },
    async cancel({ market, channelKind, providerReference }) {
      if (channelKind !== 'store') return;
      try {
        await clientIn(market).paymentIntents.cancel(providerReference);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      }
    },
    verify: async (message) => readAsking(provenEvent(message, accounts, clients), tell),
    async *sweep(since, isKnown) {
      for await (const read of listedSince(clients, since, isKnown)) {
        yield async () => readAsking(await read(), tell);
      }
    },
  };
}

/** What left of vouchers, and of the cash of customers that was moved to the account. */
async function outflowsOf(event: Stripe.Event, client: Stripe): Promise<Outflow[]> {
  return (await outflowsIn(event, client)).flatMap(({ intent: { id, metadata }, ...outflow }) => {
    const deposit = metadata[referenceName] ? id : metadata[movementName];
    return deposit ? [{ ...outflow, payment: { deposit } }] : [];
  });
}

/**
 * A transfer that Stripe took back. It does not say which one, so it is the one of that amount; where there are several, or none, the
 * payment is not known.
 */
async function reversedFunding(event: Stripe.Event, client: Stripe): Promise<Outflow[]> {
  if (event.type !== 'customer_cash_balance_transaction.created') return [];
  const { id, type, customer: named, net_amount: net, currency } = event.data.object;
  if (type !== 'funding_reversed') return [];
  const amountMinor = Math.abs(net);
  const said = { id, cause: 'reversal', outcome: 'left', amountMinor, reason: type } as const;
  const left = { ...said, currency: currency.toUpperCase() };
  const customerId = typeof named === 'string' ? named : named.id;
  const customer = await ofAccount(client.customers.retrieve(customerId), { object: customerId }, [left]);
  if (customer.deleted || !customer.metadata[referenceName]) return [];
  const { data } = await client.customers.listCashBalanceTransactions(customer.id, { limit: movementLimit });
  const funded = data.filter((each) => each.type === 'funded' && each.net_amount === amountMinor);
  const deposit = funded.length === 1 && funded[0] ? funded[0].id : customer.id;
  return [{ ...left, payment: { deposit } }];
}

async function voucher(
  client: Stripe,
  { id, amountMinor, borrower, orderNumber }: ReferenceRequest,
  payerEmail: string,
): Promise<IssuedReference> {
  if (amountMinor === null) throw new ReferenceRefused('A voucher is for one amount.');
  const intent = await client.paymentIntents.create(
    {
      amount: amountMinor,
      currency: 'mxn',
      allowed_payment_method_types: ['oxxo'],
      payment_method_data: {
        type: 'oxxo',
        billing_details: { name: payerName(borrower.name, payerNameRules.oxxo), email: payerEmail },
      },
      payment_method_options: { oxxo: { expires_after_days: voucherDays } },
      confirm: true,
      metadata: { [referenceName]: id, order_number: orderNumber },
    },
    { idempotencyKey: `reference-${id}` },
  );
  const details = intent.next_action?.oxxo_display_details;
  if (intent.amount !== amountMinor || !details?.number || !details.expires_after) {
    throw new Error('Stripe gave no voucher for the amount.');
  }
  return {
    providerReference: intent.id,
    code: details.number,
    expiresAt: new Date(details.expires_after * 1000),
    facts: { chainName: oxxo, voucherLink: details.hosted_voucher_url ?? undefined },
  };
}

async function clabe(
  client: Stripe,
  { id, borrower, orderNumber }: ReferenceRequest,
): Promise<IssuedReference> {
  const customer = await client.customers.create(
    { name: borrower.name, metadata: { [referenceName]: id, order_number: orderNumber } },
    { idempotencyKey: `reference-customer-${id}` },
  );
  const { bank_transfer: transfer } = await client.customers.createFundingInstructions(
    customer.id,
    { currency: 'mxn', funding_type: 'bank_transfer', bank_transfer: { type: 'mx_bank_transfer' } },
    { idempotencyKey: `reference-${id}` },
  );
  const spei = transfer.financial_addresses.find(({ type }) => type === 'spei')?.spei;
  if (!spei) throw new Error('Stripe gave no CLABE.');
  const { clabe: code, bank_name: bankName, account_holder_name: holderName } = spei;
  return {
    providerReference: customer.id,
    code,
    expiresAt: null,
    facts: { bankName: bankName || undefined, holderName: holderName || undefined },
  };
}

async function voucherDeposits(client: Stripe, { providerReference }: KnownReference): Promise<Deposit[]> {
  const intent = await client.paymentIntents.retrieve(providerReference, { expand: ['latest_charge'] });
  const { latest_charge: charge } = intent;
  const paidAt = typeof charge === 'object' && charge ? charge.created : intent.created;
  const deposit = intent.status === 'succeeded' ? voucherDeposit(intent, new Date(paidAt * 1000)) : null;
  return deposit ? [deposit] : [];
}

function voucherDeposit(intent: Stripe.PaymentIntent, paidAt: Date): Deposit | null {
  const referenceId = intent.metadata[referenceName];
  if (!referenceId) return null;
  const { id, amount_received: amountMinor, currency } = intent;
  return {
    ...{ id, referenceId, providerReference: id, code: null },
    ...{ amountMinor, currency: currency.toUpperCase(), paidAt },
  };
}

function cashDeposit(
  { id, net_amount: amountMinor, currency, created }: Stripe.CustomerCashBalanceTransaction,
  customer: string,
  referenceId: string,
): Deposit {
  return {
    ...{ id, referenceId, providerReference: customer, code: null },
    ...{ amountMinor, currency: currency.toUpperCase(), paidAt: new Date(created * 1000) },
  };
}

/** Moves what a customer's cash balance holds to the lender's account, once for each movement that it came with. */
async function takeCash(client: Stripe, customer: string, movementId: string): Promise<void> {
  const { available } = ofKind('cash_balance', await client.customers.retrieveCashBalance(customer));
  const heldMinor = minorAmount(available?.mxn ?? 0);
  if (heldMinor <= 0) return;
  const intent = await client.paymentIntents.create(
    {
      amount: heldMinor,
      currency: 'mxn',
      customer,
      allowed_payment_method_types: ['customer_balance'],
      payment_method_data: { type: 'customer_balance' },
      confirm: true,
      metadata: { [movementName]: movementId },
    },
    { idempotencyKey: `cash-${movementId}-${heldMinor}` },
  );
  // Another process was first: this one must not wait for a transfer that will not come.
  if (intent.status !== 'succeeded') await client.paymentIntents.cancel(intent.id);
}
