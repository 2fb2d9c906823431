import { captchaQuestionWords } from '#content/messages/captcha-question.ts';
import type { CaptchaRequest } from '#contract/calls/registration.ts';
import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import {
  captchaAlphabet,
  captchaLength,
  captchaText,
  isCaptchaText,
  judgeCaptcha,
} from '#domain/registration/captcha.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import type { CallContext } from '../http/answer-call.ts';
import type { Random } from '../ports.ts';
import { isHashOf, keyedHash, type Secrets } from '../secrets.ts';
import { drawCaptcha } from './captcha-image.ts';
import { findSession, type RegistrationSession, replaceCaptcha, updateSession } from './store.ts';
import { templateRules } from './template.ts';

/** Captchas per registration: each allows three guesses, so more would be guessing. */
const captchasMax = 40;

const otherWordsCount = 5;

export function captchaHash(secret: string, sid: string, text: string): string {
  return keyedHash(secret, 'captcha', JSON.stringify([sid, captchaText(text)]));
}

/**
 * A new captcha for a registration, which replaces the one before: a PNG, or a question as plain text (PROMO-4). @throws CodedError
 * 'not-found' for an unknown, expired or complete registration, 'too-many-requests'.
 */
export async function issueCaptcha(
  context: CallContext,
  { registrationId, kind, templateId }: CaptchaRequest,
): Promise<Blob> {
  const { database, clock, configuration, random } = context;
  const question =
    kind === 'question' ? drawQuestion((await templateRules(context, templateId)).language, random) : null;
  const text = question?.answer ?? drawText(random);
  const hash = captchaHash(configuration.masterSecrets[0], registrationId, text);
  const now = clock.now();
  if (!(await replaceCaptcha(database, registrationId, hash, { captchasMax, now }))) {
    const session = await findSession(database, registrationId, now);
    throw new CodedError(session && session.outcome === null ? 'too-many-requests' : 'not-found');
  }
  if (question) return new Blob([question.question], { type: 'text/plain; charset=utf-8' });
  return new Blob([await drawCaptcha(text, random)], { type: 'image/png' });
}

/**
 * Checks a guess at the current captcha, in the transaction that holds the session and commits in any case: the try counts. A right guess
 * uses the captcha up.
 */
export async function guessCaptcha(
  transaction: Transaction,
  session: RegistrationSession,
  { sid, typed }: { readonly sid: string; readonly typed: string },
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<boolean> {
  const { captchaHash: shownHash, issuedAt } = session;
  if (shownHash === null || issuedAt === null || !isCaptchaText(typed)) return false;
  const isRight = () => isHashOf(shownHash, secrets, (secret) => captchaHash(secret, sid, typed));
  const { verdict, state } = judgeCaptcha({ ...session, issuedAt }, isRight, now);
  const isAccepted = verdict === 'accepted';
  await updateSession(transaction, session.id, {
    guessCount: state.guessCount,
    usedAt: state.usedAt,
    ...(isAccepted ? { passedCaptchaHash: shownHash } : {}),
  });
  return isAccepted;
}

function drawText(random: Random): string {
  const characters = Array.from(
    { length: captchaLength },
    () => captchaAlphabet[random.below(captchaAlphabet.length)],
  );
  return characters.join('');
}

interface CaptchaQuestion {
  readonly question: string;
  readonly answer: string;
}

/**
 * A captcha that needs no sight: four numbers among other words, to be typed in figures. It has as many characters as an image's, so the
 * same limits on guessing hold.
 */
export function drawQuestion(language: PromotionLanguage, random: Random): CaptchaQuestion {
  const { question, separator, numbers, wrongAnswers } = captchaQuestionWords[language];
  const drawn = Array.from({ length: captchaLength }, () => random.below(numbers.length));
  const remaining = [...wrongAnswers];
  const words = drawn.map((index) => numbers[index] ?? '');
  for (let count = 0; count < otherWordsCount; count += 1) {
    const [other = ''] = remaining.splice(random.below(remaining.length), 1);
    words.splice(random.below(words.length + 1), 0, other);
  }
  return {
    question: question.replace('{words}', words.join(separator)),
    answer: drawn.map((index) => String(index + 2)).join(''),
  };
}
