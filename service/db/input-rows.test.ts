import { eq, sql } from 'drizzle-orm';
import { bigint, date, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBothDatabases } from '#tests/setup/both-databases.ts';
import { queryRows } from './database.ts';
import { inputRows, insertInputRows, isAnyOf } from './input-rows.ts';
import { newId } from './new-id.ts';

const { both } = await openBothDatabases();
const notes = pgTable('notes', {
  id: uuid('id').notNull(),
  note: text('the note'),
  amountMinor: bigint('amount_minor', { mode: 'number' }),
  day: date('day', { mode: 'string' }),
  at: timestamp('at', { withTimezone: true, mode: 'date' }),
  data: jsonb('data'),
  state: text('state').notNull().default('new'),
});
for (const [, db] of both) {
  await db.execute(sql`create table notes (id uuid not null, "the note" text, amount_minor bigint, day date, at timestamptz,
    data jsonb, state text not null default 'new')`);
}

const aText = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''));
const anInstant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9000-01-01') });
const aRow = fc.record({
  id: fc.constant(null).map(newId),
  note: fc.option(aText),
  amountMinor: fc.option(fc.maxSafeInteger()),
  day: fc.option(anInstant.map((instant) => instant.toISOString().slice(0, 10))),
  at: fc.option(anInstant),
  data: fc.option(fc.dictionary(aText, aText)),
});

describe.each(both)('on %s', (_name, db) => {
  test('rows that are inserted as one parameter are those that were given, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aRow, { minLength: 1, maxLength: 20 }), async (rows) => {
        await db.execute(sql`truncate notes`);
        await db.execute(insertInputRows(notes, rows));
        const list = await db.select().from(notes).orderBy(sql`ctid`);
        expect(list).toEqual(rows.map((row) => ({ ...row, state: 'new' })));
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });

  test('half a surrogate pair is stored as the replacement character, in a text and inside JSON', async () => {
    const id = newId();
    await db.execute(insertInputRows(notes, [{ id, note: 'a\ud800b', data: { of: '\udfff!' } }]));
    const [record] = await db.select().from(notes).where(eq(notes.id, id));
    expect(record).toMatchObject({ note: 'a\ufffdb', data: { of: '\ufffd!' } });
  });

  test('a row that lacks a column has null there, and rows are picked by some of their ids', async () => {
    const [one, other, third] = [newId(), newId(), newId()] as const;
    const rows = [{ id: one, day: '2026-02-28' }, { id: other }, { id: third, day: '2026-03-01' }];
    const input = inputRows('given', { id: 'uuid', day: 'date' }, rows);
    const list = await queryRows(
      db,
      sql`select id, day::text from ${input} where ${isAnyOf(sql`id`, [one, other])}`,
    );
    expect(list).toEqual([
      { id: one, day: '2026-02-28' },
      { id: other, day: null },
    ]);
    expect(await queryRows(db, sql`select id from ${input} where ${isAnyOf(sql`id`, [])}`)).toEqual([]);
  });
});
