import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startStandInServer } from './stand-in-server.ts';

/**
 * A stand-in for Twilio's Messages API and its status callbacks, as twilio.com/docs describes them; it shares nothing with
 * the adapter.
 */
export interface TwilioStandIn {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** What the next requests meet, one each; then all is well again. */
  readonly faults: TwilioFault[];
  /** Waits before each answer, ms. */
  latencyMs: number;
  /** What was taken, the newest first, in Twilio's names. */
  readonly messages: readonly TwilioMessage[];
  /** Sends the status callback of a message, signed as Twilio does unless told otherwise, and gives what it was answered. */
  report(
    message: TwilioMessage,
    status: string,
    options?: {
      errorCode?: string;
      authToken?: string;
      accountSid?: string;
      calledAs?: string;
      search?: string;
    },
  ): Promise<number>;
  close(): Promise<void>;
}

/** `drop-before` loses the request, `drop-after` the answer; `no-id` answers what is no message; `failed` takes nothing. */
export type TwilioFault =
  | '429'
  | '500'
  | '503'
  | '401'
  | '21211'
  | 'drop-before'
  | 'drop-after'
  | 'hang'
  | 'no-id'
  | 'failed';

export interface TwilioMessage {
  readonly sid: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A message as the API gives it. */
export interface TwilioAnswer {
  readonly sid: string;
  readonly status: 'accepted' | 'queued' | 'failed';
  readonly account_sid: string;
  readonly api_version: string;
  readonly uri: string;
  readonly error_code: number | null;
  readonly error_message: null;
  readonly body: string;
  readonly to: string;
  readonly from: string | null;
  readonly direction: 'outbound-api';
  readonly messaging_service_sid: string | null;
  readonly num_segments: string;
  readonly num_media: string;
  readonly date_created: string;
  readonly date_updated: string;
  readonly date_sent: null;
  readonly price: null;
  readonly price_unit: string;
  readonly subresource_uris: Record<string, string>;
}

interface Options {
  readonly accountSid: string;
  readonly authToken: string;
  /** Hands a callback to the service under test: the address named by the message, and the request. */
  readonly deliver: (address: string, request: RequestInit) => Promise<Response>;
}

/** Starts it on a free port; close it in `afterAll`. */
export async function startTwilioStandIn({
  accountSid,
  authToken,
  deliver,
}: Options): Promise<TwilioStandIn> {
  const messages: TwilioMessage[] = [];
  const server = await startStandInServer(answer);

  const standIn: TwilioStandIn = {
    origin: server.origin,
    faults: [],
    latencyMs: 0,
    messages,
    async report({ sid, fields }, status, options = {}) {
      const address = fields.StatusCallback;
      if (!address) throw new Error('The message asked for no callback.');
      const called = new URL(address);
      if (options.search !== undefined) called.search = options.search;
      const parameters: Record<string, string> = {
        ...{ MessageSid: sid, SmsSid: sid, MessageStatus: status, SmsStatus: status },
        ...{ AccountSid: options.accountSid ?? accountSid, ApiVersion: '2010-04-01' },
        ...{ To: fields.To ?? '', From: fields.From ?? '' },
        ...(options.errorCode && { ErrorCode: options.errorCode }),
      };
      let signed = options.calledAs ?? called.href;
      for (const name of Object.keys(parameters).sort()) signed += name + parameters[name];
      const signature = createHmac('sha1', options.authToken ?? authToken)
        .update(signed, 'utf8')
        .digest('base64');
      const response = await deliver(called.href, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'X-Twilio-Signature': signature,
        },
        body: new URLSearchParams(parameters).toString(),
      });
      return response.status;
    },
    close: server.close,
  };

  function answerOf(
    sid: string,
    fields: Readonly<Record<string, string>>,
    status: TwilioAnswer['status'],
    errorCode: number | null = null,
  ): TwilioAnswer {
    const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`;
    const at = new Date().toUTCString();
    return {
      ...{ sid, status, account_sid: accountSid, api_version: '2010-04-01', uri, error_code: errorCode },
      ...{
        body: fields.Body ?? '',
        to: fields.To ?? '',
        from: fields.From ?? null,
        direction: 'outbound-api',
      },
      ...{ messaging_service_sid: fields.MessagingServiceSid ?? null, num_segments: '1', num_media: '0' },
      ...{ date_created: at, date_updated: at, date_sent: null, price: null, price_unit: 'USD' },
      ...{ error_message: null, subresource_uris: { media: uri.replace('.json', '/Media.json') } },
    };
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    _url: URL,
    body: string,
  ): Promise<void> {
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const fields = Object.fromEntries(new URLSearchParams(body));
    await pause(standIn.latencyMs);
    const fault = standIn.faults.shift();
    if (fault === 'hang') return;
    if (fault === 'drop-before') return void request.socket.destroy();
    const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
    const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
    if (request.url !== path || request.method !== 'POST') return void say(404, { code: 20404, status: 404 });
    if (fault === '401' || request.headers.authorization !== `Basic ${credentials}`) {
      return void say(401, { code: 20003, message: 'Authenticate', status: 401 });
    }
    if (fault === '429') return void say(429, { code: 20429, message: 'Too Many Requests', status: 429 });
    if (fault === '500' || fault === '503') return void say(Number(fault), {});
    const problem = fault === '21211' ? 21_211 : problemOf(fields);
    if (problem) return void say(400, { code: problem, message: 'Bad Request', status: 400 });
    if (fault === 'no-id') return void response.writeHead(201).end('<html></html>');
    const sid = `SM${randomBytes(16).toString('hex')}`;
    if (fault === 'failed') return void say(201, answerOf(sid, fields, 'failed', 30_003));
    messages.unshift({ sid, fields });
    if (fault === 'drop-after') return void request.socket.destroy();
    say(201, answerOf(sid, fields, fields.MessagingServiceSid ? 'accepted' : 'queued'));
  }
  return standIn;
}

/** The error that Twilio gives for a message without what it needs; null for none. */
function problemOf(fields: Readonly<Record<string, string>>): number | null {
  const { To = '', From = '', MessagingServiceSid = '', Body = '', ContentSid = '' } = fields;
  if (!/^(whatsapp:)?\+\d{6,15}$/.test(To)) return 21_211;
  if (From === '' && MessagingServiceSid === '') return 21_603;
  if (Body === '' && ContentSid === '') return 21_602;
  if (To.startsWith('whatsapp:') !== From.startsWith('whatsapp:')) return 63_007;
  const isContent = ContentSid === '' || /^HX[0-9a-f]{32}$/.test(ContentSid);
  return isContent ? null : 21_656;
}
