import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { readAging, readTrialBalance } from '#contract/host/accounting.ts';
import { listOffers } from '#contract/host/offer.ts';
import { recordPayment, reversePayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { rowsIn } from '#tests/setup/csv-rows.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { pagesDependencies } from '#tests/setup/open-page.ts';
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
  expect(page.html).toMatch(/<text [^>]*>\$\s1\.234,56<\/text>/);
  expect(page.text).toContain('Arrears by age, MXN');
  expect(page.html).toMatch(/aria-label="[^"]*, MXN"/);
  const { accounts } = await service.tell(readTrialBalance, {
    ...{ currency: 'MXN', fromDay: '2026-11-01', throughDay: '2026-11-30' },
  });
  for (const { account } of accounts) expect(page.text).toContain(account);
  expect(/Sum (.*?)Files|Sum (.*)/.exec(page.text)?.[0]).toContain('$ 0,00');
  const wrong = await treasury.open(`${deskPaths.figures}?from=yesterday`);
  expect(wrong.status).toBe(200);
  expect(wrong.text).toContain('“yesterday” is not a day');
  const year = await treasury.open(`${deskPaths.figures}?from=2025-01-01&through=2026-11-20`);
  expect(year.text).toContain('2025-01-01 to 2026-11-20 is 689 days: at most 366');
  expect(year.html).toMatch(/<input id="through"[^>]*autofocus/);
});

test('who may not see money sees no figures, and files are refused as the roles say', async () => {
  expect((await agent.open(deskPaths.figures)).status).toBe(403);
  expect((await agent.open(file('journal.csv'))).status).toBe(403);
  expect((await auditor.open(`${file('journal.csv')}?${range}`)).status).toBe(200);
  for (const name of ['registrations.csv', 'complaints.csv']) {
    expect((await auditor.open(file(name))).status).toBe(403);
  }
  expect((await treasury.open(file('secrets.csv'))).status).toBe(404);
  const odd = await treasury.open(`${file('journal.csv')}?from=2025-01-01&through=2026-11-20`);
  expect([odd.status, odd.text.includes('689 days: at most 366')]).toEqual([422, true]);
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
  expect(lines[1]).toMatch(/,"'\+525510000001","es","'=cmd\(\)","'@x","'-1\+1","'\+1","","a,""b""",,$/);
  const { rows } = await desk.audit({ subject: 'file:registrations.csv', limit: 10 });
  expect(rows.filter(({ act, outcome }) => act === 'exported' && outcome === 'done')).toHaveLength(1);
  const journal = (await treasury.open(`${file('journal.csv')}?${range}`)).whole;
  expect(rowsIn(journal)).toContainEqual(
    expect.objectContaining({ account: 'clearing:sandbox', amountMinor: '123456', currency: 'MXN' }),
  );
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

test('each list and report is a file as it is filtered, in major units, and the record says who took it with what', async () => {
  // Time went on since they signed in.
  const [treasury, auditor, agent] = await Promise.all([
    person('Tomás', 'treasury'),
    person('Vera', 'auditor'),
    person('Ana', 'agent'),
  ]);
  const csv = async (by: typeof treasury, name: string, query = '') => {
    const { status, whole } = await by.open(`${file(name)}?${query}`);
    expect([name, status]).toEqual([name, 200]);
    return rowsIn(whole);
  };
  const winter = 'currency=MXN&from=2026-11-01&through=2026-12-31';
  const balance = await csv(auditor, 'trial-balance.csv', winter);
  expect(balance.reduce((sum, { closing = '0' }) => sum + Math.round(Number(closing) * 100), 0)).toBe(0);
  expect(balance).toContainEqual(
    expect.objectContaining({ account: 'clearing:sandbox', closing: '1234.56' }),
  );
  const days = await csv(treasury, 'reconciliation.csv', winter);
  expect(days).toContainEqual(
    expect.objectContaining({
      day: '2026-11-20',
      provider: 'sandbox',
      reported: '1234.56',
      difference: '0.00',
    }),
  );
  const payments = await csv(treasury, 'payments.csv', 'receivedSince=2026-12-01T00:00:00Z');
  expect(payments.map(({ eventId, amount, outcome }) => [eventId, amount, outcome])).toEqual([
    ['bounced', '500.00', 'reversed'],
  ]);
  const loans = await csv(auditor, 'loans.csv', 'status=to-repay');
  expect(loans.map(({ orderNumber }) => orderNumber)).toContain(loan.orderNumber);
  expect(loans.find(({ orderNumber }) => orderNumber === loan.orderNumber)).toMatchObject({
    principal: '5000.00',
  });
  expect(await csv(auditor, 'loans.csv', 'status=sold')).toEqual([]);
  const statement = await csv(
    treasury,
    'statements.csv',
    `order=${loan.orderNumber}&from=2026-11-01&through=2026-11-30`,
  );
  expect(statement.map(({ kind, moneyIn }) => [kind, moneyIn])).toEqual([
    ['opening', ''],
    ['disbursal', '-5000.00'],
    ['payment', '1234.56'],
    ['closing', ''],
  ]);
  expect(statement.at(-1)).toMatchObject({ owedAfter: statement.at(-2)?.owedAfter });
  const after = await csv(treasury, 'statements.csv', `status=to-repay&from=2026-12-01&through=2026-12-31`);
  expect(after.filter(({ kind }) => kind === 'opening').length).toBeGreaterThan(1);
  // The borrower gets the file, and staff write reasons for staff.
  expect(after.filter(({ kind }) => kind === 'payment').map(({ moneyIn }) => moneyIn)).toEqual([
    '500.00',
    '-500.00',
  ]);
  expect(JSON.stringify(after)).not.toContain('the bank took it back');
  expect((await treasury.open(`${file('statements.csv')}?from=2026-12-01`)).status).toBe(422);
  await service.tell(recordPayment, {
    ...{ provider: 'spei', eventId: 'lost', reference: '=nobody', currency: 'MXN' },
    amountMinor: minorAmount(123_456),
  });
  const queue = await csv(treasury, 'queue.csv', 'kind=unmatched');
  expect(queue.map(({ kind, amount }) => [kind, amount])).toEqual([['unmatched', '1234.56']]);
  for (const name of ['unmatched.csv', 'refunds.csv']) await csv(treasury, name, winter);
  const minorOf = (amount = '') => Number(amount.replace(/^(-?\d+)\.(\d\d)$/, '$1$2'));
  const aging = await csv(treasury, 'aging.csv', 'currency=MXN');
  const { day, buckets } = await service.tell(readAging, { currency: 'MXN' });
  expect(buckets.some(({ owedMinor }) => Number(owedMinor) > 0)).toBe(true);
  expect(
    aging.map(({ owed, overdue, ...rest }) => ({
      ...rest,
      ...{ owedMinor: minorOf(owed), overdueMinor: minorOf(overdue) },
    })),
  ).toEqual(
    buckets.map(({ bucket, loanCount, owedMinor, overdueMinor }) => ({
      ...{ day, bucket, loanCount: String(loanCount), currency: 'MXN' },
      ...{ owedMinor: Number(owedMinor), overdueMinor: Number(overdueMinor) },
    })),
  );
  const manager = await person('Marta', 'manager');
  const offers = await csv(manager, 'offers.csv', 'product=mx-120');
  const listed = await service.tell(listOffers, { productId: 'mx-120' });
  expect(listed.offers.length).toBeGreaterThan(0);
  expect(offers.map(({ borrowerId, currency, amount }) => [borrowerId, currency, minorOf(amount)])).toEqual(
    listed.offers.map(({ borrowerId, amountMinor }) => [borrowerId, 'MXN', amountMinor]),
  );
  const record = await csv(auditor, 'record.csv');
  expect(record.filter(({ act }) => act === 'exported').map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['file:loans.csv', 'file:statements.csv', 'file:record.csv']),
  );
  const { rows } = await desk.audit({ subject: 'file:loans.csv', limit: 10 });
  expect(rows.map(({ detail }) => detail)).toEqual([
    { filters: { status: 'sold' } },
    { filters: { status: 'to-repay' } },
  ]);
  expect((await treasury.open(file('record.csv'))).status).toBe(403);
  expect((await agent.open(file('loans.csv'))).status).toBe(403);
});

test('every list has its file, as it is filtered, for those who may take it; the record says who took what', async () => {
  const [manager, treasury, agent] = [
    await person('Marta', 'manager'),
    await person('Tomás', 'treasury'),
    await person('Ana', 'agent'),
  ];
  const lists = [
    [`${deskPaths.borrowers}?state=blocked`, 'borrowers.csv', 'state=blocked'],
    [`${deskPaths.loans}?status=to-repay`, 'loans.csv', 'status=to-repay'],
    [`${deskPaths.queue}?kind=unmatched`, 'queue.csv', 'kind=unmatched'],
    [`${deskPaths.collections}?days=1`, 'collections.csv', 'days=1'],
    [`${deskPaths.refunds}?state=sent`, 'refunds.csv', 'state=sent'],
    [deskPaths.settlements, 'settlements.csv', ''],
    [deskPaths.products, 'products.csv', ''],
    [`${deskPaths.offers}?product=mx-120`, 'offers.csv', 'product=mx-120'],
    [deskPaths.registrations, 'registrations.csv', ''],
    [deskPaths.jobs, 'events.csv', ''],
    [deskPaths.audit, 'record.csv', ''],
  ] as const;
  for (const [path, name, filter] of lists) {
    const page = await manager.open(path);
    const [, link = ''] = new RegExp(`href="([^"]*/exports/${name}[^"]*)"`).exec(page.html) ?? [];
    expect([path, link.includes(filter) && link !== '']).toEqual([path, true]);
    const taken = await manager.open(link.replaceAll('&amp;', '&'));
    expect([path, taken.status, taken.whole.startsWith('\ufeff')]).toEqual([path, 200, true]);
    // Amounts are in major units, as their columns are called.
    expect(taken.whole.split('\n')[0]).not.toContain('Minor');
    const { rows } = await desk.audit({ subject: `file:${name}`, limit: 1 });
    expect([path, rows[0]?.personId]).toEqual([path, manager.personId]);
    expect((await agent.open(file(name))).status).toBe(403);
  }
  const { html } = await treasury.open(`${deskPaths.loans}?status=to-repay`);
  expect(html).toMatch(/action="[^"]*statements\.csv"/);
  expect((await agent.open(deskPaths.loans)).html).not.toContain('statements.csv');
});

test('complaints are returned to each regulator from the table of the queue, also a month without any', async () => {
  const [treasury, auditor, manager] = await Promise.all([
    person('Tomás', 'treasury'),
    person('Vera', 'auditor'),
    person('Marta', 'manager'),
  ]);
  const { whole: nil } = await manager.open(
    `${file('complaints-redeco.csv')}?month=2026-10&QuejasSector=SOFOM`,
  );
  const [row = {}, ...more] = rowsIn(nil);
  expect([Object.entries(row).slice(0, 5), more]).toEqual([
    [
      ...[
        ['QuejasDenominacion', ''],
        ['QuejasSector', 'SOFOM'],
        ['QuejasNoMes', '10'],
        ['QuejasNum', '0'],
        ['QuejasFolio', ''],
      ],
    ],
    [],
  ]);
  const eva = await newBorrower(service);
  const { folio } = await service.ask(sendComplaint, { ...wholeDraft, typeId: '2', subtypeId: null }, eva);
  // Regulators do not count data requests as complaints.
  const copy = { ...wholeDraft, typeId: '4', subtypeId: '41' };
  const { folio: request } = await service.ask(sendComplaint, copy, eva);
  const month = service.dependencies.clock.now().toISOString().slice(0, 7);
  const { whole } = await manager.open(`${file('complaints-reune.csv')}?month=${month}`);
  expect(whole).toContain(`,"${folio}",`);
  expect(whole).not.toContain(request);
  expect((await manager.open(`${file('complaints-redeco.csv')}?month=${month}`)).whole).not.toContain(folio);
  const counts = (await auditor.open(`${file('complaints-ombudsman.csv')}?month=${month}`)).whole;
  expect(counts).toMatch(/^\ufeff"groundOfComplaint","pendingAtBeginning","received",/);
  expect((await manager.open(`${file('complaints-redeco.csv')}?month=x`)).status).toBe(422);
  expect((await treasury.open(`${file('complaints-redeco.csv')}?month=${month}`)).status).toBe(403);
});

test('the desk lists the returns that the supervisor of the lender asks for, and says that PROFECO asks for none', async () => {
  const { companies } = pagesDependencies;
  const underProfeco = { ...companies, MX: { ...companies.MX, supervisor: 'profeco' } };
  const profecoDesk = testDesk(service, undefined, {}, { companies: underProfeco });
  const of = async (at: Pick<typeof profecoDesk, 'person'>, currency: string) =>
    (await (await at.person('Marta', 'manager')).open(`${deskPaths.figures}?currency=${currency}`)).whole;
  const none = /PROFECO asks for no periodic returns of complaints: it asks about each one/;
  expect(await of({ person }, 'MXN')).toMatch(/complaints-redeco.*complaints-reune/s);
  expect(await of({ person }, 'MXN')).not.toMatch(none);
  expect(await of(profecoDesk, 'MXN')).toMatch(none);
  expect(await of(profecoDesk, 'MXN')).not.toMatch(/complaints-re/);
  expect(await of(profecoDesk, 'INR')).toContain('complaints-ombudsman');
  expect(await of(profecoDesk, 'INR')).not.toMatch(/no periodic returns/);
});

test('what came at 23:30 is of that day in every file and filter, as its market has it', async () => {
  service.setTime('2027-01-04T23:30:00-06:00');
  const late = await paidOutLoan(service, await newBorrower(service));
  await pay(service, late, 70_000, { eventId: 'late-evening' });
  const [treasury, manager] = [await person('Tomás', 'treasury'), await person('Marta', 'manager')];
  const day = 'currency=MXN&from=2027-01-04&through=2027-01-04';
  const { html } = await treasury.open(`${deskPaths.figures}?${day}`);
  const [, link = ''] = /href="([^"]*payments\.csv[^"]*)"/.exec(html) ?? [];
  const payments = rowsIn((await treasury.open(link.replaceAll('&amp;', '&'))).whole);
  expect(payments).toMatchObject([{ eventId: 'late-evening', receivedAt: '2027-01-04T23:30:00-06:00' }]);
  const next = await treasury.open(`${file('payments.csv')}?currency=MXN&from=2027-01-05&through=2027-01-05`);
  expect(rowsIn(next.whole)).toEqual([]);
  const filesOfDay = [
    'journal',
    'trial-balance',
    'reconciliation',
    'statements',
    'payments',
    'loans',
    'aging',
  ];
  const others = [
    'borrowers',
    'products',
    'offers',
    'settlements',
    'events',
    'unmatched',
    'refunds',
    'record',
  ];
  const rest = ['queue', 'collections', 'promotions', 'registrations', 'complaints', 'complaints-redeco'];
  for (const name of [...filesOfDay, ...others, ...rest]) {
    const taken = await manager.open(`${file(`${name}.csv`)}?${day}&month=2027-01`);
    expect([name, taken.status]).toEqual([name, 200]);
    const cells = rowsIn(taken.whole).flatMap((row) =>
      Object.entries(row).filter(([column]) => !(name === 'journal' && column === 'bookedAt')),
    );
    // An instant says its day on the market's clocks; the journal has that day beside.
    const inUtc = cells.filter(([, cell]) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(cell));
    expect([name, inUtc]).toEqual([name, []]);
    const tomorrow = cells.filter(([column, cell]) => cell.startsWith('2027-01-05') && column !== 'dueAt');
    expect([name, tomorrow]).toEqual([name, []]);
  }
});
