import type { Registration } from '#contract/calls/registration.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { CodedError, type ErrorCode } from '#domain/error-code.ts';
import { internationalPhone, type PhoneRule } from '#domain/registration/mobile-phone.ts';
import { recordEvent } from '../events/record-event.ts';
import type { CallContext } from '../http/answer-call.ts';
import { isHashOf, keyedHash } from '../secrets.ts';
import { type GuessVerdict, guessCode } from '../sms/guess-code.ts';
import { documentsByHash } from './agreed-documents.ts';
import { captchaHash, guessCaptcha } from './captcha.ts';
import { mobileDigitsOf } from './phone.ts';
import { insertRegistration, insertTexts, isBorrowersPhone, lockSession, updateSession } from './store.ts';
import { inWordsOf, templateRules } from './template.ts';

type Outcome = 'registered' | 'already-registered';
type Refusal = Extract<ErrorCode, 'not-found' | 'captcha-wrong' | 'sms-code-wrong' | 'sms-code-spent'>;

/**
 * Registers the number that a code was sent to (PROMO-6). The captcha is the one the code was sent for, or the current one; the code is
 * this registration's. A completed registration gives its first answer again. It records the editions of the documents that its page
 * linked. @throws CodedError 'request-invalid' for the number, 'not-found' for an unknown or expired registration, or one whose page linked
 * a document that has a newer edition, 'captcha-wrong', 'sms-code-wrong', 'sms-code-spent', and only with the right code
 * 'already-registered'.
 */
export async function registerVisitor(context: CallContext, request: Registration): Promise<null> {
  const { database } = context;
  const { language, phoneRule } = await templateRules(context, request.templateId || null);
  return inWordsOf(language, async () => {
    const digits = mobileDigitsOf(phoneRule, request.phone, { language, field: 'phone' });
    // The transaction is committed for a refusal too, so that its tries count.
    const came = await inTransaction(database, (transaction) =>
      attempt(transaction, context, request, { digits, phoneRule }),
    );
    if (came === 'registered') return null;
    throw new CodedError(came);
  });
}

async function attempt(
  transaction: Transaction,
  context: Omit<CallContext, 'database'>,
  { registrationId: sid, phone: _typed, captchaText, smsCode, ...origin }: Registration,
  { digits, phoneRule }: { readonly digits: string; readonly phoneRule: PhoneRule },
): Promise<Outcome | Refusal> {
  const { clock, configuration, random } = context;
  const mobilePhone = internationalPhone(phoneRule, digits);
  const basis = { secrets: configuration.masterSecrets, now: clock.now() };
  const session = await lockSession(transaction, sid, basis.now);
  if (session === null) return 'not-found';
  const completion = JSON.stringify([sid, mobilePhone, smsCode]);
  const completionHash = (secret: string) => keyedHash(secret, 'registration', completion);
  if (session.outcome !== null) {
    return isHashOf(session.completionHash ?? '', basis.secrets, completionHash)
      ? session.outcome
      : 'not-found';
  }
  const { passedCaptchaHash, termsHash, privacyNoticeHash } = session;
  const documents = termsHash === null ? null : documentsByHash(context, { termsHash, privacyNoticeHash });
  if (documents === undefined) return 'not-found';
  const hasPassed =
    passedCaptchaHash !== null &&
    isHashOf(passedCaptchaHash, basis.secrets, (secret) => captchaHash(secret, sid, captchaText));
  if (!hasPassed && !(await guessCaptcha(transaction, session, { sid, typed: captchaText }, basis))) {
    return 'captcha-wrong';
  }
  const binding = { purpose: 'registration', mobilePhone } as const;
  const verdict = await guessCode(transaction, { binding, subject: session.id }, smsCode, basis);
  if (verdict !== 'accepted') return codeRefusal(verdict);
  const isKnown =
    phoneRule.country !== 'CN' && (await isBorrowersPhone(transaction, phoneRule.country, digits));
  const ids = { id: random.id(), sessionId: session.id };
  const registration = {
    ...origin,
    ...ids,
    mobilePhone,
    registeredAt: basis.now,
    termsHash,
    privacyNoticeHash,
  };
  const isNew = !isKnown && (await insertRegistration(transaction, registration));
  if (isNew) {
    if (documents) await insertTexts(transaction, [documents.terms, documents.privacyNotice]);
    const { templateId, merchantNumber, inviteCode, appFrom, userFrom, utmTag } = origin;
    const data = {
      registrationId: ids.id,
      mobilePhone,
      templateId,
      merchantNumber,
      inviteCode,
      appFrom,
      userFrom,
      utmTag,
    };
    const event = { type: 'borrower.registered', subjectId: ids.id, data } as const;
    recordEvent(transaction, event, { now: basis.now, random });
  }
  const outcome = isNew ? 'registered' : 'already-registered';
  await updateSession(transaction, session.id, { completionHash: completionHash(basis.secrets[0]), outcome });
  return outcome;
}

/** A wrong code can be tried again; an expired one tells nothing of the guess. */
function codeRefusal(verdict: Exclude<GuessVerdict, 'accepted'>): Refusal {
  return verdict === 'wrong' || verdict === 'malformed' ? 'sms-code-wrong' : 'sms-code-spent';
}
