import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countGraphemes } from '#domain/graphemes.ts';
import { limitText } from './limit-text.ts';

test('[COMP-2] what is typed beyond the limit at the end is ignored', () => {
  expect(limitText({ value: 'abcdef', caret: 6 }, 5)).toEqual({ value: 'abcde', caret: 5 });
  expect(limitText({ value: 'abcde', caret: 2 }, 5)).toEqual({ value: 'abcde', caret: 2 });
});

test('[COMP-2] what is pasted too much in the middle goes, and nothing written earlier', () => {
  expect(limitText({ value: 'abXYZcde', caret: 5 }, 6)).toEqual({ value: 'abXcde', caret: 3 });
});

test('[COMP-2] an emoji is one character, and never cut in two', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(limitText({ value: family.repeat(3), caret: family.length * 3 }, 2)).toEqual({
    value: family.repeat(2),
    caret: family.length * 2,
  });
});

test('[COMP-2] no edit leaves more than the limit, and the caret stays within the text', () => {
  const characters = fc.array(fc.constantFrom('a', ' ', 'é', 'e\u0301', '👍🏽', '🇲🇽', '\n'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(characters, characters, fc.nat({ max: 20 }), (before, after, limit) => {
      const head = before.join('');
      const limited = limitText({ value: head + after.join(''), caret: head.length }, limit);
      expect(countGraphemes(limited.value)).toBeLessThanOrEqual(limit);
      expect(limited.caret).toBeLessThanOrEqual(head.length);
      const isWhole = countGraphemes(head + after.join('')) <= limit;
      if (isWhole) expect(limited.value).toBe(head + after.join(''));
    }),
  );
});
