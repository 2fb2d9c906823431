import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { v3Envelope } from '#contract/envelope.ts';
import type { HostCall } from '#contract/host/host.ts';
import type { Database } from '#db/database.ts';
import { hostMessages } from '#db/schema/host.ts';
import { CodedError } from '#domain/error-code.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { failureAnswer, jsonAnswer } from './answer.ts';
import type { AnsweredCall } from './answer-call.ts';
import { bodyLimitBytes, parseJsonObject, readBytes, textOfBytes } from './read-body.ts';
import { openAnswer, sealAnswer } from './sealed-answer.ts';
import { verifySignature } from './signature.ts';

/** What a host handler knows; everything it writes goes through `database`, one transaction for the whole message. */
export interface HostContext extends LendingDependencies {
  /** The time loans live in. */
  readonly now: Date;
}

/** What a host handler gives: the answer, and the HTTP status where it is not 200. */
export interface HostAnswer<Given> {
  readonly status?: 200 | 202;
  readonly data: Given;
}

interface GivenAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Answers a signed call. A message takes effect once: its id is kept with the answer in the same transaction, a replay
 * gets that answer again, and a refused message leaves nothing behind.
 */
export function answerHost<Wanted, Given>(
  call: HostCall<Wanted, Given>,
  handle: (context: HostContext, request: Wanted) => Promise<HostAnswer<Given>>,
  { limitBytes = bodyLimitBytes }: { readonly limitBytes?: number } = {},
): AnsweredCall {
  return {
    call: { name: call.name, method: 'POST', path: call.path, envelope: v3Envelope },
    async respond(dependencies, request) {
      try {
        const body = textOfBytes(await readBytes(request, limitBytes));
        const secret = dependencies.configuration.hostSigningSecret;
        const message = { id: verifySignature(request.headers, body, secret), path: call.path, body };
        const answer = await once(dependencies, message, async (database) => {
          const now = await currentTime(dependencies, database);
          const fields = decode(call, parseJsonObject(body));
          const { status = 200, data } = await handle({ ...dependencies, database, now }, fields);
          return { status, text: JSON.stringify(v3Envelope.wrap(z.encode(call.response, data))) };
        });
        return jsonAnswer(JSON.parse(answer.text), answer.status);
      } catch (error) {
        return failureAnswer(error, v3Envelope, 'en', { logger: dependencies.logger, call: call.name });
      }
    },
  };
}

function decode<Wanted>(call: HostCall<Wanted>, fields: Record<string, unknown>): Wanted {
  const result = call.request.safeParse(fields);
  if (result.success) return result.data;
  throw new CodedError('request-invalid', result.error.issues[0]?.path.join('.'));
}

async function once(
  { database, clock, configuration }: LendingDependencies,
  message: { readonly id: string; readonly path: string; readonly body: string },
  work: (tx: Database) => Promise<GivenAnswer>,
): Promise<GivenAnswer> {
  const secret = configuration.hostSigningSecret;
  const bodyHash = createHash('sha256').update(message.body).digest('hex');
  return database.transaction(async (tx) => {
    const [kept] = await tx
      .insert(hostMessages)
      .values({
        messageId: message.id,
        path: message.path,
        bodyHash,
        status: 0,
        sealedAnswer: '',
        receivedAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ messageId: hostMessages.messageId });
    if (!kept) return firstAnswer(tx, message, bodyHash, secret);
    const answer = await work(tx);
    await tx
      .update(hostMessages)
      .set({ status: answer.status, sealedAnswer: sealAnswer(answer.text, secret) })
      .where(eq(hostMessages.messageId, message.id));
    return answer;
  });
}

async function firstAnswer(
  tx: Database,
  message: { readonly id: string; readonly path: string },
  bodyHash: string,
  secret: string,
): Promise<GivenAnswer> {
  const [first] = await tx.select().from(hostMessages).where(eq(hostMessages.messageId, message.id));
  const text = first && openAnswer(first.sealedAnswer, secret);
  if (text === undefined || first?.path !== message.path || first.bodyHash !== bodyHash) {
    throw new CodedError('submission-repeated');
  }
  return { status: first.status, text };
}
