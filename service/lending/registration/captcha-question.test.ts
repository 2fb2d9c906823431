import { expect, test } from 'vitest';
import { captchaQuestionWords } from '#content/messages/captcha-question.ts';
import { isCaptchaText } from '#domain/registration/captcha.ts';
import { seededRandom } from '#tests/setup/seeded-random.ts';
import { drawQuestion } from './captcha.ts';

const random = seededRandom(20_261_120);

const languages = ['zh', 'es', 'en'] as const;

test.each(languages)(
  '[LANG-5] a question in %s is answered by the figures of its numbers, in their order',
  (language) => {
    const { numbers, wrongAnswers, separator } = captchaQuestionWords[language];
    for (let round = 0; round < 50; round += 1) {
      const { question, answer } = drawQuestion(language, random);
      const words = (question.split(/[:：]/)[1] ?? '')
        .replace(/[.。]$/, '')
        .trim()
        .split(separator.trim());
      const wordList = words.map((word) => word.trim());
      expect(wordList).toHaveLength(9);
      expect(wordList.every((word) => wrongAnswers.includes(word) || numbers.includes(word as never))).toBe(
        true,
      );
      const figures = wordList.map((word) => numbers.indexOf(word as never)).filter((index) => index >= 0);
      expect(figures.map((index) => index + 2).join('')).toBe(answer);
      expect(isCaptchaText(answer)).toBe(true);
    }
  },
);

test('questions differ', () => {
  const questions = new Set(Array.from({ length: 100 }, () => drawQuestion('es', random).question));
  expect(questions.size).toBeGreaterThan(95);
});
