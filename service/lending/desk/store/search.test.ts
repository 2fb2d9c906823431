import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { queryRows } from '#db/database.ts';
import { isOneLetterOff } from '#domain/desk/name-match.ts';
import { openEmbeddedDatabase } from '#tests/setup/lending-databases.ts';

const { db: database, close } = await openEmbeddedDatabase();
afterAll(close);
const letter = fc.constantFrom(...'abcñकीவ');
const word = fc.array(letter, { minLength: 4, maxLength: 9 });

test('the index finds each name that differs from what is typed by one letter', async () => {
  const pairs = fc
    .sample(fc.tuple(word, fc.nat(8), letter, fc.constantFrom(0, 1, 2, 3)), 400)
    .map(([letters, place, other, kind]) => {
      const at = place % letters.length;
      const turned = letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse());
      const typed = [
        letters.toSpliced(at, 0, other),
        letters.toSpliced(at, 1),
        letters.with(at, other),
        turned,
      ];
      return [letters.join(''), (typed[kind] ?? letters).join('')] as const;
    })
    .filter(([name, typed]) => isOneLetterOff(name, typed));
  const missed = await queryRows(
    database,
    sql`select * from jsonb_to_recordset(${JSON.stringify(pairs.map(([name, typed]) => ({ name, typed })))}::jsonb)
      as pair(name text, typed text)
      where not search_keys(search_words(name)) @@ search_query(search_words(typed), true)`,
  );
  expect(pairs.length).toBeGreaterThan(200);
  expect(missed).toEqual([]);
});

test('words are the same however they are written', async () => {
  const spellings = [
    ['JOSÉ-MARÍA', 'José María', 'Jose\u0301 maria'],
    ['ज़ीनत', 'ज\u093cीनत'],
    ['Ёлка', 'ЕЛКА'],
    ['مُحَمَّد', 'محمد'],
    ['D’Souza', "d'souza", 'DSouza'],
  ];
  for (const [first = '', ...others] of spellings)
    for (const other of others)
      expect(
        await queryRows(database, sql`select search_words(${first}) = search_words(${other}) as "isSame"`),
        other,
      ).toEqual([{ isSame: true }]);
});
