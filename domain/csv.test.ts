import { expect, test } from 'vitest';
import { csvField, csvRow } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+52 55', "'+52 55"],
  ['-1+1', "'-1+1"],
  ['-12', '-12'],
  ['@sum', "'@sum"],
  ['\t=1', "'\t=1"],
  ['a "b", c', '"a ""b"", c"'],
  ['=a,"b"', '"\'=a,""b"""'],
  ['two\nlines', '"two\nlines"'],
])('%j is written so that no spreadsheet runs it', (text, field) => {
  expect(csvField(text)).toBe(field);
});

test('a row has a field for each value, empty for none', () => {
  expect(csvRow(['a', 1, null, 'b'])).toBe('a,1,,b\n');
});
