import { expect, test } from 'vitest';
import { csvField, csvRow } from './csv.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  [' =1+1', `"' =1+1"`],
  ['＝1+1', `"'＝1+1"`],
  ['+52 55', `"'+52 55"`],
  ['-1+1', `"'-1+1"`],
  ['-12', '"-12"'],
  ['-12.50', '"-12.50"'],
  ['@sum', `"'@sum"`],
  ['\t=1', `"'\t'=1"`],
  ['a "b", c', '"a ""b"", c"'],
  ['=a,"b"', `"'=a,""b"""`],
  ['two\nlines', '"two\nlines"'],
  ['a;=1+1', `"a;'=1+1"`],
  ['a; =1+1', `"a; '=1+1"`],
  ['a;"=1+1"', `"a;""'=1+1"""`],
  ['a\n@sum', `"a\n'@sum"`],
  ['a|-2+3', `"a|'-2+3"`],
  ['a;-12;b', '"a;-12;b"'],
  ['plain', '"plain"'],
])('%j is written so that no spreadsheet runs it, whatever it separates by', (text, field) => {
  expect(csvField(text)).toBe(field);
});

test('a row has a field for each value, texts quoted and numbers not, empty for none', () => {
  expect(csvRow(['a', 1, null, 'b'])).toBe('"a",1,,"b"\n');
});
