import { captchaQuestionWords } from '#content/messages/captcha-question.ts';
import { captchaLength } from '#domain/registration/captcha.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import type { Random } from '../ports.ts';

/** A captcha in words and what answers it. */
export interface CaptchaQuestion {
  readonly question: string;
  readonly answer: string;
}

const otherWordsCount = 5;

/**
 * A captcha that needs no sight: four numbers among other words, to be written in figures. It is as long as the text of
 * an image, so the same limits hold for guessing it.
 */
export function drawQuestion(language: PromotionLanguage, random: Random): CaptchaQuestion {
  const { question, separator, numbers, others } = captchaQuestionWords[language];
  const drawn = Array.from({ length: captchaLength }, () => random.below(numbers.length));
  const remaining = [...others];
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
