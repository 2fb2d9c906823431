import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Database, queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { findOffers } from '../offer/store.ts';
import { findBorrowers } from './store.ts';

const { database } = await testLendingService();
const rowCount = 20_000;

await database.execute(sql`
  insert into borrowers (id, name, address, mobile_phone, market, language, created_at, blocked_at, blocked_by, block_reason)
  select gen_random_uuid(), 'n', 'a', lpad((n % 100)::text, 10, '5'), 'MX', 'es', now(),
    case when n % 200 = 0 then now() end, case when n % 200 = 0 then 'x' end, case when n % 200 = 0 then 'x' end
  from generate_series(1, ${sql.raw(String(rowCount))}) as n`);
await database.execute(sql`
  insert into offers (borrower_id, product_id, amount_minor, deposit_account_ending)
  select id, product, 500000, '4821' from borrowers, (values ('mx-120'), ('mx-90-steps')) as products (product)
  where name = 'n' and (product = 'mx-120' or mobile_phone = '5555555507')`);
await database.execute(sql`analyze borrowers, offers`);

const afterId = '80000000-0000-4000-8000-000000000000';
const after = { borrowerId: afterId, productId: 'mx-120' };
const limit = 51;

/** How many blocks of the database a list read to give a page. */
async function blocksRead(query: (on: Database) => unknown): Promise<number> {
  const built = query(database) as { getSQL(): ReturnType<typeof sql> };
  type Plan = Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
  const [row] = await queryRows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    database,
    sql`explain (analyze, buffers, format json) ${built.getSQL()}`,
  );
  const plan = row?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('no plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

const usual = { mobilePhone: undefined, isBlocked: false, afterId, limit };
const every = { borrowerId: undefined, productId: undefined, after, limit };

test.each([
  ['borrowers', (on: Database) => findBorrowers(on, usual)],
  ['borrowers of a phone', (on: Database) => findBorrowers(on, { ...usual, mobilePhone: '5555555507' })],
  ['blocked borrowers', (on: Database) => findBorrowers(on, { ...usual, isBlocked: true })],
  ['offers', (on: Database) => findOffers(on, every)],
  ['offers of a product', (on: Database) => findOffers(on, { ...every, productId: 'mx-90-steps' })],
  [
    'offers of a borrower',
    (on: Database) => findOffers(on, { ...every, borrowerId: newId(), after: undefined }),
  ],
])('a page from the middle of %s reads little more than the rows it gives', async (_name, query) => {
  expect(await blocksRead(query)).toBeLessThanOrEqual(limit + 10);
});
