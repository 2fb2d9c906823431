import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { copiedTables, keyedTables, unlistedTables } from '#db/citus/layout.ts';
import { queryRows } from '#db/database.ts';
import { openPostgresDatabase } from './lending-databases.ts';
import { judgedDatabase, takeFaultyStatements } from './service-statements.ts';
import { shardFaultsOf } from './shard-rules.ts';

const one = '0192f000-0000-7000-8000-000000000001';
const other = '0192f000-0000-7000-8000-000000000002';
const oldest = `(select min(due_date) from instalments as unpaid where unpaid.loan_id = loans.id and unpaid.borrower_id`;

test.each([
  [
    'keyed tables are joined without the borrower',
    'select from loans join quotes on quotes.id = loans.quote_id where loans.borrower_id = $1',
  ],
  [
    'keyed tables are joined without the borrower',
    'select from loans where borrower_id = $1 and exists (select from ratings where ratings.loan_id = loans.id)',
  ],
  [
    'keyed tables are joined without the borrower',
    'select from loans, quotes where loans.borrower_id = $1 and quotes.borrower_id = $2',
  ],
  [
    'a statement of one borrower asks all machines',
    `select ${oldest} = loans.borrower_id) from loans where id = $2 and borrower_id = $1`,
  ],
  ['keyed rows are locked without their borrower', 'select from loans where id = $1 for update skip locked'],
  [
    'keyed rows are locked without their borrower',
    'select from loans where borrower_id = any($1) for update',
  ],
  ['keyed rows are changed without their borrower', 'update saved_cards set removed_at = $1 where id = $2'],
  ['keyed rows are changed without their borrower', 'delete from card_savings where started_at < $1'],
  [
    'a subselect says whose row it is',
    'select from offers where borrower_id = (select borrower_id from offers where product_id = $1)',
  ],
  [
    'a subselect says whose row it is',
    'select from offers where borrower_id in (select borrower_id from quotes where id = $1)',
  ],
  [
    'keyed and unkeyed tables stand in one statement',
    'select from provider_events left join loans on loans.id = provider_events.loan_id',
  ],
  [
    'rows are told by ctid',
    'delete from quotes where borrower_id = $1 and ctid = any(array(select ctid from quotes where borrower_id = $1))',
  ],
  [
    'a write of several tables is one statement',
    'with used as (update quotes set loan_id = $1 where id = $2 and borrower_id = $3) insert into ratings (borrower_id) values ($3)',
  ],
  [
    'keyed rows are looked up for a page that is cut',
    `select (select sum(fee_charged_minor) from instalments where instalments.borrower_id = page.borrower_id)
      from (select borrower_id from loans order by id limit 5) as page`,
  ],
  [
    'a subselect beside a copied table looks at keyed rows',
    `select from loans where exists (select from desk_notes where desk_notes.loan_id = loans.id
      and not exists (select from desk_notes as later where later.loan_id = loans.id and later.written_at > desk_notes.written_at))`,
  ],
  [
    'a value of a new row is a subselect',
    'insert into repay_tokens (borrower_id, payment_count) values ($1, (select count(*) from ratings where borrower_id = $1))',
  ],
  [
    'a change works a value out by the clock or the session',
    'update saved_cards set removed_at = coalesce(removed_at, now()) where borrower_id = $1',
  ],
] as const)('a statement is refused: %s', (fault, text) => {
  expect(shardFaultsOf(text, [one, other, one])).toContain(fault);
});

test.each([
  'select from loans join quotes on quotes.id = loans.quote_id and quotes.borrower_id = loans.borrower_id where loans.borrower_id = $1 for update of loans',
  'select from loans join quotes using (borrower_id) join products using (product_id) where status = $1',
  `select ${oldest} = $1) from loans where borrower_id = $1`,
  `select ${oldest} = loans.borrower_id) from loans where status = $2`,
  'select (select count(*) from loans), (select count(*) from payment_claims)',
  'update loans set changed_at = $3 from json_to_recordset($2) as change (id uuid) where loans.id = change.id and loans.borrower_id = $1',
  'delete from card_savings where borrower_id = any($1) and id = any($2)',
  'update job_leases set ended_at = clock_timestamp() where job = $1',
  'select from provider_events left join loan_numbers on loan_numbers.loan_id = provider_events.loan_id for update',
  '(select id from loans order by id limit 9) union all (select id from provider_events order by id limit 9)',
  'with page as (select * from loans order by id limit 9) select from page join products using (product_id)',
])('a statement is asked of one machine, or reads from all: %s', (text) => {
  expect(shardFaultsOf(text, [one, other, one])).toEqual([]);
});

test('what a service asks is judged, in a transaction and without, and fails the test that has it asked', async () => {
  const postgres = await openPostgresDatabase();
  const database = judgedDatabase(postgres.db);
  try {
    await database.execute(sql`select from loans where id = ${one}`);
    await database.execute(sql`delete from card_savings where id = ${one}`);
    const faulty = takeFaultyStatements();
    expect(faulty).toHaveLength(1);
    expect(faulty[0]).toMatch(/^keyed rows are changed without their borrower: delete from card_savings/);
    await database.execute(sql`delete from card_savings where id = ${one}`);
    expect(takeFaultyStatements(), 'also when the test is tried again').toEqual(faulty);
  } finally {
    await postgres.close();
  }
});

test('keyed tables are those with the borrower in their key, and every table that is named is there', async () => {
  const postgres = await openPostgresDatabase();
  try {
    const tables = await queryRows<{ name: string; isKeyed: boolean }>(
      postgres.db,
      sql`select relname as name, coalesce(bool_or(attname = 'borrower_id'), false) as "isKeyed"
        from pg_class left join pg_index on indrelid = pg_class.oid and indisprimary
        left join pg_attribute on attrelid = pg_class.oid and attnum = any(indkey)
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition group by relname`,
    );
    const keyed = tables.flatMap(({ name, isKeyed }) => (isKeyed ? [name] : []));
    expect([...keyedTables].sort()).toEqual(keyed.sort());
    const names = tables.map(({ name }) => name);
    expect([...copiedTables, ...unlistedTables].filter((name) => !names.includes(name))).toEqual([]);
  } finally {
    await postgres.close();
  }
});
