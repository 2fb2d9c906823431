import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel';
import type { DeliveryReports, SmsGateway, SmsMessage, SmsReceipt } from '../ports/sms.ts';

/** How a gateway is spoken to over HTTP. */
export interface GatewayProtocol {
  readonly name: string;
  /** True when the gateway drops a message whose id it knows; only then may a message be repeated that may have arrived. */
  readonly isIdempotent: boolean;
  /** Where a message goes, and as what. */
  request(message: SmsMessage): { readonly url: string } & Pick<RequestInit, 'method' | 'headers' | 'body'>;
  /** Reads the answer 2xx to a message; null where 2xx says it all and the body is not read. */
  readonly readAnswer: ((body: string) => GatewayAnswer) | null;
  readonly reports?: readonly DeliveryReports[];
}

/** What a gateway's answer comes to: taken, refused, or nothing that can be understood. */
export type GatewayAnswer =
  | { readonly isTaken: true; readonly gatewayMessageId: string | null }
  | { readonly isTaken: false; readonly reason: string }
  | 'unreadable';

/** How patient a sender is. */
export interface GatewayLimits {
  readonly attemptTimeoutMs?: number;
  readonly attemptsMax?: number;
  readonly firstDelayMs?: number;
  /** Failures in a row after which the gateway is left alone. */
  readonly breakAfterFailures?: number;
  readonly halfOpenAfterMs?: number;
}

/** Where a gateway reports that a message was not sent; never a number or a text. */
export interface FailureReport {
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** An answer to one message is short. */
const answerLimitBytes = 64 * 1024;

/** Why an attempt failed, as far as it decides what to do next. */
class GatewayFailure extends Error {
  readonly reason: string;
  /** The message may be on its way. */
  readonly mayHaveArrived: boolean;
  /** The gateway is to blame, not the message. */
  readonly isGatewayFault: boolean;

  constructor(reason: string, mayHaveArrived: boolean, isGatewayFault = true) {
    super(reason);
    this.name = 'GatewayFailure';
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
    this.isGatewayFault = isGatewayFault;
  }
}

/**
 * A gateway over HTTP. Each attempt has a time-out; one is repeated, later each time, only where the message cannot have
 * arrived or the gateway knows repetitions; a gateway that keeps failing is left alone for a while. A redirect is a
 * failure: the credentials go to the configured address only.
 */
export function createCarefulGateway(
  protocol: GatewayProtocol,
  report: FailureReport,
  limits: GatewayLimits = {},
): SmsGateway {
  const { name, isIdempotent } = protocol;
  const isGatewayFault = handleWhen((error) => error instanceof GatewayFailure && error.isGatewayFault);
  const isRepeatable = handleWhen(
    (error) =>
      error instanceof GatewayFailure && error.isGatewayFault && (isIdempotent || !error.mayHaveArrived),
  );
  const policy = wrap(
    retry(isRepeatable, {
      maxAttempts: (limits.attemptsMax ?? 3) - 1,
      backoff: new ExponentialBackoff({ initialDelay: limits.firstDelayMs ?? 200, maxDelay: 2_000 }),
    }),
    circuitBreaker(isGatewayFault, {
      breaker: new ConsecutiveBreaker(limits.breakAfterFailures ?? 5),
      halfOpenAfter: limits.halfOpenAfterMs ?? 30_000,
    }),
  );
  return {
    name,
    ...(protocol.reports && { reports: protocol.reports }),
    async send(message): Promise<SmsReceipt> {
      let mayHaveArrived = false;
      try {
        const gatewayMessageId = await policy.execute(() =>
          attempt(protocol, message, limits.attemptTimeoutMs ?? 5_000).catch((error: unknown) => {
            if (error instanceof GatewayFailure && error.mayHaveArrived) mayHaveArrived = true;
            throw error;
          }),
        );
        return { outcome: 'accepted', gateway: name, gatewayMessageId };
      } catch (error) {
        const reason = reasonOf(error);
        report.error('a text message was not sent', { gateway: name, reason, mayHaveArrived });
        return { outcome: mayHaveArrived ? 'unknown' : 'not-sent', gateway: name, gatewayMessageId: null };
      }
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof GatewayFailure) return error.reason;
  return error instanceof BrokenCircuitError ? 'circuit-open' : 'internal';
}

/** Gives the gateway's own id of a message that it took. */
async function attempt(
  { request, readAnswer }: GatewayProtocol,
  message: SmsMessage,
  timeoutMs: number,
): Promise<string | null> {
  const { url, ...sent } = request(message);
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...sent, redirect: 'manual', signal }).catch((error: unknown) => {
    throw connectionFailure(error);
  });
  if (!response.ok || readAnswer === null) {
    await response.body?.cancel().catch(() => undefined);
    if (!response.ok) throw refusal(response.status);
    return null;
  }
  const answer = await shortText(response).then(readAnswer, () => 'unreadable' as const);
  if (answer === 'unreadable') throw new GatewayFailure('answer-unreadable', true);
  if (!answer.isTaken) throw new GatewayFailure(answer.reason, false, false);
  return answer.gatewayMessageId?.slice(0, 100) ?? null;
}

/** @throws Error for a body that breaks off or is no short text. */
async function shortText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > answerLimitBytes) throw new Error('The answer is too long.');
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** Codes of connections that were never made: nothing was sent over them. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function connectionFailure(error: unknown): GatewayFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new GatewayFailure('timeout', true);
  }
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  const code = typeof cause?.code === 'string' ? cause.code : 'connection';
  return new GatewayFailure(code, !neverConnected.has(code));
}

/** 429 and 503 say that the gateway did not take the message (RFC 9110, 15.6.4; RFC 6585, 4); other 4xx blame the message. */
function refusal(status: number): GatewayFailure {
  const reason = `status-${status}`;
  if (status === 429 || status === 503) return new GatewayFailure(reason, false);
  if (status === 408 || status >= 500) return new GatewayFailure(reason, true);
  return new GatewayFailure(reason, false, false);
}
