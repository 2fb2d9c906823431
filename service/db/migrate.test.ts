import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/postgres.ts';
import { connectDatabase, type DatabaseConnection, generousLimits } from './connect.ts';
import { queryRows } from './database.ts';
import { MigrationError, migrate, migrationsFolder } from './migrate.ts';
import { newId } from './new-id.ts';

// The package gives every array a method, which the other tests of this worker must not see.
Reflect.deleteProperty(Array.prototype, 'random');

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

async function emptyPostgres(): Promise<string> {
  const { url, drop } = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  closers.push(drop);
  return url;
}

async function open(databaseUrl: string): Promise<DatabaseConnection> {
  const connection = await connectDatabase({ databaseUrl }, generousLimits);
  closers.unshift(() => connection.close());
  return connection;
}

/** A database that has the migrations before one whose text has some words in it, and what gives it the others. */
async function migratedUntil(words: string) {
  const { db } = await open(await emptyPostgres());
  const migrations = readMigrationFiles({ migrationsFolder });
  const at = migrations.findIndex(
    ({ sql: statements }, place) => place > 0 && statements.join().includes(words),
  );
  const run = async (some: typeof migrations) => {
    for (const statement of some.flatMap((migration) => migration.sql)) await db.execute(sql.raw(statement));
  };
  await run(migrations.slice(0, at));
  return { db, migrateOn: () => run(migrations.slice(at)) };
}

test('two processes that start at once migrate once', async () => {
  const url = await emptyPostgres();
  const [one, other] = await Promise.all([open(url), open(url)]);
  const applied = await Promise.all([migrate(one.db), migrate(other.db)]);
  expect(applied.toSorted((a, b) => a - b)[0]).toBe(0);
  expect(Math.max(...applied)).toBeGreaterThan(0);
  expect(await migrate(one.db)).toBe(0);
});

test('a database that other migrations made is refused, and nothing of it is changed', async () => {
  const { db } = await open(await emptyPostgres());
  await migrate(db);
  await db.execute(sql`update drizzle.__drizzle_migrations set hash = 'of another edition'`);
  await expect(migrate(db)).rejects.toThrow(MigrationError);
  const rows = await queryRows<{ hash: string }>(db, sql`select hash from drizzle.__drizzle_migrations`);
  expect(new Set(rows.map(({ hash }) => hash))).toEqual(new Set(['of another edition']));
});

/** What each migration of a version was that was given out, as SHA-256 in hexadecimal. */
const givenOut: Readonly<Record<string, string>> = {
  '0000_first-schema': 'e5a21bfa98b9591b2c5fe94d784640f6eedd74288a9331bf061e21ef0ec0defa',
};

test('a migration that was given out stays as it was, since databases made by it are refused otherwise', async () => {
  for (const [name, hash] of Object.entries(givenOut)) {
    const file = new URL(`./migrations/${name}.sql`, import.meta.url);
    expect([
      name,
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ]).toEqual([name, hash]);
  }
});

test('payments of before get their keys, one each, and those that may be one are noted', async () => {
  const { db, migrateOn } = await migratedUntil('');
  // Payments alone, without the loans that they are on.
  await db.execute(sql`alter table provider_events drop constraint provider_events_loan_id_same_borrower`);
  await db.execute(sql`insert into provider_events (id, provider, event_id, borrower_id, loan_id, reference, amount_minor,
      currency, paid_at, received_at, outcome, tracking_key)
    select gen_random_uuid(), provider, event_id, loan, loan, 'code', 500, 'MXN', paid_at::timestamptz,
      timestamptz '2026-11-20T00:00:00Z' + place * interval '1 second', 'posted', tracking_key
    from (values (1, '00000000-0000-7000-8000-000000000001'::uuid, 'by-hand:store', 'fol-1 x', null, '2026-11-20T12:00:00-06:00'),
      (2, '00000000-0000-7000-8000-000000000001'::uuid, 'conekta', 'charge1', null, '2026-11-20T23:59:00-06:00'),
      (3, '00000000-0000-7000-8000-000000000002'::uuid, 'spei', 'n1', 'MBAN1', '2026-11-20T12:00:00-06:00'),
      (4, '00000000-0000-7000-8000-000000000003'::uuid, 'spei', 'n2', 'mban1', '2026-11-20T12:00:00-06:00'),
      (5, '00000000-0000-7000-8000-000000000002'::uuid, 'razorpay', 'pay_1', null, '2026-11-20T12:00:00-06:00'),
      (6, '00000000-0000-7000-8000-000000000002'::uuid, 'bank', 'e1', null, '2026-11-21T00:00:00-06:00')
    ) as paid (place, loan, provider, event_id, tracking_key, paid_at)`);
  await migrateOn();
  const rows = await queryRows<{ event: string; key: string | null; equal: string | null }>(
    db,
    sql`select event.event_id as event, event.tracking_key as key, earlier.event_id as equal
      from provider_events as event left join provider_events as earlier on earlier.id = event.double_of
      order by event.received_at`,
  );
  expect(rows.map(({ event, key, equal }) => [event, key, equal])).toEqual([
    ['fol-1 x', 'FOL1X', null],
    ['charge1', 'charge1', 'fol-1 x'],
    ['n1', 'MBAN1', null],
    ['n2', null, null],
    ['pay_1', 'pay_1', null],
    ['e1', null, null],
  ]);
});

test('money that waits for a loan, or to be sent back, opens its accounts, and no other does', async () => {
  const { db, migrateOn } = await migratedUntil('CREATE TABLE "cash_movements"');
  await db.execute(sql`alter table provider_events drop constraint provider_events_loan_id_same_borrower`);
  await db.execute(sql`insert into provider_events (id, provider, event_id, borrower_id, loan_id, reference, amount_minor,
      currency, paid_at, received_at, outcome, reversed_at)
    select md5(event_id)::uuid, provider, event_id, loan, loan, 'code', amount, currency, now(), now(), outcome,
      case outcome when 'reversed' then now() end
    from (values ('spei', 'waits', null::uuid, 500, 'MXN', 'unmatched'), ('razorpay', 'waits too', null, 70, 'INR', 'unmatched'),
      ('spei', 'posted', '00000000-0000-7000-8000-000000000001', 30, 'MXN', 'posted'),
      ('spei', 'set aside', null, 900, 'MXN', 'reversed'), ('spei', 'sent', null, 11, 'MXN', 'reversed'),
      ('spei', 'taken back', null, 13, 'MXN', 'reversed')
    ) as paid (provider, event_id, loan, amount, currency, outcome)`);
  await db.execute(sql`insert into refunds (id, refund_key, event_id, amount_minor, currency, state, reason, requested_by, requested_at,
      reference, sent_at)
    select gen_random_uuid(), event_id, id, amount_minor, currency, case event_id when 'sent' then 'sent' else 'requested' end, 'x',
      'host', now(), case event_id when 'sent' then 'T' end, case event_id when 'sent' then now() end
    from provider_events where event_id in ('set aside', 'sent')`);
  await migrateOn();
  const sums = await queryRows<{ of: string; sum: string }>(
    db,
    sql`select currency || ' ' || account as of, sum(amount)::text as sum from cash_movements cross join lateral (values
        (debit_account, amount_minor), (credit_account, -amount_minor)) as side (account, amount)
      group by 1 having sum(amount) <> 0 order by 1`,
  );
  expect(sums.map(({ of, sum }) => [of, sum])).toEqual([
    ['INR clearing:razorpay', '70'],
    ['INR unmatched', '-70'],
    ['MXN clearing:spei', '1400'],
    ['MXN refund-payable', '-900'],
    ['MXN unmatched', '-500'],
  ]);
});

test('a database of 0.2.0 with a payment that is there twice stays as it is until one of them is gone', async () => {
  const { db } = await open(await emptyPostgres());
  const [first, ...later] = readMigrationFiles({ migrationsFolder });
  for (const statement of first?.sql ?? []) await db.execute(sql.raw(statement));
  await db.execute(sql`create schema drizzle`);
  await db.execute(
    sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${first?.hash}, ${first?.folderMillis})`,
  );
  const insert = (
    id: string,
    eventId: string,
  ) => sql`insert into provider_events (id, provider, event_id, reference, amount_minor,
    currency, paid_at, received_at, outcome) values (${id}, 'spei', ${eventId}, 'code', 500, 'MXN', now(), now(), 'unmatched')`;
  const ids = [1, 2, 3].map((place) => `00000000-0000-7000-8000-00000000000${place}`) as [
    string,
    string,
    string,
  ];
  const setReady = (isReady: boolean) =>
    db.execute(
      sql`update pg_index set indisready = ${isReady} where indexrelid = 'provider_events_once'::regclass`,
    );
  await db.execute(insert(ids[0], 'n1'));
  await db.execute(insert(ids[1], 'n2'));
  // The index does not know of it, as one in which it stands elsewhere by another order of texts.
  await setReady(false);
  await db.execute(insert(ids[2], 'n1'));
  await setReady(true);
  await expect(migrate(db)).rejects.toThrow(
    `provider_events(provider, event_id): 2 rows, id: ${ids[0]}; ${ids[2]}`,
  );
  expect(await db.$count(sql`drizzle.__drizzle_migrations`)).toBe(1);
  expect(await db.$count(sql`provider_events`)).toBe(3);
  await db.execute(sql`delete from provider_events where id = ${ids[2]}`);
  expect(await migrate(db)).toBe(later.length);
  const [index] = await queryRows<Record<string, unknown>>(
    db,
    sql`select indisvalid and indisunique as "isWhole", (select collname from pg_collation where oid = indcollation[1]) as "order"
      from pg_index where indexrelid = 'provider_events_once'::regclass`,
  );
  expect(index).toEqual({ isWhole: true, order: 'C' });
  await expect(db.execute(insert(ids[2], 'n1'))).rejects.toThrow();
});

test('deposits in files that were taken for one because their clave is one wait for a person, each once', async () => {
  const { db, migrateOn } = await migratedUntil('deposits that were taken for one');
  const [one, two] = [newId(), newId()];
  await db.execute(sql`insert into settlement_files (id, source, name, digest, currency, from_day, through_day, line_count, read_at, read_by)
    values (${one}, 'spei', 'one', 'a', 'MXN', '2026-11-20', '2026-11-20', 4, '2026-11-21T00:00:00Z', 'ana'),
      (${two}, 'spei', 'two', 'b', 'MXN', '2026-11-20', '2026-11-27', 3, '2026-11-28T00:00:00Z', 'ana')`);
  await db.execute(sql`insert into settlement_lines (file_id, line_number, source, kind, identity, keys, reference, day, amount_minor,
      fee_minor, state)
    select case file when 1 then ${one}::uuid else ${two}::uuid end, line, 'spei', 'payment', 'MBAN1', string_to_array(keys, ' '), '', day::date, amount, 0, state
    from (values (1, 1, 'MBAN1 7', '2026-11-20', 500, 'matched'), (1, 2, 'MBAN1 8', '2026-11-20', 500, 'repeated'),
      (1, 3, 'MBAN1', '2026-11-20', 500, 'repeated'), (1, 4, 'MBAN1', '2026-11-20', 900, 'repeated'),
      (2, 1, 'MBAN1 7', '2026-11-20', 500, 'repeated'), (2, 2, 'MBAN1 8', '2026-11-20', 500, 'repeated'),
      (2, 3, 'MBAN1 9', '2026-11-27', 500, 'repeated')) as line (file, line, keys, day, amount, state)`);
  await migrateOn();
  const lines = await queryRows<{ line: string }>(
    db,
    sql`select file.name || line_number || ' ' || state || ' ' || identity as line
      from settlement_lines join settlement_files as file on file.id = file_id order by file.name, line_number`,
  );
  expect(lines.map(({ line }) => line)).toEqual([
    ...[
      'one1 matched MBAN1',
      'one2 missing-here 8',
      'one3 repeated MBAN1',
      'one4 missing-here MBAN1::2026-11-20',
    ],
    ...['two1 repeated MBAN1', 'two2 repeated MBAN1', 'two3 missing-here 9'],
  ]);
  const counts = await queryRows(db, sql`select open_count as open from settlement_files order by name`);
  expect(counts).toEqual([{ open: 2 }, { open: 1 }]);
});

const promises = {
  es: 'Estamos revisando su queja y necesitamos más tiempo. Le escribimos en cuanto tengamos la respuesta.',
  en: 'We are looking into your complaint and need more time. We will write as soon as we have the answer.',
};

test('a complaint answered with the ready text that only asks for time waits for its answer again', async () => {
  const { db, migrateOn } = await migratedUntil('"interim_answers"');
  await db.execute(sql`alter table complaints drop constraint complaints_borrower_id_borrowers_id_fk`);
  await db.execute(sql`insert into complaints (id, serial_number, folio, borrower_id, type_id, content, submission_hash, state,
      filed_at, reviewed_at, answered_at, closed_at, reply)
    select md5(folio)::uuid, place, folio, '00000000-0000-7000-8000-000000000001', '2', 'x', hash, state, now(), now(),
      case when reply is not null then timestamptz '2026-11-20T12:00:00.5Z' end, case state when 'closed' then now() end, reply
    from (values (1, 'promised', 'h1', 'answered', ${promises.es}), (2, 'closed', 'h2', 'closed', ${promises.en}),
      (3, 'answered', 'h3', 'answered', 'Listo.'), (4, 'filed again', 'h4', 'answered', ${promises.es}),
      (5, 'the same', 'h4', 'received', null)) as complaint (place, folio, hash, state, reply)`);
  await migrateOn();
  const rows = await queryRows<Record<string, unknown>>(
    db,
    sql`select folio, state, reply, interim_answers as interim from complaints where answered_at is null order by serial_number`,
  );
  const sentAt = '2026-11-20T12:00:00.500Z';
  expect(rows).toEqual([
    {
      folio: 'promised',
      state: 'in-review',
      reply: null,
      interim: [{ text: promises.es, sentAt }],
    },
    { folio: 'closed', state: 'in-review', reply: null, interim: [{ text: promises.en, sentAt }] },
    { folio: 'the same', state: 'received', reply: null, interim: [] },
  ]);
});

test('the embedded database gets the same tables', async () => {
  const tables = sql`select table_name as name from information_schema.tables
    where table_schema = 'public' order by table_name`;
  const postgres = await open(await emptyPostgres());
  const embedded = await connectDatabase({ memory: true });
  await Promise.all([migrate(postgres.db), migrate(embedded.db)]);
  const names = await queryRows(embedded.db, tables);
  expect(names).toEqual(await queryRows(postgres.db, tables));
  expect(names).toContainEqual({ name: 'ledger_postings' });
  await embedded.close();
});

test('the migrations make what the schema declares', async () => {
  const folder = new URL('./migrations/meta/', import.meta.url);
  const { entries } = JSON.parse(await readFile(new URL('_journal.json', folder), 'utf8'));
  const last = `${String(entries.at(-1).idx).padStart(4, '0')}_snapshot.json`;
  // Of the snapshots the next migration needs the newest alone: `npm run migration` removes the others.
  expect((await readdir(folder)).sort()).toEqual([last, '_journal.json'].sort());
  const migrated = JSON.parse(await readFile(new URL(last, folder), 'utf8'));
  const modules = import.meta.glob<Record<string, unknown>>('./schema/*.ts', { eager: true });
  const declared = generateDrizzleJson(Object.assign({}, ...Object.values(modules)));
  expect(await generateMigration(migrated, declared)).toEqual([]);
});
