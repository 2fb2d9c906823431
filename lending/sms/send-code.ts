import { randomInt } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { smsCodes } from '#db/schema/sms.ts';
import { CodedError } from '#domain/error-code.ts';
import type { SendDecision } from '#domain/sms/send-limit.ts';
import { type CodeBinding, codeBindingText, codeLength, codeOfNumber } from '#domain/sms/sms-code.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { keyedHash } from './keyed-hash.ts';
import { concludeSend, judgeSend, reserveSend, type SendParties } from './store.ts';

/** What a code is kept under: one is out for a subject at a time. */
export interface CodeSubject {
  /** What the code serves for and nothing else. */
  readonly binding: CodeBinding;
  /** The id of the card payment, or of the registration. */
  readonly subject: string;
}

/** A code to be sent. */
export interface CodeMessage extends CodeSubject, Omit<SendParties, 'address'> {
  /** The text of the message with the code in it. */
  readonly text: (code: string) => string;
}

/** The hash a code is kept as, together with what it is bound to. */
export function codeHash(secret: string, binding: CodeBinding, code: string): string {
  return keyedHash(secret, 'code', JSON.stringify([codeBindingText(binding), code]));
}

/**
 * Draws a code, keeps its hash in place of the subject's code before, and sends it. The limits count over all processes
 * and restarts, since they are kept in the database. Times are real time.
 * @throws CodedError 'sms-too-soon' within 60 s of the last message to the number (`field` holds the seconds left),
 * 'sms-limit-reached' beyond another limit, 'sms-unavailable' when the message was certainly not sent. In each case no
 * message went out; after the first two the code before still serves.
 */
export async function sendCode(
  { database, clock, configuration, sms, callerAddress }: LendingDependencies,
  message: CodeMessage,
): Promise<void> {
  const { binding, subject, mobilePhone, borrowerId } = message;
  const secret = configuration.hostSigningSecret;
  const now = clock.now();
  const code = codeOfNumber(randomInt(10 ** codeLength));
  const parties = { mobilePhone, borrowerId, address: callerAddress() };
  const reserved = await database.transaction(async (tx) => {
    const reservation = await reserveSend(tx, parties, secret, now);
    if (!('sendId' in reservation)) return reservation;
    const issued = {
      codeHash: codeHash(secret, binding, code),
      issuedAt: now,
      guessCount: 0,
      usedAt: null,
    };
    await tx
      .insert(smsCodes)
      .values({ purpose: binding.purpose, subject, ...issued })
      .onConflictDoUpdate({ target: [smsCodes.purpose, smsCodes.subject], set: issued });
    return reservation;
  });
  if (!('sendId' in reserved)) throw limitError(reserved, now);
  const { sendId } = reserved;
  const outcome = await sms.send({ messageId: sendId, to: mobilePhone, text: message.text(code) });
  await concludeSend(database, sendId, outcome);
  if (outcome !== 'not-sent') return;
  await dropCode(database, message);
  throw new CodedError('sms-unavailable');
}

/**
 * Finds out beforehand whether a code would be sent, so that nothing is given up for one that would not.
 * @throws CodedError 'sms-too-soon', 'sms-limit-reached', as `sendCode`.
 */
export async function requireSendAllowed(
  { database, clock, configuration, callerAddress }: LendingDependencies,
  parties: Omit<SendParties, 'address'>,
): Promise<void> {
  const now = clock.now();
  const whole = { ...parties, address: callerAddress() };
  const decision = await judgeSend(database, whole, configuration.hostSigningSecret, now);
  if (!decision.isAllowed) throw limitError(decision, now);
}

function limitError({ scope, retryAt }: Extract<SendDecision, { isAllowed: false }>, now: Date): CodedError {
  const seconds = Math.ceil((retryAt.getTime() - now.getTime()) / 1000);
  return scope === 'number' && seconds <= 60
    ? new CodedError('sms-too-soon', String(seconds))
    : new CodedError('sms-limit-reached');
}

async function dropCode(database: Database, { binding, subject }: CodeSubject): Promise<void> {
  await database
    .delete(smsCodes)
    .where(and(eq(smsCodes.purpose, binding.purpose), eq(smsCodes.subject, subject)));
}

/** Forgets codes issued before an instant. */
export async function forgetCodesBefore(database: Database, instant: Date): Promise<void> {
  await database.delete(smsCodes).where(lt(smsCodes.issuedAt, instant));
}
