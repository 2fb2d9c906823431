import { type Judgement, judgeSecret, type SecretLimits, type SecretState } from '../sms/one-time-secret.ts';

/** Characters of an image captcha (PROMO-2). */
export const captchaLength = 4;

/** A captcha serves 3 guesses within 5 minutes, and one that was solved never serves again. */
export const captchaLimits: SecretLimits = { guessesMax: 3, lifetimeSeconds: 300 };

/** Characters that a captcha draws: none that people take for another when it is bent, such as 0 and O, 5 and S, 2 and Z. */
export const captchaAlphabet = '23456789ACDEFHJKMNPRTWXY';

/** A captcha's text as compared: capitals, without blanks. */
export function captchaText(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase();
}

/** Whether a text could be a captcha's; anything else is not even a guess (PROMO-3). */
export function isCaptchaText(typed: string): boolean {
  const text = captchaText(typed);
  return text.length === captchaLength && [...text].every((character) => captchaAlphabet.includes(character));
}

/** Judges one guess at a captcha; `matches` compares it with the text of the image. */
export function judgeCaptcha(state: SecretState, matches: () => boolean, now: Date): Judgement {
  return judgeSecret(captchaLimits, state, matches, now);
}
