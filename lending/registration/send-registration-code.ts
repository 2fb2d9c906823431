import { registrationSmsText } from '#content/messages/registration-sms.ts';
import { fill } from '#content/text-pack.ts';
import type { SmsCodeRequest } from '#contract/calls/registration.ts';
import { inTransaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import { resendWaitSeconds } from '#domain/sms/sms-code.ts';
import type { RegistrationConfiguration } from '../dependencies.ts';
import type { CallContext } from '../http/answer-call.ts';
import { sendCode } from '../sms/send-code.ts';
import { findCode } from '../sms/store.ts';
import { guessCaptcha } from './captcha.ts';
import { mobilePhoneOf } from './phone.ts';
import { findSession, lockSession, type RegistrationSession, updateSession } from './store.ts';
import { inWordsOf, templateRules } from './template.ts';

/**
 * Sends a code to a number when the captcha is right (PROMO-5). Whether the number is registered is not told here.
 * @throws CodedError 'request-invalid' for the number, 'not-found' for a registration that is none, is over or complete,
 * 'captcha-wrong', and those of `sendCode`; the captcha serves again after the latter, since nothing was sent.
 */
export async function sendRegistrationCode(context: CallContext, request: SmsCodeRequest): Promise<null> {
  const { database, clock, configuration } = context;
  const { language, phoneRule } = await templateRules(database, request.templateId);
  return inWordsOf(language, async () => {
    const mobilePhone = mobilePhoneOf(phoneRule, request.phone);
    const now = clock.now();
    const session = await findSession(database, request.registrationId, now);
    if (session === null || session.outcome !== null) throw new CodedError('not-found');
    const lastCode = await findCode(database, { purpose: 'registration', subject: session.id });
    const waitSeconds = resendWaitSeconds(lastCode?.issuedAt ?? null, now);
    if (waitSeconds > 0) throw new CodedError('sms-too-soon', String(waitSeconds));
    const before = await passCaptcha(context, request, now);
    try {
      await sendCode(context, {
        binding: { purpose: 'registration', mobilePhone },
        subject: session.id,
        mobilePhone,
        country: phoneRule.country,
        borrowerId: null,
        text: (code) => messageText(language, configuration.registration, code),
      });
    } catch (error) {
      if (error instanceof CodedError) await giveCaptchaBack(context, request, before);
      throw error;
    }
    return null;
  });
}

/** Uses the captcha up and gives the session as it was before. */
async function passCaptcha(
  { database, configuration }: CallContext,
  { registrationId, captchaText }: SmsCodeRequest,
  now: Date,
): Promise<RegistrationSession> {
  const before = await inTransaction(database, async (transaction) => {
    const session = await lockSession(transaction, registrationId, now);
    const guess = { sid: registrationId, typed: captchaText };
    const given = { secret: configuration.hostSigningSecret, now };
    return session && (await guessCaptcha(transaction, session, guess, given)) ? session : null;
  });
  if (before === null) throw new CodedError('captcha-wrong', 'capcode');
  return before;
}

/** Lets a captcha serve again for which no message went out; the try stays counted. */
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

/** The message; its last line names the pages' origin, for the browser to offer the code there (WICG, SMS one-time codes). */
function messageText(
  language: PromotionLanguage,
  { appName, pagesHost }: RegistrationConfiguration,
  code: string,
): string {
  const originLine = pagesHost === '' ? '' : `\n\n@${pagesHost} #${code}`;
  return fill(registrationSmsText[language].message, { appName, code, originLine });
}
