import { randomBytes } from 'node:crypto';
import { clabeOf } from './stand-in-clabe.ts';

/** What the API answers. */
interface Answer {
  readonly status: number;
  readonly body: object;
}

/** A PaymentIntent of a voucher, or of what moved a cash balance, as the API gives it. */
export interface Voucher {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly created: number;
  readonly livemode: boolean;
  readonly customer: string | null;
  amount_received: number;
  status: 'requires_action' | 'succeeded' | 'canceled' | 'requires_payment_method';
  next_action: object | null;
}

interface Customer {
  readonly id: string;
  readonly object: 'customer';
  readonly metadata: Readonly<Record<string, string>>;
  readonly clabe: string;
  cashMinor: number;
  readonly movements: Record<string, unknown>[];
}

/** The part of the stand-in that issues OXXO vouchers and CLABEs of cash balances. */
export interface StripeReferencesStandIn {
  readonly vouchers: readonly Voucher[];
  readonly customers: readonly Customer[];
  /** The answer to a request, if it is about these; undefined for any other. */
  answer(method: string, url: URL, fields: URLSearchParams): Answer | undefined;
  /** What happens when a voucher is paid at a counter. */
  payVoucher(id: string): void;
  /** What happens when somebody transfers to a CLABE. */
  transfer(clabe: string, amountMinor: number): void;
  /** What happens when the bank takes a transfer back: another movement, which does not say of which. */
  reverseTransfer(clabe: string, amountMinor: number): void;
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
const digits = (count: number) => [...randomBytes(count)].map((byte) => byte % 10).join('');

/** What it shares with the rest of the stand-in. */
interface Surroundings {
  readonly origin: () => string;
  /** Sends an event. */
  readonly tell: (type: string, object: object) => void;
  /** The time it dates by. */
  readonly seconds: () => number;
  readonly livemode: boolean;
}

/** As docs.stripe.com describes OXXO payments, bank transfers in Mexico and cash balances. */
export function stripeReferencesStandIn({
  origin,
  tell,
  seconds,
  livemode,
}: Surroundings): StripeReferencesStandIn {
  const vouchers: Voucher[] = [];
  const customers: Customer[] = [];
  const ok = (body: object): Answer => ({ status: 200, body });
  const refuse = (code: string): Answer => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', code } },
  });

  function createVoucher(fields: URLSearchParams): Answer {
    const amount = Number(fields.get('amount'));
    if (amount < 1_000) return refuse('amount_too_small');
    if (amount > 1_000_000) return refuse('amount_too_large');
    const name = fields.get('payment_method_data[billing_details][name]') ?? '';
    const hasEmail = (fields.get('payment_method_data[billing_details][email]') ?? '').includes('@');
    if (!/^\S{2,} .*\S{2,}$/.test(name) || !hasEmail) return refuse('parameter_missing');
    const id = newId('pi');
    const days = Number(fields.get('payment_method_options[oxxo][expires_after_days]') ?? 3);
    const intent: Voucher = {
      ...{ id, object: 'payment_intent', amount, amount_received: 0, currency: fields.get('currency') ?? '' },
      ...{ metadata: metadataOf(fields), created: seconds(), livemode, status: 'requires_action' },
      customer: null,
      next_action: {
        type: 'oxxo_display_details',
        oxxo_display_details: {
          number: digits(32),
          expires_after: seconds() + days * 86_400,
          hosted_voucher_url: `${origin()}/oxxo/${id}`,
        },
      },
    };
    vouchers.unshift(intent);
    tell('payment_intent.requires_action', intent);
    return ok(intent);
  }

  function createCustomer(fields: URLSearchParams): Answer {
    const customer: Customer = {
      ...{ id: newId('cus'), object: 'customer', metadata: metadataOf(fields) },
      ...{ clabe: clabeOf(`64618012${digits(9)}`), cashMinor: 0, movements: [] },
    };
    customers.unshift(customer);
    return ok({ id: customer.id, object: 'customer', metadata: customer.metadata });
  }

  const instructions = ({ clabe }: Customer): Answer =>
    ok({
      object: 'funding_instructions',
      ...{ currency: 'mxn', funding_type: 'bank_transfer', livemode },
      bank_transfer: {
        country: 'MX',
        type: 'mx_bank_transfer',
        financial_addresses: [
          {
            type: 'spei',
            spei: { clabe, bank_code: '646', bank_name: 'STP', account_holder_name: 'Llano' },
          },
        ],
      },
    });

  /** Pays a PaymentIntent out of what a customer's balance holds. */
  function takeCash(fields: URLSearchParams): Answer {
    const customer = customers.find(({ id }) => id === fields.get('customer'));
    if (!customer) return refuse('resource_missing');
    const amount = Number(fields.get('amount'));
    const isPaid = customer.cashMinor >= amount;
    if (isPaid) customer.cashMinor -= amount;
    const intent: Voucher = {
      ...{ id: newId('pi'), object: 'payment_intent', amount, amount_received: isPaid ? amount : 0 },
      ...{ currency: 'mxn', metadata: metadataOf(fields), created: seconds(), livemode },
      customer: customer.id,
      ...{ status: isPaid ? 'succeeded' : 'requires_action', next_action: null },
    };
    vouchers.unshift(intent);
    if (isPaid) tell('payment_intent.succeeded', intent);
    return ok(intent);
  }

  function answerCustomer(method: string, [id, part]: readonly string[]): Answer | undefined {
    const customer = customers.find((each) => each.id === id);
    if (!customer) return undefined;
    if (part === 'funding_instructions' && method === 'POST') return instructions(customer);
    if (part === 'cash_balance') {
      return ok({ object: 'cash_balance', available: { mxn: customer.cashMinor }, customer: customer.id });
    }
    if (part === 'cash_balance_transactions') {
      return ok({ object: 'list', url: '', has_more: false, data: customer.movements });
    }
    const { clabe: _clabe, cashMinor: _cash, movements: _movements, ...said } = customer;
    return part === undefined ? ok(said) : undefined;
  }

  function answerIntent(method: string, [id, act]: readonly string[]): Answer | undefined {
    const voucher = vouchers.find((each) => each.id === id);
    if (!voucher) return undefined;
    if (method === 'GET') {
      const charge = voucher.status === 'succeeded' ? { object: 'charge', created: seconds() } : null;
      return ok({ ...voucher, latest_charge: charge });
    }
    if (act !== 'cancel') return undefined;
    if (voucher.status === 'succeeded') return refuse('payment_intent_unexpected_state');
    Object.assign(voucher, { status: 'canceled', next_action: null });
    return ok(voucher);
  }

  return {
    vouchers,
    customers,
    answer(method, { pathname }, fields) {
      const [, , kind, ...rest] = pathname.split('/');
      const [type] = fields.getAll('allowed_payment_method_types[0]');
      if (method === 'POST' && pathname === '/v1/payment_intents') {
        if (type === 'oxxo') return createVoucher(fields);
        return type === 'customer_balance' ? takeCash(fields) : undefined;
      }
      if (method === 'POST' && pathname === '/v1/customers') return createCustomer(fields);
      if (kind === 'customers') return answerCustomer(method, rest);
      return kind === 'payment_intents' ? answerIntent(method, rest) : undefined;
    },
    payVoucher(id) {
      const voucher = vouchers.find((each) => each.id === id);
      if (voucher?.status !== 'requires_action') return;
      Object.assign(voucher, { status: 'succeeded', amount_received: voucher.amount, next_action: null });
      tell('payment_intent.succeeded', voucher);
    },
    transfer(clabe, amountMinor) {
      const customer = customers.find((each) => each.clabe === clabe);
      if (!customer) throw new Error('Nobody has this CLABE.');
      customer.cashMinor += amountMinor;
      const movement = {
        ...{ id: newId('ccsbtxn'), object: 'customer_cash_balance_transaction', type: 'funded' },
        ...{ customer: customer.id, currency: 'mxn', net_amount: amountMinor, created: seconds() },
        funded: { bank_transfer: { type: 'mx_bank_transfer', reference: null } },
      };
      customer.movements.unshift(movement);
      tell('customer_cash_balance_transaction.created', movement);
    },
    reverseTransfer(clabe, amountMinor) {
      const customer = customers.find((each) => each.clabe === clabe);
      if (!customer) throw new Error('Nobody has this CLABE.');
      customer.cashMinor -= amountMinor;
      const movement = {
        ...{ id: newId('ccsbtxn'), object: 'customer_cash_balance_transaction', type: 'funding_reversed' },
        ...{ customer: customer.id, currency: 'mxn', net_amount: -amountMinor, created: seconds() },
        ending_balance: customer.cashMinor,
      };
      customer.movements.unshift(movement);
      tell('customer_cash_balance_transaction.created', movement);
    },
  };
}

function metadataOf(fields: URLSearchParams): Record<string, string> {
  const entries = [...fields].map(([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1], value] as const);
  return Object.fromEntries(entries.filter(([name]) => name !== undefined)) as Record<string, string>;
}
