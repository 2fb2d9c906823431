import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import {
  type Deposit,
  type IssuedReference,
  type ReferenceProvider,
  ReferenceRefused,
  type ReferenceRequest,
} from '../ports/payment-references.ts';
import { WebhookUnreadable } from '../ports/webhook.ts';
import { ifRefused, refuseReference } from '../provider-client.ts';
import {
  type ConektaCharge,
  type ConektaOptions,
  type ConektaOrder,
  cancelOrder,
  chargesOf,
  conektaVerifier,
  connectConekta,
  createOrder,
  findOrder,
  listedSince,
  noteOf,
  outflowsOf,
  payerOf,
  type ReadEvent,
  readEventWhole,
  readMessage,
  readOrder,
  wasPaid,
} from './client.ts';

const validDays = 3;

const metadataName = 'llano_payment_reference';

/** Conekta's clock may be behind ours by this. */
const clockSkewMs = 120_000;
const dayMs = 24 * 3_600_000;

/**
 * Its `paid_at` is when Conekta heard of money. Shops: its notices come within ten minutes (developers.conekta.com, cash payments). SPEI:
 * at once (help.conekta.com, "How do SPEI payments work"), which Banco de México puts at half a minute from bank to bank.
 */
const confirmations: Readonly<Partial<Record<ReferenceRequest['channelKind'], ConfirmationTime>>> = {
  store: { minutes: 10 },
  'bank-transfer': { minutes: 1 },
};

/** Shops named in a voucher's title; Conekta lists some twenty. */
const namedShops = 4;

const paymentTypes: Readonly<Partial<Record<ReferenceRequest['channelKind'], 'cash' | 'spei'>>> = {
  store: 'cash',
  'bank-transfer': 'spei',
};

/** Cash vouchers and CLABEs, each an order of one amount. */
export function createConektaReferences(options: ConektaOptions): ReferenceProvider {
  const conekta = connectConekta(options);
  const verify = conektaVerifier(options);

  async function orderOf({ id, amountMinor, channelKind, orderNumber, borrower }: ReferenceRequest) {
    const type = paymentTypes[channelKind];
    if (!type || amountMinor === null) throw new ReferenceRefused('Conekta has no such reference.');
    const expiresAt = Math.floor((Date.now() + validDays * dayMs) / 1000);
    return createOrder(conekta, {
      customer_info: payerOf(borrower, options),
      line_items: [{ name: `Pago ${orderNumber}`, unit_price: amountMinor, quantity: 1 }],
      charges: [{ amount: amountMinor, payment_method: { type, expires_at: expiresAt }, reference_id: id }],
      metadata: { [metadataName]: id },
    });
  }

  function tell({ event, left, unknown }: ReadEvent) {
    const { id, type, at, order } = event;
    const isOurs = (some: ConektaOrder | null) => some !== null && noteOf(some, metadataName) !== null;
    return {
      id,
      at,
      ...(unknown && { unknown }),
      notice: order && isOurs(order) && type === 'order.paid' ? paidOf(order, at ?? null) : null,
      outflows: left && isOurs(left) ? outflowsOf(left, (charge) => ({ deposit: charge.id })) : [],
    };
  }

  return {
    name: 'conekta',
    takes: () => 'one-amount',
    confirmation: (channelKind) => confirmations[channelKind] ?? null,
    async issue(request) {
      const { id: value, requestedAt } = request;
      const from = new Date(requestedAt.getTime() - clockSkewMs);
      const made = request.isRepeated
        ? await findOrder(conekta, { name: metadataName, value, from, forMs: dayMs })
        : null;
      return issuedOf(made ?? (await ifRefused(orderOf(request), refuseReference)), request);
    },
    async lookUp({ providerReference }) {
      return depositsOf(await readOrder(conekta, providerReference));
    },
    async cancel({ providerReference }) {
      await cancelOrder(conekta, providerReference);
    },
    verify: async (message) => tell(await readMessage(conekta, message, verify)),
    async *sweep(since, isKnown) {
      for await (const read of listedSince(conekta, since, isKnown)) {
        yield async () => tell(await readEventWhole(conekta, await read()));
      }
    },
  };
}

function issuedOf(order: ConektaOrder, request: ReferenceRequest): IssuedReference {
  const charges = chargesOf(order);
  const isSame = charges.every(
    ({ amount, currency }) => amount === request.amountMinor && currency === request.currency,
  );
  const issued = request.channelKind === 'store' ? voucherOf(charges) : clabeOf(charges);
  if (!issued || !isSame) throw new Error('Conekta gave no reference for the amount.');
  const { code, expires, facts } = issued;
  const expiresAt = expires ? new Date(expires * 1000) : null;
  return { providerReference: order.id, code, expiresAt, facts };
}

interface ListedReference extends Pick<IssuedReference, 'code' | 'facts'> {
  readonly expires: number | null | undefined;
}

function clabeOf([charge]: readonly ConektaCharge[]): ListedReference | null {
  const {
    clabe,
    bank,
    receiving_account_holder_name: holder,
    expires_at: expires,
  } = charge?.payment_method ?? {};
  if (!clabe) return null;
  return { code: clabe, expires, facts: { bankName: bank ?? undefined, holderName: holder ?? undefined } };
}

/**
 * A voucher: one order has a charge for each network of shops and banks that takes cash for it, each with a reference of its own. The first of
 * shops stands for all; what is paid at any of them is the order's.
 */
function voucherOf(charges: readonly ConektaCharge[]): ListedReference | null {
  const networks = charges.flatMap(({ payment_method: method }) =>
    method.reference
      ? [{ code: method.reference, agreement: method.agreement ?? undefined, shops: shopsOf(method) }]
      : [],
  );
  const [main] = [...networks].sort(
    (one, other) => Number(one.agreement !== undefined) - Number(other.agreement !== undefined),
  );
  if (!main) return null;
  const chainName = main.shops.slice(0, namedShops).join(', ');
  // A reference that ends first ends the voucher.
  const ends = charges.flatMap(({ payment_method: { expires_at: end } }) => end ?? []);
  const expires = ends.length === 0 ? null : Math.min(...ends);
  return {
    code: main.code,
    expires,
    facts: { chainName, networks: networks.length > 1 ? networks : undefined },
  };
}

function shopsOf({
  service_name: service,
  store_name: shop,
  store_names: shops,
}: ConektaCharge['payment_method']): readonly string[] {
  if (shops && shops.length > 0) return shops;
  if (shop) return [shop];
  return [service?.toLowerCase().includes('oxxo') ? 'OXXO' : 'Conekta Efectivo'];
}

/** @param at time of the message. @throws WebhookUnreadable if no charge is paid. */
function paidOf(order: ConektaOrder, at: Date | null): Deposit[] {
  const deposits = depositsOf(order, at);
  if (deposits.length === 0) throw new WebhookUnreadable(['data.object.charges']);
  return deposits;
}

/** Amounts that were paid, not those requested. @param at time for payments without their own; null if unknown. */
function depositsOf(order: ConektaOrder, at: Date | null = null): Deposit[] {
  const referenceId = noteOf(order, metadataName);
  return chargesOf(order)
    .filter(wasPaid)
    .map(({ id, amount, currency, paid_at: seconds, payment_method: method }) => ({
      id,
      referenceId,
      providerReference: order.id,
      code: null,
      amountMinor: amount,
      currency: currency.toUpperCase(),
      paidAt: seconds ? new Date(seconds * 1000) : at,
      payerAccount: method.issuing_account_number ?? null,
      ...(method.tracking_code && { trackingKey: method.tracking_code }),
    }));
}
