import { createHash, timingSafeEqual } from 'node:crypto';
import { isHmac } from '../../message-proof.ts';
import type { DeliveryReport, DeliveryReports, DeliveryState } from '../../ports/sms.ts';
import { type WebhookMessage, WebhookRefused } from '../../ports/webhook.ts';
import { textAt, valueAt } from '../json-path.ts';

export interface ReportOptions {
  /** Empty for no reports. */
  readonly secret: string;
  /** `hmac-sha256` of the raw body in hex or base64, or the secret itself. */
  readonly proof: 'hmac-sha256' | 'secret';
  /** The signature may begin with a word such as `Bearer` or `sha256=`. */
  readonly header: string;
  readonly form: ReportForm;
}

export interface ReportForm {
  /** Empty if the body is the list or a single report. */
  readonly list: string;
  readonly id: string;
  /** Whether `id` is our `{messageId}` or the gateway's id. */
  readonly idOf: 'message-id' | 'gateway-message-id';
  readonly status: string;
  /** Reason of a failed delivery; may be empty. */
  readonly failure: string;
  readonly onItsWay: readonly string[];
  readonly delivered: readonly string[];
  readonly undelivered: readonly string[];
}

export function createDeliveryReports(name: string, options: ReportOptions): DeliveryReports | null {
  if (options.secret === '') return null;
  return {
    name,
    gateways: [name],
    verify(message) {
      if (!isProven(message, options)) throw new WebhookRefused();
      const reports = reportsIn(message, options.form);
      // Reports have no id of their own, and a repeated one has the same bytes.
      const id = createHash('sha256').update(message.body).digest('hex');
      return { id, notice: reports.length > 0 ? reports : null };
    },
  };
}

function isProven({ headers, body }: WebhookMessage, { secret, proof, header }: ReportOptions): boolean {
  const value = headers.get(header) ?? '';
  const word = value.replace(/^(?:Bearer |sha256=)/i, '');
  if (proof === 'secret') return isSame(word, secret);
  const signed = { secret, text: body };
  return isHmac(signed, word.toLowerCase(), 'hex') || isHmac(signed, word, 'base64');
}

function isSame(value: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(value), digest(expected));
}

function reportsIn({ headers, body }: WebhookMessage, form: ReportForm): DeliveryReport[] {
  const parsed = parsedBody(body, headers.get('Content-Type') ?? '');
  const list = valueAt(parsed, form.list);
  const reports = Array.isArray(list) ? list : [list];
  return reports.flatMap((report) => reportOf(report, form) ?? []);
}

function parsedBody(body: string, contentType: string): unknown {
  if (contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function reportOf(report: unknown, form: ReportForm): DeliveryReport | null {
  const id = textAt(report, form.id);
  const status = textAt(report, form.status);
  const state = status === null ? undefined : stateOf(status, form);
  if (id === null || id === '' || id.length > 100 || !state) return null;
  const failure = state === 'undelivered' && form.failure !== '' ? textAt(report, form.failure) : null;
  return { by: form.idOf, id, state, failure: failure?.slice(0, 60) ?? null };
}

function stateOf(
  status: string,
  { onItsWay, delivered, undelivered }: ReportForm,
): DeliveryState | undefined {
  if (delivered.includes(status)) return 'delivered';
  if (undelivered.includes(status)) return 'undelivered';
  return onItsWay.includes(status) ? 'on-its-way' : undefined;
}
