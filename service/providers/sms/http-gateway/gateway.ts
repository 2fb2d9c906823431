import type { DeliveryReports, SmsGateway } from '../../ports/sms.ts';
import {
  createCarefulGateway,
  type FailureReport,
  type GatewayAnswer,
  type GatewayLimits,
} from '../careful-gateway.ts';
import { textAt } from '../json-path.ts';
import { type RegisteredTexts, registeredTextOf } from '../registered-text.ts';
import { fillSmsBody, type SmsBodyTemplate } from './body.ts';
import { createDeliveryReports, type ReportOptions } from './reports.ts';

export interface AcceptRule {
  /** JSON path in the answer, such as `messages.0.status`; if empty, every 2xx answer means success. */
  readonly path: string;
  /** Accepted values; empty accepts any. */
  readonly values: readonly string[];
}

export interface SmsGatewayOptions extends GatewayLimits {
  /** Also the last segment of the path of its reports. */
  readonly name: string;
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  /** May contain credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SmsBodyTemplate;
  readonly senderId: string;
  readonly texts: RegisteredTexts;
  readonly accepted: AcceptRule;
  /** JSON path of the gateway's message id in its answer; may be empty. */
  readonly idPath: string;
  readonly isIdempotent: boolean;
  readonly reports: ReportOptions;
}

export function createSmsGateway(options: SmsGatewayOptions, report: FailureReport): SmsGateway {
  const { name, url, method, headers, body, senderId, texts, isIdempotent } = options;
  const readsAnswer = options.accepted.path !== '' || options.idPath !== '';
  const reports: DeliveryReports | null = createDeliveryReports(name, options.reports);
  return createCarefulGateway(
    {
      name,
      isIdempotent,
      request: (message) => ({
        url,
        method,
        headers: { 'Content-Type': body.contentType, ...headers },
        body: fillSmsBody(body, message, registeredTextOf(texts, message), senderId),
      }),
      readAnswer: readsAnswer ? (answer) => readGatewayAnswer(answer, options) : null,
      ...(reports && { reports: [reports] }),
    },
    report,
    options,
  );
}

/** An answer that is no JSON may mean success, so the message is not sent again. */
function readGatewayAnswer(
  answer: string,
  { accepted, idPath }: Pick<SmsGatewayOptions, 'accepted' | 'idPath'>,
): GatewayAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer);
  } catch {
    return accepted.path === '' ? { isTaken: true, gatewayMessageId: null } : 'unreadable';
  }
  if (accepted.path !== '') {
    const said = textAt(parsed, accepted.path);
    const isTaken = said !== null && (accepted.values.length === 0 || accepted.values.includes(said));
    if (!isTaken) return { isTaken: false, reason: 'answer-says-no' };
  }
  return { isTaken: true, gatewayMessageId: idPath === '' ? null : textAt(parsed, idPath) };
}
