import { expect, test } from 'vitest';
import { requirementIdsIn, testTitles } from './test-titles.ts';

function titlesIn(source: string): string[] {
  return testTitles('some.test.tsx', source);
}

test('titles of every form of test are found', () => {
  expect(
    titlesIn(`
      test('plain', () => { expect(<p />).toBeTruthy(); });
      it("it", () => {});
      test.each([1])('each %i', () => {});
      test.each\`a\${1}\`('table', () => {});
      describe('group', () => { for (const x of xs) test(\`of \${x} here\`, () => {}); });
      test.skipIf(slow)('when fast', () => {});
      borrowerTest('extended', () => {});
    `),
  ).toEqual(['plain', 'it', 'each %i', 'table', 'of … here', 'when fast', 'extended']);
});

test('comments, other strings, groups and tests that do not run are not titles', () => {
  expect(
    titlesIn(`
      // test('comment', () => {});
      describe('group', () => {});
      test.skip('skipped', () => {});
      test.todo('later');
      pattern.test('a string');
      const title = "test('quoted')";
    `),
  ).toEqual([]);
});

test('a file that cannot be read is an error, not a file without tests', () => {
  expect(() => titlesIn('test(')).toThrow('some.test.tsx');
});

test('a title names IDs in brackets, also several', () => {
  expect(requirementIdsIn('[ABC-1] [DE-23] not ABC-4, [x-5] or [FG]')).toEqual(['ABC-1', 'DE-23']);
});
