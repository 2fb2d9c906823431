import { and, eq } from 'drizzle-orm';
import type { Registration } from '#contract/calls/registration.ts';
import type { Database } from '#db/database.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { registrations } from '#db/schema/registration.ts';
import { CodedError, type ErrorCode } from '#domain/error-code.ts';
import { type PhoneRule, phoneDigits } from '#domain/registration/mobile-phone.ts';
import type { CallContext } from '../http/answer-call.ts';
import { type GuessVerdict, guessCode } from '../sms/guess-code.ts';
import { isSameHash, keyedHash } from '../sms/keyed-hash.ts';
import { captchaHash, guessCaptcha } from './captcha.ts';
import { mobilePhoneOf } from './phone.ts';
import { lockSession, type RegistrationSession, updateSession } from './store.ts';
import { inWordsOf, templateRules } from './template.ts';

type Outcome = 'registered' | 'already-registered';
type Refusal = Extract<ErrorCode, 'not-found' | 'captcha-wrong' | 'sms-code-wrong' | 'sms-code-spent'>;

/**
 * Registers the number that a code was sent to (PROMO-6). The captcha is the one the code was sent for, or the one that
 * is shown; the code is this registration's own. Sent again, a registration that is complete gives its first answer.
 * @throws CodedError 'request-invalid' for the number, 'not-found' for a registration that is none or is over,
 * 'captcha-wrong', 'sms-code-wrong', 'sms-code-spent', and only with the right code 'already-registered'.
 */
export async function registerVisitor(context: CallContext, request: Registration): Promise<null> {
  const { database } = context;
  const { language, phoneRule } = await templateRules(database, request.templateId || null);
  return inWordsOf(language, async () => {
    const mobilePhone = mobilePhoneOf(phoneRule, request.phone);
    // The transaction ends well for a refusal too, so that the tries it counted stay counted.
    const came = await database.transaction((tx) =>
      attempt(context, tx, request, { mobilePhone, phoneRule }),
    );
    if (came === 'registered') return null;
    throw new CodedError(came);
  });
}

async function attempt(
  { clock, configuration }: CallContext,
  tx: Database,
  request: Registration,
  phone: { readonly mobilePhone: string; readonly phoneRule: PhoneRule },
): Promise<Outcome | Refusal> {
  const { registrationId: sid, captchaText, smsCode } = request;
  const given = { secret: configuration.hostSigningSecret, now: clock.now() };
  const session = await lockSession(tx, sid, given.now);
  if (session === null) return 'not-found';
  const completionHash = keyedHash(
    given.secret,
    'registration',
    JSON.stringify([sid, phone.mobilePhone, smsCode]),
  );
  if (session.outcome !== null) {
    return isSameHash(session.completionHash ?? '', completionHash) ? session.outcome : 'not-found';
  }
  const { passedCaptchaHash } = session;
  const hasPassed =
    passedCaptchaHash !== null && isSameHash(passedCaptchaHash, captchaHash(given.secret, sid, captchaText));
  if (!hasPassed && !(await guessCaptcha(tx, session, { sid, typed: captchaText }, given))) {
    return 'captcha-wrong';
  }
  const binding = { purpose: 'registration', mobilePhone: phone.mobilePhone } as const;
  const verdict = await guessCode(tx, { binding, subject: session.id }, smsCode, given);
  if (verdict !== 'accepted') return codeRefusal(verdict);
  const outcome = (await keepRegistration(tx, request, session, phone, given.now))
    ? 'registered'
    : 'already-registered';
  await updateSession(tx, session.id, { completionHash, outcome });
  return outcome;
}

/** A wrong code can be tried again; one that serves no more tells nothing of the guess. */
function codeRefusal(verdict: Exclude<GuessVerdict, 'accepted'>): Refusal {
  return verdict === 'wrong' || verdict === 'malformed' ? 'sms-code-wrong' : 'sms-code-spent';
}

/** Keeps a registration, unless the number has one or is a borrower's; whether it was kept. */
async function keepRegistration(
  tx: Database,
  request: Registration,
  session: RegistrationSession,
  { mobilePhone, phoneRule }: { readonly mobilePhone: string; readonly phoneRule: PhoneRule },
  now: Date,
): Promise<boolean> {
  if (await isBorrower(tx, phoneRule, request.phone)) return false;
  const kept = await tx
    .insert(registrations)
    .values({
      mobilePhone,
      templateId: request.templateId,
      sessionId: session.id,
      appName: request.appName,
      merchantNumber: request.merchantNumber,
      inviteCode: request.inviteCode,
      appFrom: request.appFrom,
      userFrom: request.userFrom,
      utmTag: request.utmTag,
      registeredAt: now,
    })
    .onConflictDoNothing({ target: registrations.mobilePhone })
    .returning({ id: registrations.id });
  return kept.length > 0;
}

async function isBorrower(tx: Database, rule: PhoneRule, phone: string): Promise<boolean> {
  if (rule.country === 'CN') return false;
  const [borrower] = await tx
    .select({ id: borrowers.id })
    .from(borrowers)
    .where(and(eq(borrowers.market, rule.country), eq(borrowers.mobilePhone, phoneDigits(rule, phone))))
    .limit(1);
  return borrower !== undefined;
}
