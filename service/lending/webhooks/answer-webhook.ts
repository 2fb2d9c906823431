import { v3Envelope } from '#contract/envelope.ts';
import { claimBehindRead, inTransaction, type Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { ProviderUnavailableError } from '#providers/ports/provider-unavailable.ts';
import {
  type WebhookEvent,
  type WebhookMessage,
  WebhookRefused,
  WebhookUnreadable,
} from '#providers/ports/webhook.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure, failureAnswer, jsonAnswer } from '../http/answer.ts';
import type { AnsweredCall } from '../http/answer-call.ts';
import { readBytes, textOfBytes } from '../http/read-body.ts';
import type { Logger } from '../ports.ts';
import { inTime } from '../provider-in-time.ts';
import { claimWebhook, isDuplicateWebhook } from './store.ts';
import { OwnObjectUnknown } from './unknown-object.ts';

const webhookLimitBytes = 256 * 1024;

const longestEventId = 200;

/** How long a message waits for its provider's answer, ms: less than senders and proxies wait for ours. */
const askingTimeoutMs = 10_000;

/** The context of a webhook handler; the whole message is one transaction, and no other database is at hand. */
export interface WebhookContext extends Omit<LendingDependencies, 'database' | 'hostDatabase'> {
  readonly transaction: Transaction;
  readonly now: Date;
}

/**
 * Answers a provider's webhooks at `/webhooks/<provider>`. Nothing is trusted before `verify` has checked the raw body. A message takes
 * effect once, in one transaction with its record, and 200 is sent only after the commit. What `take` refuses leaves nothing behind, so
 * that the provider sends it again. When the provider must be asked about a message and does not answer, the reply is 503 and leaves
 * nothing either: providers repeat what was not answered 2xx. Stripe for three days (docs.stripe.com/webhooks), Razorpay for 24 hours
 * (razorpay.com/docs/webhooks/best-practices), Fintoc up to 17 times (docs.fintoc.com, build a webhook endpoint). What is not repeated is
 * found in their lists. @param verify checks the message by the provider's scheme and reads it; throws `WebhookRefused` for one that is not
 * the provider's or too old. @param take carries it out; may run twice, the first time without effect.
 */
export function answerWebhook<Notice>(
  provider: string,
  verify: (message: WebhookMessage) => WebhookEvent<Notice> | Promise<WebhookEvent<Notice>>,
  take: (context: WebhookContext, notice: Notice) => Promise<void>,
): AnsweredCall {
  const name = `webhook ${provider}`;
  const answer = async (dependencies: LendingDependencies, request: Request): Promise<Response> => {
    const body = textOfBytes(await readBytes(request, webhookLimitBytes));
    const { search } = new URL(request.url);
    const message = { headers: request.headers, body, search, once: createOnce() };
    const event = await provenEvent(message, verify, { provider, logger: dependencies.logger });
    if (!(await dependencies.admitHostCall(name))) throw new CodedError('too-many-requests');
    if (event.id === '' || event.id.length > longestEventId) throw new CodedError('request-invalid', 'id');
    const { notice, acknowledgement = {}, unknown } = event;
    if (notice !== null) {
      const message = { provider, messageId: event.id, unknownObject: unknown?.object ?? null };
      await takeOnce(dependencies, message, notice, take).catch((error: unknown) => {
        if (error instanceof CodedError) {
          const { code, field } = error;
          const refused = { provider, message: event.id, code, field };
          dependencies.logger.error('a provider message was refused: staff must check it', refused);
        }
        throw error;
      });
    }
    dependencies.providerHeard?.(provider, notice === null ? 'ignored' : 'taken');
    return jsonAnswer(acknowledgement);
  };
  return {
    call: { name, method: 'POST', path: `/webhooks/${provider}`, envelope: v3Envelope },
    async respond(dependencies, request) {
      try {
        return await answer(dependencies, request);
      } catch (error) {
        dependencies.providerHeard?.(provider, outcomeOf(error));
        return failureAnswer(shownAs(error), v3Envelope, 'en', { logger: dependencies.logger, call: name });
      }
    },
  };
}

/** The error that a sender sees: `OwnObjectUnknown` asks for a repetition. */
function shownAs(error: unknown): unknown {
  if (error instanceof WebhookUnreadable) return new CodedError('request-invalid', error.places[0]);
  return error instanceof OwnObjectUnknown ? new CodedError('service-unavailable') : error;
}

function outcomeOf(error: unknown): 'refused' | 'unreadable' | 'failed' | 'unknown-object' {
  if (error instanceof WebhookUnreadable) return 'unreadable';
  if (error instanceof OwnObjectUnknown) return 'unknown-object';
  return error instanceof CodedError && error.code === 'signature-invalid' ? 'refused' : 'failed';
}

/**
 * @throws CodedError 'signature-invalid', and 'service-unavailable' where its provider did not answer a question about it, or not as it
 * documents; WebhookUnreadable.
 */
async function provenEvent<Notice>(
  message: WebhookMessage,
  verify: (message: WebhookMessage) => WebhookEvent<Notice> | Promise<WebhookEvent<Notice>>,
  { provider, logger }: { readonly provider: string; readonly logger: Logger },
): Promise<WebhookEvent<Notice>> {
  try {
    return await inTime(Promise.resolve(verify(message)), askingTimeoutMs);
  } catch (error) {
    if (error instanceof WebhookRefused) throw new CodedError('signature-invalid');
    if (error instanceof WebhookUnreadable) {
      logger.error('a signed message of a provider cannot be read', { provider, places: error.places });
      throw error;
    }
    const facts = { provider, ...describeFailure(error) };
    if (error instanceof ProviderUnavailableError) {
      logger.warn('a provider did not answer a query about its message', facts);
    } else logger.error('the object of a provider message cannot be read: staff must check it', facts);
    throw new CodedError('service-unavailable');
  }
}

async function takeOnce<Notice>(
  { database: _database, hostDatabase, ...dependencies }: LendingDependencies,
  message: Omit<Parameters<typeof claimWebhook>[1], 'receivedAt'>,
  notice: Notice,
  take: (context: WebhookContext, notice: Notice) => Promise<void>,
): Promise<void> {
  const effect = async (transaction: Transaction) => {
    const working = currentTime(dependencies, transaction).then((now) =>
      take({ ...dependencies, transaction, now }, notice),
    );
    await claimBehindRead(working, () =>
      claimWebhook(transaction, { ...message, receivedAt: dependencies.clock.now() }),
    );
    await working;
  };
  // A message that took effect before has no effect now.
  await inTransaction(hostDatabase, effect, { isIdempotent: true }).catch((error: unknown) => {
    if (!isDuplicateWebhook(error)) throw error;
  });
}

/** Runs the first caller's read once, and gives its result to all others. */
function createOnce(): NonNullable<WebhookMessage['once']> {
  let first: { readonly read: unknown } | undefined;
  return <Read>(read: () => Read) => {
    first ??= { read: read() };
    return first.read as Read;
  };
}
