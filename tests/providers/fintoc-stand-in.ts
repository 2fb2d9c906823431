import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clabeOf } from './stand-in-clabe.ts';
import { startStandInServer } from './stand-in-server.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

/**
 * A stand-in for Fintoc's API of account numbers and inbound transfers in Mexico, as docs.fintoc.com describes them (account number object,
 * transfer object, returns, idempotent requests, webhook signatures); it shares nothing with the adapter.
 */
export interface FintocStandIn extends WebhookSender<FintocSigning> {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  readonly accountId: string;
  /** What the next requests to the API meet, one each; then all is well again. */
  readonly faults: FintocFault[];
  /** How many a list gives at most, whatever is asked for. */
  pageSize: number;
  /** Fintoc's list of transfers is what was settled: it never is empty. */
  listsSettledAlone: boolean;
  /** The newest first. */
  readonly numbers: readonly FintocNumber[];
  readonly transfers: readonly FintocTransferSample[];
  /** What happens when somebody transfers to a CLABE; false for one that takes none. */
  transfer(clabe: string, centavos: number): boolean;
  /** What happens when the lender returns a transfer in the dashboard. */
  returnTransfer(id: string): void;
  /** What happens when Fintoc deletes an account number. */
  deleteNumber(clabe: string): void;
  /** An event about something as it stands. */
  eventOf(type: string, data: object): object;
  close(): Promise<void>;
}

/** `drop-before` loses the request, `drop-after` the answer. */
export type FintocFault = '429' | '500' | 'drop-before' | 'drop-after';

/** Another secret or time than is right. */
export interface FintocSigning {
  readonly secret?: string;
  readonly at?: Date;
}

/** An account number as the API gives it. */
export interface FintocNumber {
  readonly id: string;
  readonly object: 'account_number';
  readonly account_id: string;
  readonly created_at: string;
  readonly description: string | null;
  readonly is_root: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly mode: 'test';
  readonly number: string;
  readonly options: { readonly min_amount: number | null; readonly max_amount: number | null };
  readonly updated_at: string;
  deleted_at: string | null;
  last_transfer_at: string | null;
  status: 'enabled' | 'disabled' | 'deleted';
}

/** A transfer as the API gives it. */
export interface FintocTransferSample {
  readonly id: string;
  readonly object: 'transfer';
  readonly amount: number;
  readonly currency: 'MXN';
  readonly direction: 'inbound';
  readonly comment: string | null;
  readonly account_number: object;
  readonly counterparty: object;
  readonly metadata: object;
  readonly mode: 'test';
  readonly post_date: string;
  readonly transaction_date: string;
  readonly reference_id: string;
  readonly receipt_url: null;
  readonly tracking_key: string;
  status: 'succeeded' | 'return_pending' | 'returned';
  return_reason: string | null;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly link?: string | undefined;
}

const digits = (count: number) => [...randomBytes(count)].map((byte) => byte % 10).join('');
const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;

export async function startFintocStandIn(settings: {
  readonly port?: number;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where events are sent. */
  readonly webhookUrl: () => string;
}): Promise<FintocStandIn> {
  const accountId = 'acc_StandInOfLlano';
  const numbers: FintocNumber[] = [];
  const transfers: FintocTransferSample[] = [];
  const keys = new Map<string, { readonly fingerprint: string; readonly answer: Answer }>();

  const sender = createWebhookSender<FintocSigning>({ webhookUrl: settings.webhookUrl, sign });
  const standIn: FintocStandIn = Object.assign(sender, {
    ...{ origin: '', accountId, faults: [], pageSize: 100, listsSettledAlone: false, numbers, transfers },
    transfer(clabe, centavos) {
      const number = numbers.find((each) => each.number === clabe);
      if (number?.status !== 'enabled') return false;
      const at = new Date().toISOString();
      number.last_transfer_at = at;
      const { id, object, account_id, created_at, description, metadata, mode } = number;
      const moved: FintocTransferSample = {
        ...{ id: newId('tr'), object: 'transfer', amount: centavos, currency: 'MXN', direction: 'inbound' },
        account_number: { id, object, account_id, created_at, description, metadata, mode, number: clabe },
        ...{ comment: 'pago', status: 'succeeded', mode: 'test', post_date: at, transaction_date: at },
        counterparty: {
          ...{ account_number: '012180000000000008', account_type: 'clabe', email: null },
          ...{ holder_id: 'AAA010101AAA', holder_name: 'Jane Doe' },
          institution: { id: 'mx_banco_bbva', country: 'mx', name: 'BBVA Mexico' },
        },
        ...{ metadata: {}, reference_id: digits(7), receipt_url: null, return_reason: null },
        tracking_key: `STANDIN${digits(14)}`,
      };
      transfers.unshift(moved);
      tell('transfer.inbound.succeeded', moved);
      return true;
    },
    returnTransfer(id) {
      const moved = movedBy(id);
      Object.assign(moved, { status: 'returned', return_reason: 'requested_by_client' });
      tell('transfer.inbound.returned', moved);
    },
    deleteNumber(clabe) {
      const number = numbers.find((each) => each.number === clabe);
      if (!number) throw new Error('There is no such CLABE.');
      Object.assign(number, { status: 'deleted', deleted_at: new Date().toISOString() });
      tell('account_number.deleted', number);
    },
    eventOf,
    async close() {
      await standIn.settled();
      await server.close();
    },
  } satisfies Omit<FintocStandIn, keyof typeof sender>);

  function movedBy(id: string): FintocTransferSample {
    const moved = transfers.find((each) => each.id === id);
    if (!moved) throw new Error('There is no such transfer.');
    return moved;
  }

  function eventOf(type: string, data: object): object {
    const created = { created_at: new Date().toISOString(), mode: 'test', object: 'event' };
    return { id: newId('evt'), ...created, type, data: structuredClone(data) };
  }

  function tell(type: string, data: object): void {
    standIn.deliver(eventOf(type, data));
  }

  function sign(event: object, { secret = settings.webhookSecret, at = new Date() }: FintocSigning = {}) {
    const body = JSON.stringify(event);
    const seconds = Math.floor(at.getTime() / 1000);
    const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    const headers = new Headers({
      'Content-Type': 'application/json',
      'Fintoc-Signature': `t=${seconds},v1=${signature}`,
    });
    return { headers, body };
  }

  const refuse = (status: number, code: string): Answer => ({
    status,
    body: { error: { type: 'invalid_request_error', code, message: code, param: null, doc_url: '' } },
  });

  function create(fields: Readonly<Record<string, unknown>>): Answer {
    if (fields.account_id !== accountId) return refuse(404, 'missing_resource');
    if (String(fields.description ?? '').length > 40) return refuse(400, 'invalid_description');
    const at = new Date().toISOString();
    const number: FintocNumber = {
      ...{ id: newId('acno'), object: 'account_number', account_id: accountId, created_at: at },
      ...{ updated_at: at, deleted_at: null, last_transfer_at: null, is_root: false, mode: 'test' },
      ...{ description: (fields.description as string | undefined) ?? null, status: 'enabled' },
      metadata: (fields.metadata as Record<string, string> | undefined) ?? {},
      number: clabeOf(`73896900${digits(9)}`),
      options: { min_amount: null, max_amount: null },
    };
    numbers.unshift(number);
    return { status: 201, body: number };
  }

  function page(rows: readonly object[], url: URL): Answer {
    const at = Number(url.searchParams.get('page') ?? 1);
    const size = Math.min(Number(url.searchParams.get('per_page') ?? 30), standIn.pageSize);
    const next = new URL(`${standIn.origin}${url.pathname}${url.search}`);
    next.searchParams.set('page', String(at + 1));
    const hasMore = at * size < rows.length;
    return {
      status: 200,
      body: rows.slice((at - 1) * size, at * size),
      link: hasMore ? `<${next.href}>; rel="next"` : undefined,
    };
  }

  function workOf(method: string, url: URL, fields: Readonly<Record<string, unknown>>): Answer {
    const [, , kind, id] = url.pathname.split('/');
    if (kind === 'transfers' && method === 'GET') {
      const of = url.searchParams.get('account_number_id');
      const ofNumber = ({ account_number: number }: FintocTransferSample) =>
        of === null || ('id' in number && number.id === of);
      return page(transfers.filter(ofNumber), url);
    }
    if (kind !== 'account_numbers') return refuse(404, 'missing_resource');
    if (id === undefined) return method === 'POST' ? create(fields) : page(numbers, url);
    const number = numbers.find((each) => each.id === id);
    if (!number) return refuse(404, 'missing_resource');
    if (method === 'PATCH') Object.assign(number, { status: fields.status ?? number.status });
    return { status: 200, body: number };
  }

  /** The same key gives the first answer again, an error too; with other fields it is refused. */
  function answerOnce(key: string | undefined, fingerprint: string, work: () => Answer): Answer {
    const entry = key === undefined ? undefined : keys.get(key);
    if (entry) return entry.fingerprint === fingerprint ? entry.answer : refuse(400, 'idempotency_error');
    const answer = work();
    if (key !== undefined) keys.set(key, { fingerprint, answer });
    return answer;
  }

  function answer(request: IncomingMessage, response: ServerResponse, url: URL, body: string): unknown {
    const fault = standIn.faults.shift();
    if (fault === 'drop-before') return request.socket.destroy();
    const key = request.headers['idempotency-key'] as string | undefined;
    const method = request.method ?? '';
    const work = () => {
      if (request.headers.authorization !== settings.secretKey) return refuse(401, 'invalid_api_key');
      if (fault === '429') return refuse(429, 'rate_limit_exceeded');
      if (fault === '500') return refuse(500, 'internal_server_error');
      return workOf(method, url, body === '' ? {} : JSON.parse(body));
    };
    const said = structuredClone(answerOnce(key, `${method} ${url.pathname} ${body}`, work));
    if (fault === 'drop-after') return request.socket.destroy();
    const headers = { 'Content-Type': 'application/json', ...(said.link && { Link: said.link }) };
    return response.writeHead(said.status, headers).end(JSON.stringify(said.body));
  }

  const server = await startStandInServer(answer, settings.port);
  return Object.assign(standIn, { origin: server.origin });
}
