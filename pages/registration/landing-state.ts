import type { RegistrationFields } from '#domain/registration/registration-form.ts';
import type { Unanswered } from '../keeping-input.ts';
import type { Problem } from '../problem.ts';
import type { CaptchaView, LandingAnswer } from './landing-answer.ts';

/** How the landing page's form stands, after what the server answered and what was tapped since. */
export interface LandingState {
  readonly registrationId: string;
  readonly typed: RegistrationFields;
  readonly captcha: CaptchaView;
  /** Grows when what was typed for the captcha has to go. */
  readonly captchaRound: number;
  readonly fault: LandingAnswer['fault'];
  readonly problem: Problem | null;
  /** The answer to the last code that was sent; null before. */
  readonly sent: LandingAnswer | null;
}

/** The form as the page was loaded. */
export function startingState(registrationId: string, requestedAtMs: number): LandingState {
  return {
    registrationId,
    typed: { mobile: '', captcha: '', smsCode: '' },
    captcha: { kind: 'image', requestedAtMs },
    captchaRound: 0,
    fault: null,
    problem: null,
    sent: null,
  };
}

/** The form after an answer; without one only the problem changes, and all that was entered stays (CALL-8). */
export function afterAnswer(state: LandingState, answer: LandingAnswer | Unanswered): LandingState {
  if (!('captcha' in answer)) return { ...state, fault: null, problem: answer.problem };
  const isCleared = answer.typed.captcha === '' && answer.captcha.kind !== 'passed';
  return {
    ...answer,
    captchaRound: state.captchaRound + (isCleared ? 1 : 0),
    sent: answer.sentTo === null ? state.sent : answer,
  };
}

/** The form with another image, asked for in the browser (PROMO-4). */
export function withNewImage(state: LandingState, requestedAtMs: number): LandingState {
  return {
    ...state,
    typed: { ...state.typed, captcha: '' },
    captcha: { kind: 'image', requestedAtMs },
    captchaRound: state.captchaRound + 1,
    fault: null,
    problem: null,
  };
}

/** The form with a field at fault, found in the browser (PROMO-3). */
export function withFault(state: LandingState, field: keyof RegistrationFields, words: string): LandingState {
  return { ...state, fault: { field, words }, problem: null };
}
