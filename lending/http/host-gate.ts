import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { z } from 'zod';
import { v3Envelope } from '#contract/envelope.ts';
import type { HostCall } from '#contract/host-call.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { derivedKey, type Secrets } from '../secrets.ts';
import { failureAnswer, jsonAnswer } from './answer.ts';
import type { AnsweredCall } from './answer-call.ts';
import { bodyLimitBytes, inTurn, parseJsonObject, readBytes, textOfBytes } from './read-body.ts';
import { requireSignatureHeaders, verifySignature } from './signature.ts';
import { claimHostMessage, findHostMessage, keepHostAnswer } from './store.ts';

/** What a host handler knows; the whole message is one transaction, and there is no database beside it. */
export interface HostContext extends Omit<LendingDependencies, 'database' | 'hostDatabase'> {
  readonly transaction: Transaction;
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
  const take = async (dependencies: LendingDependencies, request: Request): Promise<Response> => {
    const body = textOfBytes(await readBytes(request, limitBytes));
    const { messageId, secret } = verifySignature(
      request.headers,
      body,
      dependencies.configuration.hostSigningSecrets,
    );
    const message = {
      messageId,
      path: call.path,
      bodyHash: createHash('sha256').update(body).digest('hex'),
    };
    if (!(await dependencies.admitHostCall(keyIdOf(secret)))) throw new CodedError('too-many-requests');
    const answer = await once(dependencies, message, async (context) => {
      const fields = decode(call, parseJsonObject(body));
      const { status = 200, data } = await handle(context, fields);
      return { status, text: JSON.stringify(v3Envelope.wrap(z.encode(call.response, data))) };
    });
    return jsonAnswer(JSON.parse(answer.text), answer.status);
  };
  return {
    call: { name: call.name, method: 'POST', path: call.path, envelope: v3Envelope },
    async respond(dependencies, request) {
      try {
        requireSignatureHeaders(request.headers);
        return await inTurn(dependencies, { gate: dependencies.uploadGates.host, limitBytes }, () =>
          take(dependencies, request),
        );
      } catch (error) {
        return failureAnswer(error, v3Envelope, 'en', { logger: dependencies.logger, call: call.name });
      }
    },
  };
}

/** Names a secret without telling it. */
function keyIdOf(secret: string): string {
  return createHash('sha256').update(`key id\n${secret}`).digest('hex').slice(0, 16);
}

function decode<Wanted>(call: HostCall<Wanted>, fields: Record<string, unknown>): Wanted {
  const result = call.request.safeParse(fields);
  if (result.success) return result.data;
  throw new CodedError('request-invalid', result.error.issues[0]?.path.join('.'));
}

function once(
  { database: _database, hostDatabase, ...dependencies }: LendingDependencies,
  message: { readonly messageId: string; readonly path: string; readonly bodyHash: string },
  work: (context: HostContext) => Promise<GivenAnswer>,
): Promise<GivenAnswer> {
  const { clock, configuration, random } = dependencies;
  const secrets = configuration.masterSecrets;
  const takeEffect = async (transaction: Transaction) => {
    if (!(await claimHostMessage(transaction, message, clock.now()))) {
      const first = await findHostMessage(transaction, message.messageId);
      const text = first && openAnswer(first.sealedAnswer, secrets);
      if (text === undefined || first?.path !== message.path || first.bodyHash !== message.bodyHash) {
        throw new CodedError('submission-repeated');
      }
      return { status: first.status, text };
    }
    const now = await currentTime(dependencies, transaction);
    const { status, text } = await work({ ...dependencies, transaction, now });
    const sealedAnswer = sealAnswer(text, secrets[0], random.bytes(nonceBytes));
    await keepHostAnswer(transaction, message.messageId, { status, sealedAnswer });
    return { status, text };
  };
  return inTransaction(hostDatabase, takeEffect, { isIdempotent: true });
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts an answer that has to be given again word for word, AES-256-GCM under a key of its own. */
function sealAnswer(answer: string, secret: string, nonce: Buffer): string {
  const cipher = createCipheriv(algorithm, derivedKey(secret, 'host answers'), nonce);
  const sealed = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The answer that was sealed; undefined when none of the secrets sealed it. */
function openAnswer(sealedAnswer: string, secrets: Secrets): string | undefined {
  for (const secret of secrets) {
    const answer = openAnswerWith(sealedAnswer, secret);
    if (answer !== undefined) return answer;
  }
}

function openAnswerWith(sealedAnswer: string, secret: string): string | undefined {
  const bytes = Buffer.from(sealedAnswer, 'base64');
  const decipher = createDecipheriv(
    algorithm,
    derivedKey(secret, 'host answers'),
    bytes.subarray(0, nonceBytes),
  );
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
