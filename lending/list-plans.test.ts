import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { listLoans } from '#contract/host/loan.ts';
import { queryRows } from '#db/database.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { fillPortfolio, portfolioId } from '#fixtures/portfolio.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { rowCounts } from '#tests/setup/lending-journeys.ts';
import { askedOf, deskRequests, hostRequests, keysOf, type ListRequest } from '#tests/setup/list-requests.ts';
import { isReading, openRecordedDatabase } from '#tests/setup/statement-plans.ts';
import { reconcileAll, reconcileEvents } from './ledger/reconcile.ts';
import { configurationTables } from './retention.ts';

const loans = 6_000;
const through = localDate('2026-11-20');

const connection = await openPostgresDatabase();
await fillPortfolio(connection.url, { loans, through });
const recorded = openRecordedDatabase(connection.url);
afterAll(async () => {
  await recorded.close();
  await connection.close();
});
const asked = askedOf(recorded.db, { loans, through });

/** Tables that stay small however much is lent; what is offered grows with the borrowers. */
const smallTables = [
  'desk_people',
  'desk_sessions',
  'desk_payment_holds',
  ...configurationTables.filter((table) => table !== 'offers'),
];
/** A page of 50 with some rows of other tables for each. */
const usualRowsMax = 250;

const loansPage = (wanted: object) => asked.service.tell(listLoans, wanted);

async function faultsOf({ ask, looksAt = usualRowsMax }: ListRequest, key: readonly string[] | null) {
  const faults: string[] = [];
  const statements = await recorded.statementsOf(() => ask(asked, key));
  for (const statement of statements.filter(isReading)) {
    const { scans } = await recorded.planOf(statement);
    for (const { table, isSequential, rows } of scans) {
      if (smallTables.includes(table) || (!isSequential && rows <= looksAt)) continue;
      faults.push(`${isSequential ? 'scans' : 'looks at'} ${rows} rows of ${table}: ${statement.text}`);
    }
  }
  return { faults, statementCount: statements.length };
}

test('the books of a portfolio are sound, so that its lists are those of a lender', async () => {
  expect(await reconcileAll(connection.db)).toEqual([]);
  expect(await reconcileEvents(connection.db)).toEqual([]);
});

test('every table that grows is filled, so that no list passes by being empty', async () => {
  const counts = await rowCounts(connection.db);
  const small = Object.entries(counts).filter(
    ([table, rows]) => !smallTables.includes(table) && rows < loans / 100,
  );
  expect(small).toEqual([]);
});

test('every index is there again that was put aside while the portfolio was filled', async () => {
  const asideCount = sql`select count(*)::integer as count from pg_index where not (indisready and indisvalid)`;
  expect(await queryRows(connection.db, asideCount)).toEqual([{ count: 0 }]);
});

const pages = [...hostRequests(), ...deskRequests(asked.desk)].filter(({ cost }) => cost === 'page');

test.each(pages.map((request) => [request.name, request] as const))(
  'a page costs the same at the start, in the middle and at the end: %s',
  async (_name, request) => {
    const keys = await keysOf(connection.db, request);
    for (const key of [null, ...keys]) {
      const { faults, statementCount } = await faultsOf(request, key);
      expect([key, faults]).toEqual([key, []]);
      expect(statementCount).toBeGreaterThan(0);
    }
  },
);

test.each([
  ['changed', { changedSince: '2000-01-01T00:00:00Z', status: 'cancelled' }, loans / 100],
  ['due', { dueThrough: addDays(through, 365), status: 'overdue' }, (3 * loans) / 100],
  ['due, of which there is none', { dueThrough: addDays(through, 365), status: 'settled' }, 0],
] as const)(
  'a filter that few loans pass gives them all, over pages that may be empty: %s',
  async (_name, search, count) => {
    const found: string[] = [];
    let cursor: string | null = null;
    let pageCount = 0;
    do {
      const wanted = { ...search, limit: 100, ...(cursor !== null && { cursor }) };
      const page: Awaited<ReturnType<typeof loansPage>> = await loansPage(wanted);
      found.push(...page.loans.map(({ loanId }) => loanId));
      cursor = page.nextCursor;
      pageCount += 1;
    } while (cursor !== null);
    expect([found.length, new Set(found).size]).toEqual([count, count]);
    expect(pageCount).toBeGreaterThan(2);
  },
);

test('a question without an index is seen', async () => {
  const byName: ListRequest = {
    ...{ name: 'borrowers by name', cost: 'page' },
    ask: () => queryRows(recorded.db, sql`select id from borrowers where name = 'Prueba 77' limit 1`),
  };
  const sorted: ListRequest = {
    ...{ name: 'borrowers by address', cost: 'page' },
    ask: () =>
      queryRows(
        recorded.db,
        sql`select id from borrowers where id > ${portfolioId('borrower', 1)} order by address limit 9`,
      ),
  };
  expect((await faultsOf(byName, null)).faults).toEqual([expect.stringContaining('rows of borrowers')]);
  expect((await faultsOf(sorted, null)).faults).toEqual([expect.stringContaining('rows of borrowers')]);
});
