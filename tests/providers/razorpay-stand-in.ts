import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type OtherPayment,
  type RazorpayLinksStandIn,
  razorpayLinksStandIn,
} from './razorpay-links-stand-in.ts';
import { choiceButton, goTo, showPage } from './stand-in-page.ts';
import { startStandInServer } from './stand-in-server.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

/**
 * A stand-in for Razorpay's API of QR codes, virtual accounts and payment links, as razorpay.com/docs describes them; it shares nothing with
 * the adapter. The picture of a code is a page whose button pays it, as a UPI app would.
 */
export interface RazorpayStandIn extends WebhookSender<Signing> {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** What the next requests to the API meet, one each; then all is well again. */
  readonly faults: Fault[];
  /** Waits before each answer of the API, ms. */
  latencyMs: number;
  /** Whether the account is given the content of QR codes, which Razorpay allows on request. */
  givesContent: boolean;
  /** The newest first. */
  readonly codes: readonly Code[];
  readonly accounts: readonly Account[];
  /** Cards, on pages of payment links. */
  readonly cards: RazorpayLinksStandIn;
  /** Has its lists of payments, refunds and disputes be empty, so that its settlements alone say what happened. */
  listsSettledAlone: boolean;
  /** Called when the API has done its work and before it answers. */
  beforeAnswer: ((path: string) => void | Promise<void>) | null;
  /** What was paid with a code or into an account, the newest first. */
  paymentsOf(id: string): readonly OtherPayment[];
  /** The newest first. */
  readonly transfers: readonly BankTransfer[];
  /** What happens when nothing was paid into an account for 90 days. */
  closeIdle(accountNumber: string): void;
  /** What happens when a code is scanned and paid; false for one that is closed, whose money goes back at once. */
  payCode(id: string, amountPaise?: number): boolean;
  /** What happens when somebody transfers to an account; false for one that is closed. */
  transfer(accountNumber: string, amountPaise: number, currency?: string): boolean;
  close(): Promise<void>;
}

/** `drop-before` loses the request, `drop-after` the answer. */
export type Fault = '429' | '500' | 'drop-before' | 'drop-after';

/** Another secret or event id than is right. */
interface Signing {
  readonly secret?: string;
  readonly eventId?: string;
}

/** A QR code as the API gives it. */
export interface Code {
  readonly id: string;
  readonly entity: 'qr_code';
  readonly created_at: number;
  readonly name: string;
  readonly usage: string;
  readonly type: 'upi_qr';
  readonly image_url: string;
  readonly image_content?: string;
  readonly payment_amount: number | null;
  readonly description: string | null;
  readonly fixed_amount: boolean;
  readonly notes: Notes;
  readonly customer_id: null;
  readonly close_by: number | null;
  status: 'active' | 'closed';
  payments_amount_received: number;
  payments_count_received: number;
  closed_at: number | null;
  close_reason: 'on_demand' | 'paid' | null;
}

/** A virtual account as the API gives it. */
export interface Account {
  readonly id: string;
  readonly entity: 'virtual_account';
  readonly name: string;
  readonly description: string | null;
  readonly amount_expected: null;
  readonly notes: Notes;
  readonly customer_id: null;
  readonly receivers: readonly {
    readonly id: string;
    readonly entity: 'bank_account';
    readonly ifsc: string;
    readonly bank_name: string;
    readonly name: string;
    readonly notes: never[];
    readonly account_number: string;
  }[];
  readonly allowed_payers: never[];
  readonly close_by: number | null;
  readonly created_at: number;
  status: 'active' | 'closed';
  amount_paid: number;
  closed_at: number | null;
}

interface Settings {
  readonly port?: number;
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  /** Where events are sent. */
  readonly webhookUrl: () => string;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** A bank transfer into a virtual account, as the API gives it. */
export interface BankTransfer {
  readonly id: string;
  readonly entity: 'bank_transfer';
  readonly payment_id: string;
  readonly mode: 'NEFT' | 'IMPS' | 'RTGS' | 'UPI';
  /** The UTR of NEFT and RTGS, the RRN of IMPS and UPI. */
  readonly bank_reference: string;
  readonly amount: number;
  readonly payer_bank_account: {
    readonly id: string;
    readonly entity: string;
    readonly ifsc: string;
    readonly bank_name: string;
    readonly name: string;
    readonly notes: never[];
    readonly account_number: string;
  };
  readonly virtual_account_id: string;
}

/** What was settled, as the API gives it. */
export interface SettledEntry {
  readonly entity_id: string;
  readonly type: string;
  readonly debit: number;
  readonly credit: number;
  readonly amount: number;
  readonly currency: string;
  readonly fee: number;
  readonly tax: number;
  readonly on_hold: boolean;
  readonly settled: boolean;
  readonly created_at: number;
  readonly settled_at: number;
  readonly settlement_id: string;
  readonly posted_at: null;
  readonly credit_type: string;
  readonly description: null;
  readonly notes: null;
  readonly payment_id: string | null;
  readonly settlement_utr: string;
  readonly order_id: null;
  readonly order_receipt: null;
  readonly method: string | null;
  readonly card_network: null;
  readonly card_issuer: null;
  readonly card_type: null;
  readonly dispute_id: string | null;
}

/** A message as sent; the package has none, razorpay.com/docs (webhooks, payloads) has samples of each. */
export interface RazorpayMessage {
  readonly entity: 'event';
  readonly account_id: string;
  readonly event: string;
  readonly contains: readonly string[];
  readonly payload: Readonly<Record<string, { readonly entity: object }>>;
  readonly created_at: number;
}

/** What of the account is settled. */
interface Settled {
  readonly id: string;
  readonly entity: 'payment' | 'refund' | 'dispute';
  readonly amount: number;
  readonly currency: string;
  readonly created_at: number;
  readonly method?: string;
  readonly payment_id?: string;
}

/** How far India's clock is ahead. */
const indianOffsetMs = 5.5 * 3_600_000;

/** What we gave it to keep; an empty list for none. */
type Notes = Record<string, string> | never[];

type Fields = Readonly<Record<string, unknown>>;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const unlike = (count: number) =>
  [...randomBytes(count)].map((byte) => letters[byte % letters.length]).join('');
const newId = (prefix: string) => `${prefix}_${unlike(14)}`;
const seconds = () => Math.floor(Date.now() / 1000);
const merchant = 'Llano';
const digits = (count: number) => [...randomBytes(count)].map((byte) => (byte % 9) + 1).join('');

export async function startRazorpayStandIn(settings: Settings): Promise<RazorpayStandIn> {
  const codes: Code[] = [];
  const accounts: Account[] = [];
  const payments = new Map<string, OtherPayment[]>();
  const transfers: BankTransfer[] = [];

  const sender = createWebhookSender<Signing>({ webhookUrl: settings.webhookUrl, sign });
  const standIn: RazorpayStandIn = Object.assign(sender, {
    origin: '',
    faults: [],
    latencyMs: 0,
    givesContent: true,
    codes,
    accounts,
    cards: razorpayLinksStandIn(
      () => standIn.origin,
      tell,
      () => [...payments.values()].flat(),
    ),
    listsSettledAlone: false,
    beforeAnswer: null,
    paymentsOf: (id) => payments.get(id) ?? [],
    transfers,
    payCode,
    transfer,
    closeIdle(accountNumber) {
      const account = accounts.find(({ receivers }) => receivers[0]?.account_number === accountNumber);
      if (account?.status !== 'active') throw new Error('There is no such account that is open.');
      Object.assign(account, { status: 'closed', closed_at: seconds() });
      tell('virtual_account.closed', { virtual_account: account });
    },
    async close() {
      await standIn.settled();
      await server.close();
    },
  } satisfies Omit<RazorpayStandIn, keyof typeof sender>);

  function sign(event: object, { secret = settings.webhookSecret, eventId = unlike(14) }: Signing = {}) {
    const body = JSON.stringify(event);
    const headers = new Headers({
      'Content-Type': 'application/json',
      'X-Razorpay-Signature': createHmac('sha256', secret).update(body).digest('hex'),
      'x-razorpay-event-id': eventId,
    });
    return { headers, body };
  }

  function tell(name: string, entities: Readonly<Record<string, object>>): void {
    const eventId = unlike(14);
    const event: RazorpayMessage = {
      ...{ entity: 'event', account_id: 'acc_StandInOfLlano', event: name, contains: Object.keys(entities) },
      payload: Object.fromEntries(
        Object.entries(entities).map(([kind, entity]) => [kind, { entity: structuredClone(entity) }]),
      ),
      created_at: seconds(),
    };
    standIn.deliver(event, { eventId });
  }

  const refuse = (status: number, description: string): Answer => ({
    status,
    body: {
      error: {
        ...{ code: status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR', description },
        ...{ source: 'NA', step: 'NA', reason: 'NA', metadata: {} },
      },
    },
  });
  const missing = () => refuse(400, 'The id provided does not exist');

  function createCode(fields: Fields): Answer {
    const { usage, fixed_amount: isFixed, payment_amount: amount, close_by: closeBy } = fields;
    if (fields.type !== 'upi_qr') return refuse(400, 'The selected type is invalid.');
    if (usage !== 'single_use' && usage !== 'multiple_use')
      return refuse(400, 'The usage field is required.');
    if (isFixed === true && !(Number.isSafeInteger(amount) && Number(amount) >= 100)) {
      return refuse(400, 'The payment amount must be at least INR 1.00');
    }
    if (closeBy !== undefined && Number(closeBy) < seconds() + 900) {
      return refuse(400, 'close_by should be at least 15 minutes after current time');
    }
    const id = newId('qr');
    const paise = isFixed === true ? Number(amount) : null;
    const link = [
      ...['pa=llano.standin@examplebank', `pn=${encodeURIComponent(merchant)}`],
      ...[`tr=RZP${unlike(14)}qrv2`, 'tn=PaymenttoLlano'],
      ...(paise === null ? [] : [`am=${(paise / 100).toFixed(2)}`]),
      ...['cu=INR', 'mc=6012'],
    ].join('&');
    const code: Code = {
      ...{ id, entity: 'qr_code', created_at: seconds(), name: String(fields.name ?? ''), usage },
      ...{ type: 'upi_qr', image_url: `${standIn.origin}/i/${id}` },
      ...(standIn.givesContent && { image_content: `upi://pay?${link}` }),
      ...{ payment_amount: paise, description: (fields.description as string) ?? null },
      ...{ fixed_amount: isFixed === true, notes: (fields.notes as Notes) ?? [], customer_id: null },
      ...{ close_by: closeBy === undefined ? null : Number(closeBy), status: 'active' },
      ...{ payments_amount_received: 0, payments_count_received: 0, closed_at: null, close_reason: null },
    };
    codes.unshift(code);
    tell('qr_code.created', { qr_code: code });
    return { status: 200, body: code };
  }

  function createAccount(fields: Fields): Answer {
    const types = (fields.receivers as { types?: unknown } | undefined)?.types;
    if (!Array.isArray(types) || !types.includes('bank_account')) {
      return refuse(400, 'The receivers field is required.');
    }
    const number = `22233300${[...randomBytes(8)].map((byte) => byte % 10).join('')}`;
    const receiver: Account['receivers'][number] = {
      ...{ id: newId('ba'), entity: 'bank_account', ifsc: 'RATN0VAAPIS', bank_name: 'RBL Bank' },
      ...{ name: merchant, notes: [], account_number: number },
    };
    const account: Account = {
      ...{ id: newId('va'), entity: 'virtual_account', name: merchant, status: 'active' },
      ...{ description: (fields.description as string) ?? null, amount_expected: null },
      ...{ notes: (fields.notes as Notes) ?? [], amount_paid: 0, customer_id: null, allowed_payers: [] },
      ...{ receivers: [receiver], close_by: null, closed_at: null, created_at: seconds() },
    };
    accounts.unshift(account);
    tell('virtual_account.created', { virtual_account: account });
    return { status: 200, body: account };
  }

  function closeCode(code: Code, reason: 'on_demand' | 'paid'): void {
    Object.assign(code, { status: 'closed', closed_at: seconds(), close_reason: reason });
    if (reason === 'on_demand') tell('qr_code.closed', { qr_code: code });
  }

  const paymentOf = (method: 'upi' | 'bank_transfer', amount: number, currency: string, facts: object) => ({
    acquirer_data: method === 'upi' ? { rrn: digits(12), upi_transaction_id: unlike(32).toUpperCase() } : {},
    ...{ id: newId('pay'), entity: 'payment', amount, currency, status: 'captured', order_id: null },
    ...{ invoice_id: null, international: false, method, amount_refunded: 0, refund_status: null },
    ...{ captured: true, description: method === 'upi' ? 'QRv2 Payment' : 'NA', notes: facts },
    ...{ vpa: method === 'upi' ? 'somebody@examplebank' : null, fee: 0, tax: 0, created_at: seconds() },
  });

  function keep(of: string, payment: OtherPayment): void {
    payments.set(of, [payment, ...(payments.get(of) ?? [])]);
  }

  function payCode(id: string, amountPaise?: number): boolean {
    const code = codes.find((each) => each.id === id);
    if (code?.status !== 'active') return false;
    const amount = amountPaise ?? code.payment_amount ?? 100;
    const payment = paymentOf('upi', amount, 'INR', code.notes);
    keep(id, payment);
    code.payments_amount_received += amount;
    code.payments_count_received += 1;
    if (code.usage === 'single_use') closeCode(code, 'paid');
    tell('qr_code.credited', { payment, qr_code: code });
    return true;
  }

  function transfer(accountNumber: string, amountPaise: number, currency = 'INR'): boolean {
    const account = accounts.find(({ receivers }) => receivers[0]?.account_number === accountNumber);
    if (account?.status !== 'active') return false;
    const payment = paymentOf('bank_transfer', amountPaise, currency, []);
    keep(account.id, payment);
    account.amount_paid += amountPaise;
    const moved: BankTransfer = {
      ...{ id: newId('bt'), entity: 'bank_transfer', payment_id: payment.id, mode: 'NEFT' },
      ...{ bank_reference: `HDFCN${digits(11)}`, amount: amountPaise, virtual_account_id: account.id },
      payer_bank_account: {
        ...{ id: newId('ba'), entity: 'bank_account', ifsc: 'HDFC0000053', bank_name: 'HDFC Bank' },
        ...{ name: 'Somebody', notes: [], account_number: digits(14) },
      },
    };
    transfers.unshift(moved);
    tell('virtual_account.credited', { payment, virtual_account: account, bank_transfer: moved });
    return true;
  }

  /** A page of a list, the newest first: 10 unless more is asked for, 100 at most. */
  function page(items: readonly object[], query: URLSearchParams): Answer {
    const count = Math.min(Number(query.get('count') ?? 10), 100);
    const skip = Number(query.get('skip') ?? 0);
    const from = Number(query.get('from') ?? 0);
    const since = items.filter((item) => 'created_at' in item && Number(item.created_at) >= from);
    const pageAnswer = since.slice(skip, skip + count);
    return { status: 200, body: { entity: 'collection', count: pageAnswer.length, items: pageAnswer } };
  }

  const allPayments = () => [...[...payments.values()].flat(), ...standIn.cards.payments()];

  /** What arrived at the bank on a day, all of it on the day it was made: as razorpay.com/docs gives each. */
  function settledOn(query: URLSearchParams): SettledEntry[] {
    const [year, month, day] = ['year', 'month', 'day'].map((part) => Number(query.get(part)));
    const made = [
      ...allPayments(),
      ...standIn.cards.refunds,
      ...standIn.cards.disputes,
    ] as readonly Settled[];
    return made
      .filter(({ created_at: at }) => {
        const date = new Date(at * 1000 + indianOffsetMs);
        return (
          date.getUTCFullYear() === year && date.getUTCMonth() + 1 === month && date.getUTCDate() === day
        );
      })
      .map(({ id, entity, amount, currency, created_at: at, method = null, payment_id: of = null }) => {
        const type = entity === 'dispute' ? 'adjustment' : entity;
        const isIn = type === 'payment';
        return {
          ...{ entity_id: entity === 'dispute' ? `adj_${id}` : id, type, debit: isIn ? 0 : amount },
          ...{ credit: isIn ? amount : 0, amount, currency, fee: 0, tax: 0, on_hold: false, settled: true },
          ...{ created_at: at, settled_at: at, settlement_id: 'setl_StandInOfLlano', posted_at: null },
          ...{ credit_type: 'default', description: null, notes: null, payment_id: of, method },
          ...{ settlement_utr: '1568176960vxp0rj', order_id: null, order_receipt: null, card_network: null },
          ...{ card_issuer: null, card_type: null, dispute_id: entity === 'dispute' ? id : null },
        };
      });
  }

  /** What a payment was paid with. */
  const paidWith = (paymentId: string | null) =>
    [...payments].find(([, those]) => those.some(({ id }) => id === paymentId))?.[0];

  function workOf(method: string, { pathname, searchParams }: URL, fields: Fields): Answer {
    const [, list] = /^\/v1\/(payments|refunds|disputes)$/.exec(pathname) ?? [];
    if (method === 'GET' && list !== undefined) {
      const lists = {
        payments: allPayments(),
        refunds: standIn.cards.refunds,
        disputes: standIn.cards.disputes,
      };
      return page(standIn.listsSettledAlone ? [] : lists[list as keyof typeof lists], searchParams);
    }
    if (method === 'GET' && pathname === '/v1/settlements/recon/combined') {
      return page(settledOn(searchParams), searchParams);
    }
    const [, kept, keptId] = /^\/v1\/(refunds|disputes)\/(\w+)$/.exec(pathname) ?? [];
    if (method === 'GET' && kept !== undefined) {
      const rows: readonly { readonly id: string }[] = standIn.cards[kept as 'refunds' | 'disputes'];
      const body = rows.find(({ id }) => id === keptId);
      return body ? { status: 200, body } : missing();
    }
    const [, transferred] = /^\/v1\/payments\/(pay_\w+)\/bank_transfer$/.exec(pathname) ?? [];
    if (transferred !== undefined) {
      const account = accounts.find(({ id }) => id === paidWith(transferred));
      if (!account) return missing();
      const transfer = transfers.find(({ payment_id: of }) => of === transferred);
      return { status: 200, body: { ...transfer, virtual_account: account } };
    }

    const [, path = '', id, act] =
      /^\/v1(\/payments\/qr_codes|\/virtual_accounts)(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathname) ?? [];
    const isCode = path === '/payments/qr_codes';
    if (path === '') return refuse(400, 'The requested URL was not found on the server.');
    if (id === undefined) {
      if (method === 'POST') return isCode ? createCode(fields) : createAccount(fields);
      const paymentId = searchParams.get('payment_id');
      const those: readonly { readonly id: string }[] = isCode ? codes : accounts;
      const matches = paymentId === null ? those : those.filter((each) => each.id === paidWith(paymentId));
      return page(matches, searchParams);
    }
    const code = codes.find((each) => each.id === id);
    const account = accounts.find((each) => each.id === id);
    const entity = isCode ? code : account;
    if (!entity) return missing();
    if (method === 'GET' && act === 'payments') return page(payments.get(id) ?? [], searchParams);
    if (method === 'GET' && act === undefined) return { status: 200, body: entity };
    if (method !== 'POST' || act !== 'close') {
      return refuse(400, 'The requested URL was not found on the server.');
    }
    if (entity.status === 'closed') return refuse(400, 'It is closed already');
    if (code) closeCode(code, 'on_demand');
    if (account) {
      Object.assign(account, { status: 'closed', closed_at: seconds() });
      tell('virtual_account.closed', { virtual_account: account });
    }
    return { status: 200, body: entity };
  }

  const credentials = `Basic ${Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')}`;

  async function answerApi(request: IncomingMessage, response: ServerResponse, url: URL, body: string) {
    await pause(standIn.latencyMs);
    const fault = standIn.faults.shift();
    if (fault === 'drop-before') return request.socket.destroy();
    if (request.headers.authorization !== credentials) {
      return json(response, refuse(401, 'Authentication failed'));
    }
    if (fault === '429') return json(response, refuse(429, 'Request failed. Please try after sometime.'));
    if (fault === '500')
      return json(response, refuse(500, 'The server encountered an unexpected condition.'));
    const method = request.method ?? '';
    const fields: Fields = body === '' ? {} : JSON.parse(body);
    const refundKey = request.headers['x-refund-idempotency'] as string | undefined;
    const ofCards = standIn.cards.answer(method, url, fields, refundKey);
    const answer = structuredClone(ofCards ?? workOf(method, url, fields));
    await standIn.beforeAnswer?.(url.pathname);
    if (fault === 'drop-after') return request.socket.destroy();
    json(response, answer);
  }

  /**
   * The pages that stand for a code's picture, with what a UPI app does with it, for a payment link, and for the page of a card's bank,
   * which asks for a one-time password: who fails there is back at the link's page and may try again.
   */
  function answerPage(
    request: IncomingMessage,
    response: ServerResponse,
    { pathname }: URL,
    body: string,
  ): unknown {
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    const choice = request.method === 'POST' ? new URLSearchParams(body).get('choice') : null;
    const link = standIn.cards.links.find(({ id }) => pathname === `/l/${id}`);
    if (link) {
      const paymentId = choice && standIn.cards.askBank(link.id, choice === 'credit' ? 'credit' : 'debit');
      if (paymentId) return goTo(response, `/bank/${paymentId}`);
      if (link.status === 'paid') return goTo(response, standIn.cards.wayBack(link.id));
      const isOpen = link.status === 'created';
      const title = isOpen ? 'Stand-in card page' : `Link: ${link.status}`;
      return showPage(response, 200, title, isOpen ? cardButton : '');
    }
    const [, atBank] = /^\/bank\/(pay_\w+)$/.exec(pathname) ?? [];
    if (atBank !== undefined) {
      if (choice === null) return showPage(response, 200, 'Stand-in bank: one-time password', bankButtons);
      const ended = standIn.cards.endAtBank(atBank, choice === 'confirm');
      if (!ended) return showPage(response, 404, 'No such payment', '');
      return goTo(response, ended.status === 'paid' ? standIn.cards.wayBack(ended.id) : ended.short_url);
    }
    const code = codes.find(({ id }) => pathname === `/i/${id}`);
    if (!code) return showPage(response, 404, 'No such code', '');
    if (choice !== null) payCode(code.id);
    const isOpen = code.status === 'active';
    showPage(response, 200, isOpen ? 'Stand-in UPI app' : 'UPI code: closed', isOpen ? payButton : '');
  }

  const server = await startStandInServer((request, response, url, body) => {
    if (url.pathname.startsWith('/v1/')) return answerApi(request, response, url, body);
    return answerPage(request, response, url, body);
  }, settings.port);
  return Object.assign(standIn, { origin: server.origin });
}

const cardButton =
  choiceButton('pay', 'Pay with a debit card') + choiceButton('credit', 'Pay with a credit card');
const bankButtons =
  choiceButton('confirm', 'Type the password') + choiceButton('refuse', 'Type a wrong password');
const payButton = choiceButton('pay', 'Pay with this UPI app');

function json(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
