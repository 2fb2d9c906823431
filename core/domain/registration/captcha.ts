import { type Judgement, judgeSecret, type SecretLimits, type SecretState } from '../sms/one-time-secret.ts';

export const captchaLength = 4;

/** 3 guesses in 5 minutes; a solved captcha is never valid again. */
export const captchaLimits: SecretLimits = { guessesMax: 3, lifetimeSeconds: 300 };

/** No characters that look alike when bent, such as 0 and O, 5 and S, 2 and Z. */
export const captchaAlphabet = '23456789ACDEFHJKMNPRTWXY';

export function captchaText(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase();
}

/** Whether a text can be a captcha's; others do not count as guesses (PROMO-3). */
export function isCaptchaText(typed: string): boolean {
  const text = captchaText(typed);
  return text.length === captchaLength && [...text].every((character) => captchaAlphabet.includes(character));
}

export function judgeCaptcha(state: SecretState, matches: () => boolean, now: Date): Judgement {
  return judgeSecret(captchaLimits, state, matches, now);
}
