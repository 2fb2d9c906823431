import fc from 'fast-check';
import { expect, test } from 'vitest';
import { captchaAlphabet, captchaText, isCaptchaText, judgeCaptcha } from './captcha.ts';

const issuedAt = new Date('2026-11-20T12:00:00Z');
const fresh = { issuedAt, guessCount: 0, usedAt: null };
const after = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1000);

test('a captcha takes three guesses within five minutes and is solved once', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (guesses) => {
      let state: Parameters<typeof judgeCaptcha>[0] = fresh;
      let compared = 0;
      let solved = 0;
      for (const isRight of guesses) {
        const matches = () => {
          compared += 1;
          return isRight;
        };
        const judgement = judgeCaptcha(state, matches, after(1));
        state = judgement.state;
        if (judgement.verdict === 'accepted') solved += 1;
      }
      expect(compared).toBeLessThanOrEqual(3);
      expect(solved).toBeLessThanOrEqual(1);
    }),
  );
  expect(judgeCaptcha(fresh, () => true, after(300)).verdict).toBe('expired');
});

test('small letters and blanks are no mistake, and only four characters of the alphabet are a guess', () => {
  expect(captchaText(' a7 kX ')).toBe('A7KX');
  expect(isCaptchaText('a7kx')).toBe(true);
  for (const text of ['', 'A7K', 'A7KXY', 'A7K0', 'A7KI', 'Ａ7KX']) expect(isCaptchaText(text)).toBe(false);
  for (const confusing of '01OIL') expect(captchaAlphabet).not.toContain(confusing);
});
