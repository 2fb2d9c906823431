import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel';
import type { SmsMessage, SmsOutcome, SmsSender } from '../../ports/sms.ts';
import { fillSmsBody, type SmsBodyTemplate } from './body.ts';

/** An SMS gateway that takes messages over HTTP. */
export interface SmsGatewayOptions {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  /** May hold the gateway's credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SmsBodyTemplate;
  /** True when the gateway drops a message whose id it knows; only then may a message be repeated that may have arrived. */
  readonly isIdempotent: boolean;
  readonly attemptTimeoutMs?: number;
  readonly attemptsMax?: number;
  readonly firstDelayMs?: number;
  /** Failures in a row after which the gateway is left alone. */
  readonly breakAfterFailures?: number;
  readonly halfOpenAfterMs?: number;
}

/** Where the gateway reports that a message was not sent; never a number or a text. */
export interface FailureReport {
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

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
 * A sender over an HTTP gateway. Each attempt has a time-out; one is repeated, later each time, only where the message
 * cannot have arrived or the gateway knows repetitions; a gateway that keeps failing is left alone for a while. A
 * redirect is a failure: the credentials go to the configured address only.
 */
export function createSmsGateway(options: SmsGatewayOptions, report: FailureReport): SmsSender {
  const isGatewayFault = handleWhen((error) => error instanceof GatewayFailure && error.isGatewayFault);
  const isRepeatable = handleWhen(
    (error) =>
      error instanceof GatewayFailure &&
      error.isGatewayFault &&
      (options.isIdempotent || !error.mayHaveArrived),
  );
  const policy = wrap(
    retry(isRepeatable, {
      maxAttempts: (options.attemptsMax ?? 3) - 1,
      backoff: new ExponentialBackoff({ initialDelay: options.firstDelayMs ?? 200, maxDelay: 2_000 }),
    }),
    circuitBreaker(isGatewayFault, {
      breaker: new ConsecutiveBreaker(options.breakAfterFailures ?? 5),
      halfOpenAfter: options.halfOpenAfterMs ?? 30_000,
    }),
  );
  return {
    async send(message): Promise<SmsOutcome> {
      let mayHaveArrived = false;
      try {
        await policy.execute(async () => {
          await attempt(options, message).catch((error: unknown) => {
            if (error instanceof GatewayFailure && error.mayHaveArrived) mayHaveArrived = true;
            throw error;
          });
        });
        return 'accepted';
      } catch (error) {
        report.error('a text message was not sent', { reason: reasonOf(error), mayHaveArrived });
        return mayHaveArrived ? 'unknown' : 'not-sent';
      }
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof GatewayFailure) return error.reason;
  return error instanceof BrokenCircuitError ? 'circuit-open' : 'internal';
}

async function attempt(options: SmsGatewayOptions, message: SmsMessage): Promise<void> {
  const response = await fetch(options.url, {
    method: options.method,
    headers: { 'Content-Type': options.body.contentType, ...options.headers },
    body: fillSmsBody(options.body, message),
    redirect: 'manual',
    signal: AbortSignal.timeout(options.attemptTimeoutMs ?? 5_000),
  }).catch((error: unknown) => {
    throw connectionFailure(error);
  });
  await response.body?.cancel().catch(() => undefined);
  if (!response.ok) throw refusal(response.status);
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
