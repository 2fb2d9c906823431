import { inTransaction, type Queryable, type Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import {
  addressBlock,
  maySend,
  numberPrefix,
  type SendDecision,
  sendLimits,
} from '#domain/sms/send-limit.ts';
import { type CodeBinding, codeBindingText, codeLength, codeOfNumber } from '#domain/sms/sms-code.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { keyedHash } from './keyed-hash.ts';
import {
  type CodeKey,
  concludeSend,
  deleteCode,
  insertSend,
  lockSends,
  nthLatestSend,
  replaceCode,
  type SendParties,
} from './store.ts';

/** What a code is kept under: one is out for a subject at a time. */
export interface CodeSubject {
  /** What the code serves for and nothing else. */
  readonly binding: CodeBinding;
  /** The id of the card payment, or of the registration. */
  readonly subject: string;
}

/** Who a message goes to. */
export interface CodeReceiver {
  /** E.164. */
  readonly mobilePhone: string;
  readonly borrowerId: string | null;
}

/** A code to be sent. */
export interface CodeMessage extends CodeSubject, CodeReceiver {
  /** The text of the message with the code in it. */
  readonly text: (code: string) => string;
}

type Sending = Omit<LendingDependencies, 'database'>;

/** The longest window of a limit, and some. */

/** What a code is kept by. */
export function codeKeyOf({ binding, subject }: CodeSubject): CodeKey {
  return { purpose: binding.purpose, subject };
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
  { database, ...sending }: LendingDependencies,
  message: CodeMessage,
): Promise<void> {
  const { clock, configuration, random, sms } = sending;
  const now = clock.now();
  const code = codeOfNumber(random.below(10 ** codeLength));
  const issued = {
    codeHash: codeHash(configuration.hostSigningSecret, message.binding, code),
    issuedAt: now,
  };
  const sendId = random.id();
  await inTransaction(database, async (transaction) => {
    await reserveSend(transaction, sending, message, sendId);
    await replaceCode(transaction, codeKeyOf(message), issued);
  });
  const outcome = await sms.send({ messageId: sendId, to: message.mobilePhone, text: message.text(code) });
  await concludeSend(database, sendId, outcome);
  if (outcome !== 'not-sent') return;
  await deleteCode(database, codeKeyOf(message));
  throw new CodedError('sms-unavailable');
}

async function reserveSend(
  transaction: Transaction,
  sending: Sending,
  receiver: CodeReceiver,
  id: string,
): Promise<void> {
  await lockSends(transaction);
  await requireSendAllowed(transaction, sending, receiver);
  await insertSend(transaction, { id, ...partiesOf(sending, receiver), sentAt: sending.clock.now() });
}

/**
 * Finds out whether a code would be sent, so that nothing is given up for one that would not.
 * @throws CodedError 'sms-too-soon', 'sms-limit-reached', as `sendCode`.
 */
export async function requireSendAllowed(
  database: Queryable,
  sending: Sending,
  receiver: CodeReceiver,
): Promise<void> {
  const now = sending.clock.now();
  const parties = partiesOf(sending, receiver);
  const tallies = [];
  for (const limit of sendLimits) {
    tallies.push({ limit, nthLatestAt: await nthLatestSend(database, limit.scope, parties, limit.sends) });
  }
  const decision = maySend(tallies, now);
  if (!decision.isAllowed) throw limitError(decision, now);
}

function partiesOf(
  { configuration, callerAddress }: Sending,
  { mobilePhone, borrowerId }: CodeReceiver,
): SendParties {
  const secret = configuration.hostSigningSecret;
  const address = callerAddress();
  return {
    numberHash: keyedHash(secret, 'number', mobilePhone),
    prefixHash: keyedHash(secret, 'prefix', numberPrefix(mobilePhone)),
    addressHash: address === null ? null : keyedHash(secret, 'address', addressBlock(address)),
    borrowerId,
  };
}

function limitError({ scope, retryAt }: Extract<SendDecision, { isAllowed: false }>, now: Date): CodedError {
  const seconds = Math.ceil((retryAt.getTime() - now.getTime()) / 1000);
  return scope === 'number' && seconds <= 60
    ? new CodedError('sms-too-soon', String(seconds))
    : new CodedError('sms-limit-reached');
}
