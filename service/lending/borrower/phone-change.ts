import { phoneChangeText } from '#content/messages/phone-change.ts';
import { smsText } from '#content/messages/sms.ts';
import { fill } from '#content/text-pack.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { objectionHours } from '#domain/borrower/borrower-change.ts';
import { formatDay } from '#domain/date-format.ts';
import { CodedError } from '#domain/error-code.ts';
import { languageParameter } from '#domain/language.ts';
import { dayIn } from '#domain/market.ts';
import { groupedPhone, internationalPhone } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { objectionPath } from '#domain/site/objection-path.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import { describeFailure } from '../http/answer.ts';
import { isHashOf, keyedHash } from '../secrets.ts';
import { type GuessVerdict, guessCode } from '../sms/guess-code.ts';
import { messageTo, sendCode } from '../sms/send-code.ts';
import { sendReserved } from '../sms/send-reserved.ts';
import { insertSend } from '../sms/store.ts';
import { insertContactMessage } from '../support/store.ts';
import { type ChangeKey, putInForce } from './changes.ts';
import {
  type BorrowerChange,
  type BorrowerRecord,
  findBorrower,
  findChange,
  lockBorrower,
  lockChange,
  toldChanges,
  updateChange,
} from './store.ts';

const abroad = ({ market }: Pick<BorrowerRecord, 'market'>, digits: string) =>
  internationalPhone(phoneRuleOf(market), digits);

const codeOf = ({ id, value }: BorrowerChange, borrower: BorrowerRecord) => ({
  binding: { purpose: 'phone-code', mobilePhone: abroad(borrower, value) } as const,
  subject: id,
});

/** Sends a code to the new number. @throws CodedError 'not-found', 'status-conflict', and as `sendCode`. */
export async function sendChangeCode(dependencies: LendingDependencies, key: ChangeKey): Promise<void> {
  const { database, configuration } = dependencies;
  const borrower = await findBorrower(database, { borrowerId: key.borrowerId });
  const change = await findChange(database, key);
  if (!borrower || !change) throw new CodedError('not-found');
  if (change.state !== 'unconfirmed') throw new CodedError('status-conflict');
  const { language } = borrower;
  const { appName } = configuration.registration;
  const code = codeOf(change, borrower);
  await sendCode(dependencies, {
    ...code,
    mobilePhone: code.binding.mobilePhone,
    country: null,
    borrowerId: borrower.id,
    words: (digits) => ({
      language,
      text: fill(smsText[language].phoneCode, { code: digits, appName }),
      values: { amount: '', appName, originLine: '' },
    }),
  });
}

/** Checks a guess, in a transaction that must be committed in any case; the right one lets the change wait for approval. */
export async function confirmChange(
  { clock, configuration }: Pick<LendingDependencies, 'clock' | 'configuration'>,
  transaction: Transaction,
  key: ChangeKey,
  typed: string,
): Promise<GuessVerdict> {
  const borrower = await lockBorrower(transaction, { borrowerId: key.borrowerId });
  const change = await findChange(transaction, key);
  if (!borrower || !change) throw new CodedError('not-found');
  if (change.state === 'waiting') return 'accepted';
  if (change.state !== 'unconfirmed') throw new CodedError('status-conflict');
  const secrets = { secrets: configuration.masterSecrets, now: clock.now() };
  const verdict = await guessCode(transaction, codeOf(change, borrower), typed, secrets);
  if (verdict === 'accepted') await updateChange(transaction, change, { state: 'waiting' });
  return verdict;
}

/** Tells the old numbers of approved changes, and puts those in force to which none objected in time. */
export async function runPhoneChanges(dependencies: LendingDependencies): Promise<void> {
  const { database, logger } = dependencies;
  const now = await currentTime(dependencies, database);
  for (const { borrowerId, id: changeId, objectionEndsAt } of await toldChanges(database, now)) {
    const work = objectionEndsAt === null ? tellOldNumber : endObjectionTime;
    await work(dependencies, { borrowerId, changeId }, now).catch((error: unknown) => {
      logger.error('a change of telephone failed', { changeId, ...describeFailure(error) });
    });
  }
}

/** The time to object begins when the message is sent; one that is certainly not sent is tried again. */
async function tellOldNumber(dependencies: LendingDependencies, key: ChangeKey, now: Date): Promise<void> {
  const { database, random, configuration, pagesOrigin } = dependencies;
  const borrower = await findBorrower(database, { borrowerId: key.borrowerId });
  if (!borrower) return;
  const { language, market } = borrower;
  const objectionEndsAt = new Date(now.getTime() + objectionHours * 3_600_000);
  const query = { lang: languageParameter(language), key: objectionKey(configuration.masterSecrets[0], key) };
  const link = `${pagesOrigin()}${objectionPath}?${new URLSearchParams(query)}`;
  const { dateStyle: style, registration } = configuration;
  const date = formatDay(dayIn(market, objectionEndsAt), { language, style, market });
  const values = { code: '', amount: '', originLine: '', appName: registration.appName, date, link };
  const purpose = 'phone-notice';
  const messageId = random.id();
  const { to, reservation } = messageTo(borrower, purpose, messageId, dependencies);
  await inTransaction(database, async (transaction) => insertSend(transaction, reservation));
  const text = fill(smsText[language].phoneNotice, values);
  const { outcome } = await sendReserved(dependencies, { messageId, to, purpose, language, text, values });
  if (outcome === 'not-sent') return;
  await changeTold(dependencies, key, (transaction, change) =>
    updateChange(transaction, change, { objectionEndsAt }),
  );
}

function endObjectionTime({ random, ...dependencies }: LendingDependencies, key: ChangeKey, now: Date) {
  return changeTold(dependencies, key, (transaction, change, borrower) =>
    putInForce(transaction, borrower, change, { now, random, by: change.requestedBy }),
  );
}

async function changeTold(
  { database }: Pick<LendingDependencies, 'database'>,
  key: ChangeKey,
  work: (transaction: Transaction, change: BorrowerChange, borrower: BorrowerRecord) => Promise<unknown>,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const borrower = await lockBorrower(transaction, { borrowerId: key.borrowerId });
    // Locked, so that an objection that comes at the same time is not overwritten.
    const change = await lockChange(transaction, key.changeId);
    if (borrower && change?.state === 'told') await work(transaction, change, borrower);
  });
}

const objectionMac = (secret: string, changeId: string) =>
  keyedHash(secret, 'phone change', changeId).slice(0, 32);
const objectionKey = (secret: string, { changeId }: ChangeKey) =>
  `${changeId}.${objectionMac(secret, changeId)}`;

/**
 * Holds a change to which the old number objects, and writes to the staff, once. A change that is in force already stays, and the staff
 * are written to all the same. @returns false for a key that is invalid or of a change that ended otherwise.
 */
export async function objectToChange(dependencies: LendingDependencies, key: string): Promise<boolean> {
  const { database, random, configuration } = dependencies;
  const [changeId = '', mac = ''] = key.split('.');
  const { masterSecrets } = configuration;
  if (!isId(changeId) || !isHashOf(mac, masterSecrets, (secret) => objectionMac(secret, changeId)))
    return false;
  return inTransaction(database, async (transaction) => {
    const change = await lockChange(transaction, changeId);
    if (change && change.objectedAt !== null) return true;
    if (!change || (change.state !== 'told' && change.state !== 'done')) return false;
    const now = await currentTime(dependencies, transaction);
    const borrower = await findBorrower(transaction, change);
    if (!borrower) return false;
    await updateChange(transaction, change, {
      objectedAt: now,
      ...(change.state === 'told' && { state: 'objected' }),
    });
    const { id: borrowerId, market, language, name } = borrower;
    const text = phoneChangeText[language];
    const id = random.id();
    const old = change.valueBefore ?? borrower.mobilePhone;
    await insertContactMessage(transaction, {
      id,
      name,
      email: '',
      receivedAt: now,
      telephone: groupedPhone(phoneRuleOf(market), old),
      remark: fill(change.state === 'told' ? text.heldRemark : text.lateRemark, { borrowerId }),
    });
    const event = { type: 'contact.received', subjectId: id, data: { contactMessageId: id } } as const;
    recordEvent(transaction, event, { now, random });
    return true;
  });
}
