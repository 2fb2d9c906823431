import { and, eq, ne, or, sql } from 'drizzle-orm';
import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/postgres.ts';
import { connectDatabase } from './connect.ts';
import { queryRows } from './database.ts';
import { jsonRow } from './json-rows.ts';
import { prepareRow } from './prepared-row.ts';

const postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
const operator = await connectDatabase({ databaseUrl: postgres.url });
const embedded = await connectDatabase({ memory: true });
const both = [
  ['PostgreSQL', operator.db],
  ['the embedded database', embedded.db],
] as const;
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
afterAll(async () => {
  await operator.close();
  await embedded.close();
  await postgres.drop();
});

const author = sql.placeholder('author');

function reading(db: (typeof both)[number][1]) {
  return prepareRow(db, 'note', {
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
    expect(await read({ author: 'ana', body: "it's $1" })).toEqual({ author: 'ana', body: "it's $1" });
    expect(await read({ author: 'ana', body: 'other' })).toBeUndefined();
    expect(await read({ author: 'ben', body: "it's $1" })).toBeUndefined();
  });
});

test('PostgreSQL is given each value once, and no constant', async () => {
  await reading(operator.db)({ author: 'ana', body: 'other' });
  const found = await queryRows<{ count: number }>(
    operator.db,
    sql`select cardinality(parameter_types) as count from pg_prepared_statements where name = 'note'`,
  );
  expect(found).toEqual([{ count: 2 }]);
});
