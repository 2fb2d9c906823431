import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CodedError } from '../error-code.ts';
import { checkDraft, type DraftContent, hasContent, normalizeContent } from './complaint-draft.ts';

const draft: DraftContent = { typeId: '1', subtypeId: '11', content: 'Llaman de noche.', images: [] };
const order = { allowsCollection: true };

function refusalOf(changes: Partial<DraftContent>, on: typeof order | null = order): string | undefined {
  try {
    checkDraft({ ...draft, ...changes }, on);
    return undefined;
  } catch (error) {
    return (error as CodedError).message;
  }
}

test('a whole draft is taken, with or without an order', () => {
  expect(refusalOf({})).toBeUndefined();
  expect(refusalOf({}, null)).toBeUndefined();
  expect(refusalOf({ typeId: '9', subtypeId: null })).toBeUndefined();
});

test('[COMP-1] collection is refused on an order that does not support it, other types are not', () => {
  expect(refusalOf({}, { allowsCollection: false })).toBe('collection-unsupported');
  expect(refusalOf({ typeId: '2', subtypeId: null }, { allowsCollection: false })).toBeUndefined();
});

test('[COMP-1] collection needs one of its subtypes, and other types have none', () => {
  expect(refusalOf({ subtypeId: null })).toBe('request-invalid: problemSonType');
  expect(refusalOf({ subtypeId: '99' })).toBe('request-invalid: problemSonType');
  expect(refusalOf({ typeId: '2' })).toBe('request-invalid: problemSonType');
  expect(refusalOf({ typeId: '7', subtypeId: null })).toBe('request-invalid: problemType');
});

test.each(['', '   ', '\n\t', '\u200b\u2060', '\u3164', '\u0301', '\ufe0f'])(
  '[COMP-2] %j is no text to send',
  (content) => {
    expect(refusalOf({ content: normalizeContent(content) })).toBe('complaint-empty');
  },
);

test.each(['a', '7', '?', '👍🏽', '中'])('[COMP-2] %s is a text to send', (content) => {
  expect(refusalOf({ content: normalizeContent(content) })).toBeUndefined();
});

test('[COMP-2] 200 characters pass and 201 do not, whatever they are made of', () => {
  for (const character of ['a', 'ñ', 'e\u0301', '👨‍👩‍👧‍👦', '🇲🇽']) {
    expect(refusalOf({ content: character.repeat(200) })).toBeUndefined();
    expect(refusalOf({ content: character.repeat(201) })).toBe('complaint-too-long');
  }
});

test('[COMP-2] nine images pass and ten do not', () => {
  expect(refusalOf({ images: Array(9).fill('x') })).toBeUndefined();
  expect(refusalOf({ images: Array(10).fill('x') })).toBe('complaint-images-exceeded');
});

test('a form and a script send line ends differently and are kept alike', () => {
  expect(normalizeContent(' uno\r\ndos\rtres\n')).toBe('uno\ndos\ntres');
});

test('normalizing leaves nothing a database or a terminal could stumble on, and is done once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const content = normalizeContent(text);
      expect(normalizeContent(content)).toBe(content);
      expect(content.isWellFormed()).toBe(true);
      expect(content).not.toMatch(/[^\P{Cc}\n\t]/u);
      expect(hasContent(content)).toBe(hasContent(text));
    }),
  );
});
