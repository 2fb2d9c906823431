import { expect, test } from 'vitest';
import { exactJson } from './exact-json.ts';

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['[-9007199254740992, 9007199254740991]', ['-9007199254740992', 9_007_199_254_740_991]],
  ['{"id":9007199254740993,"text":"9007199254740993"}', { id: '9007199254740993', text: '9007199254740993' }],
  [
    '[1234567890123456.5, 1e300, 0.1234567890123456789]',
    [1_234_567_890_123_456.5, 1e300, 0.123_456_789_012_345_68],
  ],
  ['{"__proto__":12345678901234567890}', JSON.parse('{"__proto__":"12345678901234567890"}')],
  ['{"a":null}', { a: null }],
])('%s', (text, value) => {
  expect(exactJson(text)).toEqual(value);
});

test('digits within a text stay, escapes and all', () => {
  const value = { 'a"1234567890123456789': 'b\\\\" 12345678901234567890 \\', c: [1] };
  expect(exactJson(JSON.stringify(value))).toEqual(value);
});

test.each([
  '01234567890123456789',
  '["1234567890123456',
  '{1234567890123456789:1}x',
  '[12345678901234567890 1]',
])('%s is refused', (text) => {
  expect(() => exactJson(text)).toThrow(SyntaxError);
});

test('what is no JSON is refused', () => {
  expect(() => exactJson('<html>1234567890123456')).toThrow(SyntaxError);
});
