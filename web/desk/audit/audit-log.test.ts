import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { putBorrower } from '#contract/host/borrower.ts';
import { addressOf } from '#desk/ui/pager.tsx';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { borrowerPath, deskPaths, exportPath, loanPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const rosa = await newBorrower(service);
const { orderNumber } = await paidOutLoan(service, rosa);
await service.tell(putBorrower, {
  ...{ lenderBorrowerId: 'CL-77', name: 'Prueba Otra', address: 'Calle 1' },
  ...{ mobilePhone: '5511112222', market: 'MX' },
});
const signIn = () => Promise.all([person('Ana Gómez', 'agent'), person('Vera Luna', 'auditor', 'manager')]);
service.setTime('2026-11-24T23:30:00-06:00');
const [ana] = await signIn();
await ana.open(`${deskPaths.search}?q=prueba`);
service.setTime('2026-11-25T00:30:00-06:00');
const [again, auditor] = await signIn();
await again.open(borrowerPath(rosa.borrowerId));
await auditor.open(loanPath(orderNumber));
service.setTime('2026-11-26T09:00:00-06:00');
const [, vera] = await signIn();

type Filters = Readonly<Record<string, string>>;
const open = (filters: Filters) => vera.open(addressOf(deskPaths.audit, filters));
/** A field or a choice with this value. */
const chosen = (value: string) =>
  new RegExp(`<input[^>]* value="${value}"|<option value="${value}" selected`);
/** Acts of the log's file, oldest last, as `who act`. */
async function exported(filters: Filters): Promise<string[]> {
  const { whole } = await vera.open(addressOf(exportPath('record.csv'), filters));
  const lines = whole.trim().split(/\r?\n/).slice(1);
  return lines.map((line) => line.replaceAll('"', '').split(',').slice(1, 3).join(' '));
}

test.each<[string, Filters, string[]]>([
  ['a person and an act', { person: ana.personId, act: 'opened' }, ['Ana Gómez opened']],
  [
    'a borrower, with the search that showed others too',
    { borrower: rosa.borrowerId },
    ['Vera Luna opened', 'Ana Gómez opened', 'Ana Gómez searched'],
  ],
  ['a borrower by the lender’s id', { borrower: 'CL-77' }, ['Ana Gómez searched']],
  ['a borrower by a loan', { borrower: orderNumber, act: 'searched' }, ['Ana Gómez searched']],
  [
    'a day in the lender’s time',
    { since: '2026-11-24', through: '2026-11-24', act: 'searched' },
    ['Ana Gómez searched'],
  ],
  [
    'a person’s day',
    { since: '2026-11-25', through: '2026-11-25', person: ana.personId },
    ['Ana Gómez opened', 'Ana Gómez sign-in'],
  ],
  ['days without entries', { through: '2026-11-01' }, []],
])('the log of %s is the same on the page and in the file', async (_what, filters, acts) => {
  expect(await exported(filters)).toEqual(acts);
  const page = await open(filters);
  expect(page.status).toBe(200);
  expect(page.html.match(/<tr role="row"/g)?.length ?? 1).toBe(acts.length + 1);
  for (const value of Object.values(filters)) expect(page.html).toMatch(chosen(value));
});

test.each<[Filters, string]>([
  [{ borrower: 'CL-78' }, 'Enter our id or the lender'],
  [{ since: '2026-02-30' }, 'Enter days as'],
  [{ since: '2026-11-25', through: '2026-11-24' }, 'Enter days as'],
])('%o is refused at its field, which keeps what was typed', async (filters, words) => {
  const page = await open(filters);
  expect(page.status).toBe(422);
  expect(page.text).toContain(words);
  for (const [name, value] of Object.entries(filters)) expect(page.field(name), name).toBe(value);
  expect((await vera.open(addressOf(exportPath('record.csv'), filters))).status).toBeGreaterThanOrEqual(400);
});

test('pages of some days go on where the last one ended, also among entries of one instant', async () => {
  await service.database.execute(sql`insert into audit_entries (id, at, act, outcome)
    select gen_random_uuid(), '2026-03-03T12:00:00Z'::timestamptz + (n / 40) * interval '1 minute', 'counted-' || n, 'done'
    from generate_series(1, 120) as n order by random()`);
  const days = { from: new Date('2026-03-03T00:00:00Z'), until: new Date('2026-03-04T00:00:00Z') };
  const acts: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await desk.audit({ ...days, limit: 50, cursor });
    acts.push(...page.rows.map(({ act }) => act));
    cursor = page.nextCursor;
  }
  expect([acts.length, new Set(acts).size]).toEqual([120, 120]);
});
