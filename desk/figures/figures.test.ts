import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readTrialBalance } from '#contract/host/accounting.ts';
import { reversePayment } from '#contract/host/repayment.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { deskPaths } from '../paths.ts';

const service = await testLendingService();
const { desk, visitor, person } = testDesk(service);
const loan = await paidOutLoan(service, await newBorrower(service));
await pay(service, loan, 123_456);
const treasury = await person('Tomás', 'treasury');
const manager = await person('Marta', 'manager');
const agent = await person('Ana', 'agent');
const auditor = await person('Vera', 'auditor');
const file = (name: string) => deskPaths.exports.replace(':file', name);
const range = 'currency=MXN&from=2026-11-01&through=2026-11-30';

test('figures are drawn with the table beside, and add up to nothing', async () => {
  const page = await treasury.open(`${deskPaths.figures}?${range}`);
  expect(page.status).toBe(200);
  expect(page.html).toContain('<svg viewBox="0 0 372');
  expect(page.text).toContain('$ 1.234,56');
  expect(page.text).toContain('Arrears by age, MXN');
  expect(page.html).toMatch(/aria-label="[^"]*, MXN"/);
  const { accounts } = await service.tell(readTrialBalance, {
    ...{ currency: 'MXN', fromDay: '2026-11-01', throughDay: '2026-11-30' },
  });
  for (const { account } of accounts) expect(page.text).toContain(account);
  expect(/Sum (.*?)Files|Sum (.*)/.exec(page.text)?.[0]).toContain('$ 0,00');
  const wrong = await treasury.open(`${deskPaths.figures}?from=yesterday`);
  expect(wrong.status).toBe(200);
  expect(wrong.text).toContain('Write two days');
});

test('who may not see money sees no figures, and files are refused as the roles say', async () => {
  expect((await agent.open(deskPaths.figures)).status).toBe(403);
  expect((await agent.open(file('journal.csv'))).status).toBe(403);
  expect((await auditor.open(`${file('journal.csv')}?${range}`)).status).toBe(200);
  for (const name of ['registrations.csv', 'complaints.csv']) {
    expect((await auditor.open(file(name))).status).toBe(403);
  }
  expect((await treasury.open(file('secrets.csv'))).status).toBe(404);
  expect((await treasury.open(`${file('journal.csv')}?from=x`)).status).toBe(422);
  expect((await visitor().open(file('journal.csv'))).status).toBe(303);
});

test('a file has every row over all pages, runs no formula, and its taking is logged once', async () => {
  await service.database.execute(sql`
    insert into registrations (id, mobile_phone, template_id, session_id, app_name, merchant_number, invite_code,
      app_from, user_from, utm_tag, registered_at)
    select gen_random_uuid(), '+5255' || (10000000 + n), 'es', gen_random_uuid(), '=cmd()', '@x', '-1+1', '+1', '', 'a,"b"',
      timestamptz '2026-11-01' + n * interval '1 second' from generate_series(1, 250) n`);
  // Of what treasury may not read it is shown no link.
  expect((await treasury.open(deskPaths.figures)).html).not.toContain('registrations.csv');
  const text = (await manager.open(file('registrations.csv'))).whole;
  // By it a spreadsheet knows the letters.
  expect(text.startsWith('\ufeff')).toBe(true);
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(251);
  expect(new Set(lines).size).toBe(251);
  expect(lines[1]).toMatch(/,'\+525510000001,es,'=cmd\(\),'@x,'-1\+1,'\+1,,"a,""b"""$/);
  const { rows } = await desk.audit({ subject: 'file:registrations.csv', limit: 10 });
  expect(rows.filter(({ act, outcome }) => act === 'exported' && outcome === 'done')).toHaveLength(1);
  const journal = (await treasury.open(`${file('journal.csv')}?${range}`)).whole;
  expect(journal).toMatch(/^\ufefftransactionId,/);
  expect(journal).toContain(',cash,,123456,MXN');
});

test('a payment that was taken back counts on its day with its sum', async () => {
  service.setTime('2026-12-05T12:00:00-06:00');
  const other = await paidOutLoan(service, await newBorrower(service));
  await pay(service, other, 50_000, { eventId: 'bounced' });
  const taken = { provider: 'sandbox', eventId: 'bounced', reason: 'the bank took it back' };
  await service.tell(reversePayment, taken);
  const text = (await (await person('Tomás', 'treasury')).open(deskPaths.figures)).text;
  expect(text).toMatch(/2026-12-05 1 \$ 0,00 \$ 0,00 \$ 500,00/);
});
