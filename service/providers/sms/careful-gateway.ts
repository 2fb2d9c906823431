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

export interface GatewayProtocol {
  readonly name: string;
  /** Whether the gateway drops a repeated message id; only then a message is sent again that may have arrived. */
  readonly isIdempotent: boolean;
  request(message: SmsMessage): { readonly url: string } & Pick<RequestInit, 'method' | 'headers' | 'body'>;
  /** Reads a 2xx answer; null if every 2xx means success. */
  readonly readAnswer: ((body: string) => GatewayAnswer) | null;
  readonly reports?: readonly DeliveryReports[];
}

export type GatewayAnswer =
  | { readonly isTaken: true; readonly gatewayMessageId: string | null }
  | { readonly isTaken: false; readonly reason: string }
  | 'unreadable';

export interface GatewayLimits {
  readonly attemptTimeoutMs?: number;
  readonly attemptsMax?: number;
  readonly firstDelayMs?: number;
  /** Failures in a row after which the gateway is not used for a while. */
  readonly breakAfterFailures?: number;
  readonly halfOpenAfterMs?: number;
}

/** Log of unsent messages, without number and text. */
export interface FailureReport {
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

const answerLimitBytes = 64 * 1024;

class GatewayFailure extends Error {
  readonly reason: string;
  readonly mayHaveArrived: boolean;
  /** Whether the gateway caused the failure, not the message. */
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

/** @throws Error for an aborted, long or binary body. */
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

/** Error codes of failed connections, over which nothing was sent. */
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
