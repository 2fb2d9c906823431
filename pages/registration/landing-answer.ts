import type { RegistrationFields } from '#domain/registration/registration-form.ts';
import type { Problem } from '../problem.ts';

/** How the captcha stands: an image by the time it was asked for, a question in words, or already passed. */
export type CaptchaView =
  | { readonly kind: 'image'; readonly requestedAtMs: number }
  | { readonly kind: 'question'; readonly question: string }
  | { readonly kind: 'passed' };

/** What the landing page answers its form with, when the visitor stays on it. */
export interface LandingAnswer {
  /** The registration it goes on with. */
  readonly registrationId: string;
  /** What was typed and stays. */
  readonly typed: RegistrationFields;
  readonly captcha: CaptchaView;
  /** The field at fault and what to do about it. */
  readonly fault: { readonly field: keyof RegistrationFields; readonly words: string } | null;
  /** The number a code was just sent to, digits only; null when none was. */
  readonly sentTo: string | null;
  /** What went wrong beyond the fields. */
  readonly problem: Problem | null;
}

/** Names of the form's fields beside those a visitor fills in. */
export const formFields = {
  intent: 'do',
  registrationId: 'sid',
  captchaKind: 'captchaKind',
  requestedAt: 'captchaAt',
  question: 'captchaQuestion',
} as const;

/** What the form's buttons ask for. */
export type LandingIntent = 'send' | 'apply' | 'image' | 'question';
