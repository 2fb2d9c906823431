import { and, eq, ne, or, sql } from 'drizzle-orm';
import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { openBothDatabases } from '#tests/setup/both-databases.ts';
import { type Database, queryRows } from './database.ts';
import { jsonRow } from './json-rows.ts';
import { prepareRow } from './prepared-row.ts';

const { both } = await openBothDatabases();
const [[, postgres]] = both;
const notes = pgTable('notes', {
  author: text('author').notNull(),
  body: text('body').notNull(),
  isKept: boolean('is_kept').notNull(),
});
for (const [, db] of both) {
  await db.execute(sql`create table notes (author text, body text, is_kept boolean)`);
  await db.insert(notes).values([
    { author: 'ana', body: "it's $1", isKept: true },
    { author: 'ana', body: 'other', isKept: true },
    { author: 'ben', body: "it's $1", isKept: false },
  ]);
}

const author = sql.placeholder('author');

function reading(db: Database) {
  return prepareRow(db, {
    row: jsonRow({ author: notes.author, body: notes.body }),
    from: (select) =>
      select
        .from(notes)
        .where(
          and(
            eq(notes.author, author),
            or(eq(notes.author, author), ne(notes.author, author)),
            eq(notes.body, sql.placeholder('body')),
            eq(notes.body, "it's $1"),
            eq(notes.isKept, true),
          ),
        ),
  });
}

describe.each(both)('on %s', (_name, db) => {
  test('the row for some values is read, whatever stands more than once or is a constant', async () => {
    const read = reading(db);
    expect(await read(db, { author: 'ana', body: "it's $1" })).toEqual({ author: 'ana', body: "it's $1" });
    expect(await read(db, { author: 'ana', body: 'other' })).toBeUndefined();
    expect(await read(db, { author: 'ben', body: "it's $1" })).toBeUndefined();
  });
});

test('PostgreSQL is given each value once, and no constant', async () => {
  const read = reading(postgres);
  // What is asked again and again is prepared.
  for (let time = 0; time < 5; time += 1) await read(postgres, { author: 'ana', body: 'other' });
  const rows = await queryRows<{ count: number }>(
    postgres,
    sql`select cardinality(parameter_types) as count from pg_prepared_statements where statement like '%from "notes"%'`,
  );
  expect(rows).toEqual([{ count: 2 }]);
});
