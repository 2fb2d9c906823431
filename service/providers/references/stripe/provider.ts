import type Stripe from 'stripe';
import { minorAmount } from '#domain/money/money.ts';
import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import {
  clientIn,
  ifStripeRefused,
  listedSince,
  type ProvenEvent,
  provenEvent,
  readEventWith,
  requireKind,
  requireObject,
  type StripeClients,
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

const oxxo = 'OXXO';

/**
 * OXXO vouchers, each a PaymentIntent of one amount, and CLABEs for any amount, each of a customer of its own. Money in a customer's cash balance is
 * moved to the account at once, since Stripe sends back what stays there.
 */
export function createStripeReferences({
  accounts,
  apiBase,
  payerEmail,
}: StripeOptions & {
  /** Stripe writes to this address about OXXO vouchers: the lender's, since borrowers give none. */
  readonly payerEmail: string;
}): ReferenceProvider {
  const clients = stripeClients({ accounts, apiBase });
  const read = (proven: ProvenEvent) => tell(clients, proven);
  return {
    name: 'stripe',
    chainName: oxxo,
    takes: (channelKind) => (channelKind === 'store' ? 'one-amount' : 'any-amount'),
    confirmation: () => confirmation,
    async issue(request) {
      const client = clientIn(clients, request.market);
      const issue = {
        store: () => voucher(client, request, payerEmail),
        'bank-transfer': () => clabe(client, request),
      };
      const { channelKind } = request;
      if (channelKind !== 'store' && channelKind !== 'bank-transfer')
        throw new ReferenceRefused('Stripe has no such channel.');
      return ifStripeRefused(issue[channelKind](), ({ code }) => {
        throw new ReferenceRefused(code ?? 'invalid request');
      });
    },
    async lookUp(reference) {
      const client = clientIn(clients, reference.market);
      if (reference.channelKind === 'store') return voucherDeposits(client, reference);
      const { id, providerReference: customer } = reference;
      const { data } = await client.customers.listCashBalanceTransactions(customer, { limit: movementLimit });
      const funded = data.filter(({ type }) => type === 'funded');
      if (funded[0]) await takeCash(client, customer, funded[0].id);
      return funded.map((movement) => cashDeposit(movement, customer, id));
    },
    async cancel({ market, channelKind, providerReference }) {
      if (channelKind !== 'store') return;
      const cancelled = clientIn(clients, market).paymentIntents.cancel(providerReference);
      await ifStripeRefused(cancelled, () => undefined);
    },
    verify: async (message) => readEventWith(provenEvent(message, accounts, clients), read),
    async *sweep(since, isKnown) {
      for await (const readNext of listedSince(clients, since, isKnown)) {
        yield async () => readEventWith(await readNext(), read);
      }
    },
  };
}

async function tell(clients: StripeClients, { event, market }: ProvenEvent) {
  const client = clientIn(clients, market);
  const deposits = await depositsOf(event, client);
  const outflows = [...(await outflowsOf(event, client)), ...(await reversedFunding(event, client))];
  const at = new Date(event.created * 1000);
  return { id: event.id, at, notice: deposits, outflows, acknowledgement: { received: true } };
}

async function depositsOf(event: Stripe.Event, client: Stripe): Promise<Deposit[] | null> {
  if (event.type === 'payment_intent.succeeded') {
    const deposit = voucherDeposit(event.data.object, new Date(event.created * 1000));
    return deposit && [deposit];
  }
  if (event.type !== 'customer_cash_balance_transaction.created') return null;
  const movement = event.data.object;
  if (movement.type !== 'funded') return null;
  const id = typeof movement.customer === 'string' ? movement.customer : movement.customer.id;
  const customer = await requireObject(client.customers.retrieve(id), { object: id });
  if (customer.deleted || !customer.metadata[referenceName]) return null;
  await takeCash(client, id, movement.id);
  return [cashDeposit(movement, id, customer.metadata[referenceName])];
}

async function outflowsOf(event: Stripe.Event, client: Stripe): Promise<Outflow[]> {
  return (await outflowsIn(event, client)).flatMap(({ intent: { id, metadata }, ...outflow }) => {
    const deposit = metadata[referenceName] ? id : metadata[movementName];
    return deposit ? [{ ...outflow, payment: { deposit } }] : [];
  });
}

/**
 * A transfer that Stripe reversed. Stripe does not say which one, so it is the only one of that amount; otherwise the customer stands for the unknown
 * payment.
 */
async function reversedFunding(event: Stripe.Event, client: Stripe): Promise<Outflow[]> {
  if (event.type !== 'customer_cash_balance_transaction.created') return [];
  const { id, type, customer: named, net_amount: net, currency } = event.data.object;
  if (type !== 'funding_reversed') return [];
  const amountMinor = Math.abs(net);
  const said = { id, cause: 'reversal', outcome: 'left', amountMinor, reason: type } as const;
  const left = { ...said, currency: currency.toUpperCase() };
  const customerId = typeof named === 'string' ? named : named.id;
  const customer = await requireObject(client.customers.retrieve(customerId), { object: customerId }, [left]);
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
    id,
    referenceId,
    providerReference: id,
    code: null,
    amountMinor,
    currency: currency.toUpperCase(),
    paidAt,
  };
}

function cashDeposit(
  { id, net_amount: amountMinor, currency, created }: Stripe.CustomerCashBalanceTransaction,
  customer: string,
  referenceId: string,
): Deposit {
  return {
    id,
    referenceId,
    providerReference: customer,
    code: null,
    amountMinor,
    currency: currency.toUpperCase(),
    paidAt: new Date(created * 1000),
  };
}

/** Moves a customer's cash balance to the lender's account, once per transfer. */
async function takeCash(client: Stripe, customer: string, movementId: string): Promise<void> {
  const { available } = requireKind('cash_balance', await client.customers.retrieveCashBalance(customer));
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
  // Another process was faster: this PaymentIntent must not wait for a transfer that never comes.
  if (intent.status !== 'succeeded') await client.paymentIntents.cancel(intent.id);
}
