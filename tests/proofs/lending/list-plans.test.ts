import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { readComplaints } from '#contract/calls/complaint.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readAgreement, readLoan } from '#contract/calls/loan.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { listLoans } from '#contract/host/loan.ts';
import { eraseBorrower } from '#contract/host/personal-data.ts';
import { queryRows } from '#db/database.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { fillPortfolio, portfolioId, portfolioOrderNumber } from '#fixtures/portfolio.ts';
import { settlePendingCharges } from '#lending/card-payment/charge.ts';
import { cancelForgotten } from '#lending/card-payment/store.ts';
import { stepDays } from '#lending/ledger/bookable-day.ts';
import { closeDays } from '#lending/ledger/closed-days.ts';
import { accrueOverdueLoans } from '#lending/ledger/penalties.ts';
import { reconcileAll, reconcileEvents } from '#lending/ledger/reconcile.ts';
import { expirePlans } from '#lending/new-plan/expire-plans.ts';
import { maintainReferences } from '#lending/repayment/deposits.ts';
import { settleRequests } from '#lending/repayment/issue-references.ts';
import { configurationTables } from '#lending/retention.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { applyForLoan, type OfferedProduct, pay, rowCounts } from '#tests/setup/lending-journeys.ts';
import { lendingService, type TestSession } from '#tests/setup/lending-service.ts';
import { askedOf, deskRequests, hostRequests, keysOf, type ListRequest } from '#tests/setup/list-requests.ts';
import type { RecordedStatement } from '#tests/setup/recorded-database.ts';
import { isReading, openRecordedDatabase } from '#tests/setup/statement-plans.ts';

const loans = 6_000;
const through = localDate('2026-11-20');

const connection = await openPostgresDatabase();
await fillPortfolio(connection.url, { loans, through });
const recorded = openRecordedDatabase(connection.url);
afterAll(async () => {
  await recorded.close();
  await connection.close();
});
// As a lender's books are each morning: days that are over are closed, and what loans earned on them is summed.
const morning = new Date(`${through}T18:00:00Z`);
await stepDays(connection.db, { now: morning, days: 0, isConfirmed: true });
await closeDays(connection.db, morning);
const subject = askedOf(recorded.db, { loans, through });

/** Tables that stay small however much is lent; what is offered grows with the borrowers. */
const smallTables = [
  'desk_people',
  'desk_sessions',
  'desk_payment_holds',
  'desk_views',
  'desk_form_drafts',
  ...configurationTables.filter((table) => table !== 'offers'),
];
/** A page of 50 with some rows of other tables for each. */
const usualRowsMax = 250;

const loansPage = (page: object) => subject.service.tell(listLoans, page);

async function faultsOf({ ask, looksAt = usualRowsMax }: ListRequest, key: readonly string[] | null) {
  const faults: string[] = [];
  const statements = await recorded.statementsOf(() => ask(subject, key));
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

const pages = [...hostRequests(), ...deskRequests(subject.desk)].filter(({ cost }) => cost === 'page');

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
    const plans: string[] = [];
    let cursor: string | null = null;
    let pageCount = 0;
    do {
      const pageAnswer = { ...search, limit: 100, ...(cursor !== null && { cursor }) };
      const page: Awaited<ReturnType<typeof loansPage>> = await loansPage(pageAnswer);
      plans.push(...page.loans.map(({ loanId }) => loanId));
      cursor = page.nextCursor;
      pageCount += 1;
    } while (cursor !== null);
    expect([plans.length, new Set(plans).size]).toEqual([count, count]);
    expect(pageCount).toBeGreaterThan(2);
  },
);

/** A loan of the middle whose number ends so: which says what it became. */
const loanEnding = (ending: number) => {
  const n = loans / 2 + ending;
  const productId: OfferedProduct = n % 10 < 3 ? 'mx-120' : 'mx-90-steps';
  return { productId, orderId: portfolioId('loan', n), orderNumber: portfolioOrderNumber(n), n };
};
const service = lendingService(recorded.db);
service.setTime(`${through}T12:00:00-06:00`);
const sessionOf = ({ n }: { readonly n: number }) => service.session(portfolioId('borrower', n));
const toRepay = loanEnding(17);
const overdue = loanEnding(8);
const settled = loanEnding(51);

/** What others were offered and did not take yet. */
await connection.db.execute(sql`insert into quotes (id, borrower_id, product_id, amount_minor, term_days, terms, schedule, schedule_hash,
    agreement_version, is_repeat_borrower, issued_at, expires_at)
  select gen_random_uuid(), borrower_id, product_id, amount_minor, term_days, terms, schedule, schedule_hash, agreement_version,
    is_repeat_borrower, ${through}::date, ${addDays(through, 2)}::date from quotes where id < ${portfolioId('quote', 1000)}`);

test.each<[string, { readonly n: number }, (session: TestSession) => Promise<unknown>]>([
  ['a loan', toRepay, (session) => service.ask(readLoan, toRepay, session)],
  ['an overdue loan', overdue, (session) => service.ask(readLoan, overdue, session)],
  ['its agreement', toRepay, (session) => service.ask(readAgreement, toRepay, session)],
  ['its repayment', toRepay, (session) => service.ask(readRepayment, toRepay, session)],
  ['its extension', toRepay, (session) => service.ask(readExtension, toRepay, session)],
  ['an offer', settled, (session) => service.ask(readOffer, { ...settled, isReload: true }, session)],
  [
    'their complaints',
    settled,
    (session) => service.ask(readComplaints, { tabId: null, cursor: null }, session),
  ],
  ['a new loan', settled, (session) => applyForLoan(service, session, settled.productId)],
  ['a payment', toRepay, () => pay(service, toRepay, 10_000)],
  ['a payment of an overdue loan', overdue, () => pay(service, overdue, 10_000)],
])('what a borrower asks for or does looks at rows of theirs alone: %s', async (_name, loan, ask) => {
  const session = await sessionOf(loan);
  const statements = await recorded.statementsOf(() => ask(session));
  expect(statements.length).toBeGreaterThan(0);
  expect(await wholeTablesOf(statements)).toEqual([]);
  for (const statement of statements.filter(isReading)) {
    const { scans } = await recorded.planOf(statement);
    const looked = scans.filter(({ table, rows }) => !smallTables.includes(table) && rows > 100);
    expect([statement.text, looked]).toEqual([statement.text, []]);
  }
});

const { dependencies } = service;
const nextDay = new Date(`${addDays(through, 1)}T18:00:00Z`);
await stepDays(recorded.db, { now: nextDay, days: 0, isConfirmed: true });

test.each([
  ['penalties', () => accrueOverdueLoans(recorded.db, { now: nextDay, random: dependencies.random })],
  ['forgotten card payments', () => cancelForgotten(recorded.db, morning)],
  ['charges whose outcome is not known', () => settlePendingCharges(dependencies, null)],
  ['new plans that had no answer', () => expirePlans(dependencies)],
  ['references asked for', () => settleRequests(dependencies)],
  ['references given', () => maintainReferences(dependencies)],
  [
    'an erasure',
    () => service.tell(eraseBorrower, { borrowerId: portfolioId('borrower', 51), reason: 'asked' }),
  ],
])('a job looks at what is due and reads no table that grows whole: %s', async (_name, work) => {
  const statements = await recorded.statementsOf(work);
  expect(statements.length).toBeGreaterThan(0);
  expect(await wholeTablesOf(statements)).toEqual([]);
});

async function wholeTablesOf(statements: readonly RecordedStatement[]): Promise<string[]> {
  const plans: string[] = [];
  for (const statement of new Map(statements.map((each) => [each.text, each])).values()) {
    const whole = (await recorded.wholeTablesOf(statement)).filter((table) => !smallTables.includes(table));
    plans.push(...whole.map((table) => `${table}: ${statement.text}`));
  }
  return plans;
}

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
