import type { CodeOnItsWay, SmsCodeRequest } from '#contract/calls/registration.ts';
import { inTransaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { internationalPhone } from '#domain/registration/mobile-phone.ts';
import { isEnoughWork } from '#domain/registration/proof-of-work.ts';
import { resendWaitSeconds } from '#domain/sms/sms-code.ts';
import type { CallContext } from '../http/answer-call.ts';
import { sendCode } from '../sms/send-code.ts';
import { findCode } from '../sms/store.ts';
import { guessCaptcha } from './captcha.ts';
import { registrationCodeWords } from './code-message.ts';
import { mobileDigitsOf } from './phone.ts';
import { challengeFor, proofRulesOf, wantedLevel } from './proof-challenge.ts';
import { provenLevel } from './proof-of-work.ts';
import {
  findSession,
  insertPromotionSend,
  lockSession,
  type RegistrationSession,
  updateSession,
} from './store.ts';
import { inWordsOf, templateRules } from './template.ts';
import { queueCode } from './waiting-codes.ts';

/**
 * Sends a code to a number when the captcha is right (PROMO-5): at once with enough proof of work, else later, in a queue. It does not tell
 * whether the number is registered. @throws CodedError 'request-invalid' for the number, 'not-found' for an unknown, expired or complete
 * registration, 'captcha-wrong', and those of `sendCode`, after which the captcha can be used again, since nothing was sent.
 */
export async function sendRegistrationCode(
  context: CallContext,
  request: SmsCodeRequest,
): Promise<CodeOnItsWay> {
  const { database, clock, configuration } = context;
  const { language, phoneRule } = await templateRules(context, request.templateId);
  return inWordsOf(language, async () => {
    const digits = mobileDigitsOf(phoneRule, request.phone, { language, field: 'phone' });
    const mobilePhone = internationalPhone(phoneRule, digits);
    const now = clock.now();
    const session = await findSession(database, request.registrationId, now);
    if (session === null || session.outcome !== null) throw new CodedError('not-found');
    const lastCode = await findCode(database, { purpose: 'registration', subject: session.id });
    const waitSeconds = resendWaitSeconds(lastCode?.issuedAt ?? null, now);
    if (waitSeconds > 0) throw new CodedError('sms-too-soon', String(waitSeconds));
    const { registrationId, appFrom, userFrom, utmTag } = request;
    const origin = { pageId: request.templateId ?? '', appFrom, userFrom, utmTag };
    const binding = { registrationId, lastSentAt: lastCode?.issuedAt ?? null };
    const { country } = phoneRule;
    const level = await wantedLevel(context, country);
    const proven = await provenLevel(request.proof, binding, proofRulesOf(context));
    const before = await passCaptcha(context, request, now);
    try {
      if (proven === null || !isEnoughWork(proven, level)) {
        const waiting = { sessionId: session.id, mobilePhone, country, language, level, origin };
        return { sendsInSeconds: await queueCode(context, waiting), challenge: '' };
      }
      await sendCode(context, {
        binding: { purpose: 'registration', mobilePhone },
        subject: session.id,
        mobilePhone,
        country,
        borrowerId: null,
        words: (code) => registrationCodeWords(language, configuration.registration, code),
      });
      await insertPromotionSend(database, { id: context.random.id(), ...origin, sentAt: clock.now() });
    } catch (error) {
      if (error instanceof CodedError) await giveCaptchaBack(context, request, before);
      throw error;
    }
    const sent = await findCode(database, { purpose: 'registration', subject: session.id });
    const next = { registrationId, lastSentAt: sent?.issuedAt ?? null };
    return { sendsInSeconds: 0, challenge: await challengeFor(context, next, country) };
  });
}

/** Uses the captcha up. @returns the session from before. */
async function passCaptcha(
  { database, configuration }: CallContext,
  { registrationId, captchaText }: SmsCodeRequest,
  now: Date,
): Promise<RegistrationSession> {
  const before = await inTransaction(database, async (transaction) => {
    const session = await lockSession(transaction, registrationId, now);
    const guess = { sid: registrationId, typed: captchaText };
    const basis = { secrets: configuration.masterSecrets, now };
    return session && (await guessCaptcha(transaction, session, guess, basis)) ? session : null;
  });
  if (before === null) throw new CodedError('captcha-wrong', 'capcode');
  return before;
}

/** Makes a captcha usable again after a message was not sent; the try stays counted. */
async function giveCaptchaBack(
  { database, clock }: CallContext,
  { registrationId }: SmsCodeRequest,
  before: RegistrationSession,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const session = await lockSession(transaction, registrationId, clock.now());
    if (session?.captchaHash !== before.captchaHash) return;
    await updateSession(transaction, before.id, {
      usedAt: null,
      passedCaptchaHash: before.passedCaptchaHash,
    });
  });
}
