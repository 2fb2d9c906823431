import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { localDate } from '#domain/calendar.ts';
import { wholeQueue } from '#domain/matter/matter.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { askedOf } from '#tests/setup/list-requests.ts';
import { isReading, openRecordedDatabase } from '#tests/setup/statement-plans.ts';

const connection = await openPostgresDatabase();
const filling = await connectDatabase({ databaseUrl: connection.url }, generousLimits);
const recorded = openRecordedDatabase(connection.url);
afterAll(async () => {
  await recorded.close();
  await filling.close();
  await connection.close();
});
const { desk, person } = askedOf(recorded.db, { loans: 100, through: localDate('2026-11-20') });

const open = 200;

/** Has so many messages there in all, of which a few wait, spread over the time of the others. */
async function fillTo(from: number, to: number): Promise<void> {
  await filling.db.execute(sql`insert into contact_messages (id, name, telephone, email, remark, state, received_at)
    select gen_random_uuid(), 'Eva', '55', 'eva@correo.test', 'Hola', case when n <= ${open} then 'open' else 'closed' end,
      timestamptz '2026-11-20' - (n * 37 % 500000) * interval '1 minute' from generate_series(${from}::integer, ${to}::integer) as n`);
  await filling.db.execute(sql`analyze contact_messages`);
}

/** The rows and pages of 8 kB that are looked at for something. */
async function costOf(work: () => Promise<unknown>) {
  const statements = (await recorded.statementsOf(work)).filter(isReading);
  const plans = await Promise.all(statements.map((statement) => recorded.planOf(statement)));
  return {
    rows: plans.flatMap(({ scans }) => scans).reduce((sum, { rows }) => sum + rows, 0),
    blocks: plans.reduce((sum, { blocks }) => sum + blocks, 0),
  };
}

const page = () => desk.matters.list(person, wholeQueue, { cursor: '', limit: 50 });
const counts = () => desk.matters.count(person, wholeQueue);
const place = async () => {
  const { nextCursor } = await page();
  const kind = { ...wholeQueue, kind: 'message' as const };
  return desk.matters.place(person, kind, nextCursor ?? '');
};
const ended = () =>
  desk.matters.list(person, { ...wholeQueue, kind: 'message', isEnded: true }, { cursor: '', limit: 50 });

test('a page of the queue, its counts, a place in it and what is over cost the same among a million matters as among ten thousand', async () => {
  await fillTo(1, 10_000);
  await filling.db.execute(sql`vacuum contact_messages`);
  const few = [await costOf(page), await costOf(counts), await costOf(ended), await costOf(place)];
  await fillTo(10_001, 1_000_000);
  await filling.db.execute(sql`vacuum contact_messages`);
  const many = [await costOf(page), await costOf(counts), await costOf(ended), await costOf(place)];
  for (const [index, { rows, blocks }] of many.entries()) {
    expect(rows, `rows of ${index}: ${few[index]?.rows}`).toBeLessThanOrEqual(
      (few[index]?.rows ?? 0) * 1.1 + 5,
    );
    expect(blocks, `blocks of ${index}: ${few[index]?.blocks}`).toBeLessThanOrEqual(
      (few[index]?.blocks ?? 0) * 2 + 20,
    );
  }
  expect((await counts()).get('message')?.all).toBe(open);
  expect(await place()).toEqual({ all: open, before: 49, after: open - 50, isHere: true });
}, 240_000);
