import { randomBytes } from 'node:crypto';

/** What the API answers. */
interface Answer {
  readonly status: number;
  readonly body: object;
}

/** What we gave it to keep; an empty list for none. */
type Notes = Record<string, string> | never[];

type Fields = Readonly<Record<string, unknown>>;

interface Paid {
  readonly payment_id: string;
  readonly plink_id: string;
  readonly amount: number;
  readonly method: 'card';
  readonly status: 'captured';
  readonly created_at: number;
}

/** A payment link as the API gives it. */
export interface PaymentLink {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly accept_partial: false;
  readonly reference_id: string;
  readonly callback_url: string;
  readonly callback_method: string;
  readonly expire_by: number;
  readonly notes: Notes;
  readonly short_url: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly cancelled_at: number;
  readonly expired_at: number;
  readonly upi_link: boolean;
  readonly description: string;
  readonly first_min_partial_amount: number;
  readonly customer: object;
  readonly notify: { readonly email: boolean; readonly sms: boolean };
  readonly reminder_enable: boolean;
  readonly reminders: { readonly status: string };
  readonly user_id: string;
  amount_paid: number;
  status: 'created' | 'paid' | 'cancelled' | 'expired';
  payments: readonly Paid[] | null;
}

/** A refund as the API gives it. */
export interface Refund {
  readonly id: string;
  readonly entity: 'refund';
  readonly amount: number;
  readonly currency: string;
  readonly payment_id: string;
  readonly notes: Notes;
  readonly receipt: string | null;
  readonly created_at: number;
  readonly acquirer_data: { readonly arn: string | null };
  readonly batch_id: null;
  readonly speed_processed: 'normal';
  readonly speed_requested: 'normal';
  status: 'processed' | 'pending' | 'failed';
}

/** A payment that is no card's. */
export interface OtherPayment {
  readonly id: string;
  readonly amount: number;
  readonly method: string;
  readonly created_at: number;
  readonly acquirer_data: { readonly rrn?: string; readonly upi_transaction_id?: string };
}

/** The part of the stand-in that takes cards on pages of payment links, and gives their money back. */
export interface RazorpayLinksStandIn {
  /** The newest first. */
  readonly links: readonly PaymentLink[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly { readonly id: string }[];
  /** What was paid by card, or tried, as the API gives it. */
  payments(): object[];
  /** What refunds come to at first. */
  refundStatus: Refund['status'];
  /** The answer to a request, if it is about these; undefined for any other. */
  answer(method: string, url: URL, fields: Fields, refundKey: string | undefined): Answer | undefined;
  /** What happens when a card is charged on a link's page, and its bank is asked and agrees; false for one that is over. */
  pay(id: string, kind?: 'debit' | 'credit'): boolean;
  /** What happens when a card is typed on a link's page: its bank is asked. @returns the payment's id; null for a link that is over. */
  askBank(id: string, kind: 'debit' | 'credit'): string | null;
  /** What happens when the bank has asked for its one-time password. @returns the link of the payment; undefined for none that waits. */
  endAtBank(paymentId: string, isConfirmed: boolean): PaymentLink | undefined;
  /** What happens when a link's time is over. */
  expire(id: string): void;
  /** What happens when the payer's bank takes a payment back for good, by the id of it or of its link; all of it unless said. */
  loseDispute(paid: { readonly id: string }, amountPaise?: number): void;
  /** Where the browser goes from a paid link's page, signed parameters and all. */
  wayBack(id: string): string;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const newId = (prefix: string) =>
  `${prefix}_${[...randomBytes(14)].map((byte) => letters[byte % letters.length]).join('')}`;
const seconds = () => Math.floor(Date.now() / 1000);

/**
 * As razorpay.com/docs describes payment links, refunds and disputes.
 * @param tell sends an event.
 * @param otherPayments what was paid with codes and into accounts.
 */
export function razorpayLinksStandIn(
  origin: () => string,
  tell: (name: string, entities: Readonly<Record<string, object>>) => void,
  otherPayments: () => readonly OtherPayment[],
): RazorpayLinksStandIn {
  const links: PaymentLink[] = [];
  const refunds: Refund[] = [];
  const disputes: { readonly id: string }[] = [];
  const cardKinds = new Map<string, 'debit' | 'credit'>();
  /** Payments whose bank is asked, and the link of each. */
  const atBank = new Map<string, PaymentLink>();
  const failed: object[] = [];
  const refundKeys = new Map<string, { readonly fingerprint: string; readonly answer: Answer }>();
  const ok = (body: object): Answer => ({ status: 200, body });
  const refuse = (description: string): Answer => ({
    status: 400,
    body: {
      error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', reason: 'NA', metadata: {} },
    },
  });
  const linkOf = (id: string) => links.find((link) => link.id === id);

  function create(fields: Fields): Answer {
    const { amount, currency, reference_id: reference, expire_by: expireBy, callback_url: callback } = fields;
    if (!Number.isSafeInteger(amount) || Number(amount) < 100) {
      return refuse('amount should be minimum INR 1');
    }
    if (links.some((link) => link.reference_id === reference)) {
      return refuse(`payment link creation with reference ID already attempted (${reference})`);
    }
    if (typeof reference !== 'string' || reference.length > 40) return refuse('reference_id: too long');
    if (Number(expireBy) < seconds() + 900) return refuse('timestamp must be atleast 15 minutes in future');
    if (fields.callback_method !== 'get') return refuse('callback_method is required');
    const id = newId('plink');
    const link: PaymentLink = {
      ...{ id, amount: Number(amount), currency: String(currency), accept_partial: false, amount_paid: 0 },
      ...{ reference_id: reference, callback_url: String(callback), callback_method: 'get' },
      ...{ expire_by: Number(expireBy), notes: (fields.notes as Notes) ?? [], created_at: seconds() },
      ...{ updated_at: seconds(), cancelled_at: 0, expired_at: 0, upi_link: false, description: '' },
      ...{ first_min_partial_amount: 0, customer: {}, notify: { email: false, sms: false } },
      ...{ reminder_enable: false, reminders: { status: 'failed' }, user_id: '' },
      ...{ short_url: `${origin()}/l/${id}`, status: 'created', payments: null },
    };
    links.unshift(link);
    return ok(link);
  }

  function cancel(link: PaymentLink): Answer {
    if (link.status === 'paid') return refuse('cannot cancel or expire an already paid/partially paid link');
    if (link.status !== 'created') return refuse('cannot cancel or expire an expired link');
    link.status = 'cancelled';
    tell('payment_link.cancelled', { payment_link: link });
    return ok(link);
  }

  function refund(paymentId: string, fields: Fields, key: string | undefined): Answer {
    const fingerprint = JSON.stringify(fields);
    const entry = key === undefined ? undefined : refundKeys.get(key);
    if (entry) {
      const other = 'Different request with the same idempotency key has already been processed.';
      return entry.fingerprint === fingerprint ? entry.answer : refuse(other);
    }
    if (key !== undefined && !/^[\w-]{10,}$/.test(key)) return refuse('The idempotency key is too short.');
    const paid = paymentOf(paymentId);
    if (!paid) return refuse('The id provided does not exist');
    const before = refunds.filter(({ payment_id: of }) => of === paymentId);
    const sum = before.reduce((total, each) => total + each.amount, 0);
    if (sum + Number(fields.amount) > paid.amount) {
      return refuse('The total refund amount is greater than the refund payment amount');
    }
    const made: Refund = {
      ...{ id: newId('rfnd'), entity: 'refund', amount: Number(fields.amount), currency: 'INR' },
      ...{ payment_id: paymentId, notes: (fields.notes as Notes) ?? [] },
      ...{ receipt: (fields.receipt as string | undefined) ?? null, acquirer_data: { arn: null } },
      ...{ batch_id: null, speed_processed: 'normal', speed_requested: 'normal' },
      ...{ created_at: seconds(), status: standIn.refundStatus },
    };
    refunds.unshift(made);
    tell('refund.created', { refund: made, payment: entityOf(paid) });
    if (made.status === 'processed') tell('refund.processed', { refund: made, payment: entityOf(paid) });
    const answer = ok(structuredClone(made));
    if (key !== undefined) refundKeys.set(key, { fingerprint, answer });
    return answer;
  }

  function paymentOf(id: string): OtherPayment | undefined {
    const byCard = links.flatMap(({ payments }) => payments ?? []).find((each) => each.payment_id === id);
    return byCard ? { ...byCard, id, acquirer_data: {} } : otherPayments().find((each) => each.id === id);
  }

  const entityOf = ({ id, amount, method, created_at: at, acquirer_data: acquirer }: OtherPayment) => ({
    ...{ id, entity: 'payment', amount, currency: 'INR', status: 'captured', captured: true, method },
    ...{ created_at: at, acquirer_data: acquirer },
  });

  const paymentEntity = (link: PaymentLink, paid: Paid) => ({
    ...{
      ...paid,
      id: paid.payment_id,
      entity: 'payment',
      currency: link.currency,
      captured: true,
      notes: [],
    },
  });

  const standIn: RazorpayLinksStandIn = {
    links,
    refunds,
    disputes,
    payments: () => [
      ...links.flatMap((link) => (link.payments ?? []).map((paid) => paymentEntity(link, paid))),
      ...failed,
    ],
    refundStatus: 'processed',
    answer(method, { pathname, searchParams }, fields, refundKey) {
      if (pathname === '/v1/payment_links') {
        if (method === 'POST') return create(fields);
        const [reference, payment] = [searchParams.get('reference_id'), searchParams.get('payment_id')];
        const rows = links.filter((link) =>
          payment === null
            ? link.reference_id === reference
            : link.payments?.some(({ payment_id: id }) => id === payment),
        );
        return ok({ payment_links: rows });
      }
      const [, linkId = '', linkAct] = /^\/v1\/payment_links\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
      const link = linkOf(linkId);
      if (linkId !== '') {
        if (!link) return refuse('The id provided does not exist');
        return method === 'POST' && linkAct === 'cancel' ? cancel(link) : ok(link);
      }
      const [, paymentId, act] = /^\/v1\/payments\/(pay_\w+)(?:\/(refunds?))?$/.exec(pathname) ?? [];
      if (paymentId === undefined) return undefined;
      const paid = paymentOf(paymentId);
      if (act === undefined) {
        const card = searchParams.get('expand[]') === 'card' && { card: { type: cardKinds.get(paymentId) } };
        return paid ? ok({ ...entityOf(paid), ...card }) : refuse('The id provided does not exist');
      }
      if (method === 'POST' && act === 'refund') return refund(paymentId, fields, refundKey);
      const items = refunds.filter(({ payment_id: of }) => of === paymentId);
      return ok({ entity: 'collection', count: items.length, items });
    },
    pay(id, kind = 'debit') {
      const paymentId = standIn.askBank(id, kind);
      return paymentId !== null && standIn.endAtBank(paymentId, true) !== undefined;
    },
    askBank(id, kind) {
      const link = linkOf(id);
      if (link?.status !== 'created') return null;
      const paymentId = newId('pay');
      atBank.set(paymentId, link);
      cardKinds.set(paymentId, kind);
      return paymentId;
    },
    endAtBank(paymentId, isConfirmed) {
      const link = atBank.get(paymentId);
      atBank.delete(paymentId);
      if (link?.status !== 'created') return undefined;
      const paid: Paid = {
        ...{ payment_id: paymentId, plink_id: link.id, amount: link.amount, method: 'card' },
        ...{ status: 'captured', created_at: seconds() },
      };
      if (!isConfirmed) {
        const error = {
          ...{ error_code: 'BAD_REQUEST_ERROR', error_description: 'Payment failed due to incorrect OTP' },
          ...{
            error_source: 'customer',
            error_step: 'payment_authentication',
            error_reason: 'incorrect_otp',
          },
        };
        const payment = { ...paymentEntity(link, paid), status: 'failed', captured: false, ...error };
        failed.unshift(payment);
        tell('payment.failed', { payment });
        return link;
      }
      Object.assign(link, { status: 'paid', amount_paid: link.amount, payments: [paid] });
      const payment = paymentEntity(link, paid);
      tell('payment_link.paid', { payment_link: link, payment, order: { entity: 'order', status: 'paid' } });
      return link;
    },
    expire(id) {
      const link = linkOf(id);
      if (link?.status !== 'created') return;
      link.status = 'expired';
      tell('payment_link.expired', { payment_link: link });
    },
    loseDispute({ id }, amountPaise) {
      const paid = paymentOf(linkOf(id)?.payments?.[0]?.payment_id ?? id);
      if (!paid) throw new Error('Nothing was paid.');
      const amount = amountPaise ?? paid.amount;
      const lost = {
        ...{ id: newId('disp'), entity: 'dispute', payment_id: paid.id, amount },
        ...{ currency: 'INR', amount_deducted: amount, reason_code: 'goods_or_services_not_provided' },
        ...{ status: 'lost', phase: 'chargeback', created_at: seconds() },
      };
      disputes.unshift(lost);
      tell('payment.dispute.lost', { payment: entityOf(paid), dispute: lost });
    },
    wayBack(id) {
      const link = linkOf(id);
      const [paid] = link?.payments ?? [];
      if (!link || !paid) throw new Error('Nothing was paid.');
      const back = new URL(link.callback_url);
      back.searchParams.set('razorpay_payment_id', paid.payment_id);
      back.searchParams.set('razorpay_payment_link_id', link.id);
      back.searchParams.set('razorpay_payment_link_reference_id', link.reference_id);
      back.searchParams.set('razorpay_payment_link_status', link.status);
      back.searchParams.set('razorpay_signature', randomBytes(32).toString('hex'));
      return back.href;
    },
  };
  return standIn;
}
