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

/** Which answers mean that a message was taken. */
export interface AcceptRule {
  /** Where to look in the JSON of an answer, such as `messages.0.status`; empty where every 2xx is a yes. */
  readonly path: string;
  /** What has to stand there, one of these; none for anything at all. */
  readonly values: readonly string[];
}

/** An SMS gateway that takes messages over HTTP. */
export interface SmsGatewayOptions extends GatewayLimits {
  /** Also the last part of the path its reports come to. */
  readonly name: string;
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  /** May hold the gateway's credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SmsBodyTemplate;
  readonly senderId: string;
  readonly texts: RegisteredTexts;
  readonly accepted: AcceptRule;
  /** Where the gateway's own id of a message stands in its answer; empty for none. */
  readonly idPath: string;
  /** True when the gateway drops a message whose id it knows; only then may a message be repeated that may have arrived. */
  readonly isIdempotent: boolean;
  readonly reports: ReportOptions;
}

/** A sender over the lender's own HTTP gateway, told by settings how that is spoken to. */
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

/** Judges the JSON of an answer; what is no JSON may have been a yes, so the message is not sent again. */
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
