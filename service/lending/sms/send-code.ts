import { inTransaction, type Queryable, together } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Market } from '#domain/market.ts';
import { internationalPhone } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import {
  addressBlock,
  isSmsPumping,
  maySend,
  networkBlock,
  numberPrefix,
  paymentSendLimits,
  type RegistrationSender,
  registrationSendLimits,
  type SendDecision,
  type SendPurpose,
} from '#domain/sms/send-limit.ts';
import { type CodeBinding, codeBindingText, codeLength, codeOfNumber } from '#domain/sms/sms-code.ts';
import type { SmsMessage } from '#providers/ports/sms.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { keyedHash } from '../secrets.ts';
import { sendReserved } from './send-reserved.ts';
import {
  type CodeKey,
  deleteCode,
  failedGateways,
  insertSend,
  lockSends,
  nthLatestSend,
  registrationCounts,
  replaceCode,
  type SendParties,
} from './store.ts';

/** What a code is for. Each subject has at most one valid code. */
export interface CodeSubject {
  readonly binding: CodeBinding;
  /** The id of the card payment, of the registration or of the change. */
  readonly subject: string;
}

export interface CodeReceiver {
  readonly mobilePhone: string;
  /** ISO 3166 code of the number's country, where its messages are counted. */
  readonly country: string | null;
  readonly borrowerId: string | null;
  /** When they last entered a code of this purpose; absent for never. */
  readonly enteredAt?: Date | null;
}

/** The text of a message, and the values for gateways that send only texts registered with them. */
export type CodeWords = Pick<SmsMessage, 'language' | 'text'> & {
  readonly values: Omit<SmsMessage['values'], 'code'>;
};

export interface CodeMessage extends CodeSubject, CodeReceiver {
  readonly words: (code: string) => CodeWords;
}

type Sending = Omit<LendingDependencies, 'database'>;

export function codeKeyOf({ binding, subject }: CodeSubject): CodeKey {
  return { purpose: binding.purpose, subject };
}

export function codeHash(secret: string, binding: CodeBinding, code: string): string {
  return keyedHash(secret, 'code', JSON.stringify([codeBindingText(binding), code]));
}

/**
 * Draws a code, stores its hash in place of the subject's earlier code, and sends it. The limits are those of the code's purpose and hold
 * over all processes and restarts. Times are real time. @throws CodedError 'sms-too-soon' within 60 s of the last message to the number
 * unless its code was entered, 'sms-limit-reached' above another limit (`field` holds the seconds until a message may be sent),
 * 'sms-unavailable' when the message was certainly not sent. In each case no message went out; after the first two the earlier code is
 * still valid.
 */
export async function sendCode({ database, ...sending }: LendingDependencies, message: CodeMessage) {
  const { purpose } = message.binding;
  const sendId = sending.random.id();
  const { code, issued } = drawCode(sending, message);
  await inTransaction(database, async (transaction) => {
    await lockSends(transaction, purpose);
    await requireSendAllowed(transaction, sending, purpose, message);
    const parties = partiesOf(sending, purpose, message);
    insertSend(transaction, {
      id: sendId,
      ...parties,
      sentAt: sending.clock.now(),
      outcome: 'reserved',
    });
    replaceCode(transaction, codeKeyOf(message), issued);
  });
  await deliver({ database, ...sending }, sendId, message, code);
}

/** Draws a code, stores its hash in place of the subject's earlier code, and sends it as the message that was reserved for it. */
export async function sendReservedCode(
  dependencies: LendingDependencies,
  sendId: string,
  message: Omit<CodeMessage, keyof CodeReceiver> & Pick<CodeReceiver, 'mobilePhone'>,
): Promise<void> {
  const { code, issued } = drawCode(dependencies, message);
  await inTransaction(dependencies.database, async (transaction) =>
    replaceCode(transaction, codeKeyOf(message), issued),
  );
  await deliver(dependencies, sendId, message, code);
}

function drawCode({ clock, configuration, random }: Sending, { binding }: CodeSubject) {
  const code = codeOfNumber(random.below(10 ** codeLength));
  return {
    code,
    issued: { codeHash: codeHash(configuration.masterSecrets[0], binding, code), issuedAt: clock.now() },
  };
}

async function deliver(
  dependencies: LendingDependencies,
  sendId: string,
  message: Pick<CodeMessage, 'binding' | 'subject' | 'mobilePhone' | 'words'>,
  code: string,
): Promise<void> {
  const { database, configuration } = dependencies;
  const { mobilePhone, binding } = message;
  const { purpose } = binding;
  const receiver = { mobilePhone, country: null, borrowerId: null };
  const parties = configuration.masterSecrets.map((secret) =>
    partiesOf(dependencies, purpose, receiver, secret),
  );
  const { language, text, values } = message.words(code);
  const { outcome } = await sendReserved(dependencies, {
    messageId: sendId,
    to: mobilePhone,
    purpose,
    language,
    text,
    values: { ...values, code },
    avoidedGateways: await failedGateways(database, parties),
  });
  if (outcome !== 'not-sent') return;
  await deleteCode(database, codeKeyOf(message));
  throw new CodedError('sms-unavailable');
}

/**
 * Checks whether a code may be sent, without counting towards the limits. @returns what is known of a registering visitor; null for a
 * payment. @throws CodedError 'sms-too-soon', 'sms-limit-reached', as `sendCode`.
 */
export async function requireSendAllowed(
  database: Queryable,
  sending: Sending,
  purpose: SendPurpose,
  receiver: CodeReceiver,
): Promise<RegistrationSender | null> {
  const now = sending.clock.now();
  const parties = sending.configuration.masterSecrets.map((secret) =>
    partiesOf(sending, purpose, receiver, secret),
  );
  const sender = purpose === 'registration' ? await registrationSender(database, parties, now) : null;
  const limits = sender
    ? registrationSendLimits(sending.configuration.registration, sender)
    : paymentSendLimits;
  const tallies = await together(
    ...limits.map((limit) => async () => ({
      limit,
      nthLatestAt: await nthLatestSend(database, limit.scope, parties, purpose, limit.sends),
    })),
  );
  const decision = maySend(tallies, now, receiver.enteredAt);
  if (decision.isAllowed) return sender;
  sending.smsWatch.refused(purpose, decision.scope);
  throw limitError(decision, now);
}

const hourMs = 3_600_000;

/** What is known of the visitor who requests a code, under the hashes of all secrets. */
async function registrationSender(
  database: Queryable,
  parties: readonly SendParties[],
  now: Date,
): Promise<RegistrationSender> {
  const since = new Date(now.getTime() - hourMs);
  const [isReturning, counts] = await together(
    () => isReturningNetwork(database, parties, now),
    () => registrationCounts(database, since),
  );
  return { isReturning, isSmsPumping: isSmsPumping(counts) };
}

/** Whether a registration message was sent within the hour for the same IPv6 /48 or IPv4 address. */
async function isReturningNetwork(database: Queryable, parties: readonly SendParties[], now: Date) {
  const scope = parties[0]?.networkHash == null ? 'address' : 'network';
  const latest = await nthLatestSend(database, scope, parties, 'registration', 1);
  return latest !== null && latest.getTime() > now.getTime() - hourMs;
}

/** A message to a borrower, to be reserved before it is sent, and the number that it goes to (E.164). */
export function messageTo(
  {
    id: borrowerId,
    market,
    mobilePhone,
  }: { readonly id: string; readonly market: Market; readonly mobilePhone: string },
  purpose: SendPurpose,
  messageId: string,
  sending: Pick<Sending, 'clock' | 'configuration' | 'callerAddress'>,
) {
  const to = internationalPhone(phoneRuleOf(market), mobilePhone);
  const parties = partiesOf(sending, purpose, { mobilePhone: to, country: null, borrowerId });
  return {
    to,
    reservation: { id: messageId, ...parties, sentAt: sending.clock.now(), outcome: 'reserved' as const },
  };
}

export function partiesOf(
  { configuration, callerAddress }: Pick<Sending, 'configuration' | 'callerAddress'>,
  purpose: SendPurpose,
  { mobilePhone, country, borrowerId }: CodeReceiver,
  secret: string = configuration.masterSecrets[0],
): SendParties {
  const address = callerAddress();
  const network = address === null ? null : networkBlock(address);
  return {
    purpose,
    numberHash: keyedHash(secret, 'number', mobilePhone),
    prefixHash: keyedHash(secret, 'prefix', numberPrefix(mobilePhone)),
    addressHash: address === null ? null : keyedHash(secret, 'address', addressBlock(address)),
    networkHash: network === null ? null : keyedHash(secret, 'address', network),
    country,
    borrowerId,
  };
}

function limitError({ scope, retryAt }: Extract<SendDecision, { isAllowed: false }>, now: Date): CodedError {
  const seconds = Math.ceil((retryAt.getTime() - now.getTime()) / 1000);
  return scope === 'number' && seconds <= 60
    ? new CodedError('sms-too-soon', String(seconds))
    : new CodedError('sms-limit-reached', String(seconds));
}
