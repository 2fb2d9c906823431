import { expect, test } from 'vitest';
import { readTrialBalance } from '#contract/host/accounting.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { settlementFileMaxBytes } from '#domain/settlement/settlement.ts';
import { type DeskVisitor, fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { deskPaths } from '../paths.ts';

const service = await testLendingService();
const { desk, visitor, person } = testDesk(service);
service.setTime('2026-11-20T12:00:00-06:00');
const loan = await paidOutLoan(service, await newBorrower(service));
const treasury = await person('Tomás', 'treasury');
const manager = await person('Marta', 'manager');
const agent = await person('Ana', 'agent');
const auditor = await person('Vera', 'auditor');

const report = (eventId: string, amount: number) =>
  service.tell(recordPayment, {
    ...{ provider: 'conekta', eventId, trackingKey: eventId, currency: 'MXN', anotherPayment: true },
    ...{ orderNumber: loan.orderNumber, amountMinor: minorAmount(amount) },
  });

const head = 'id,charge,amount,fee,currency,created_at,type\n';
const whole = `${head}t1,c1,150000,4640,MXN,1795197600,capture\nt2,c2,98500,3000,MXN,1795197600,capture\nt3,,-1160,0,MXN,1795197600,rounding_adjustment\n`;

async function upload(by: DeskVisitor, text: string | Uint8Array<ArrayBuffer>, name = 'liq_20261120.csv') {
  const { step = '' } = fieldsOf((await by.open(deskPaths.settlements)).html);
  const form = new FormData();
  form.set('step', step);
  form.set('source', 'conekta');
  form.set('file', new File([text], name, { type: 'text/csv' }));
  return by.send(deskPaths.settlements, form);
}

const cash = async () => {
  const day = localDate('2026-11-20');
  const days = { currency: 'MXN', fromDay: day, throughDay: day } as const;
  const { accounts } = await service.tell(readTrialBalance, days);
  return Number(accounts.find(({ account }) => account === 'cash')?.closingMinor);
};

/** The fields of the form that says something. */
const formOf = (html: string, says: string) =>
  fieldsOf(`<form${html.split('<form').find((each) => each.includes(says)) ?? ''}`);

/** Decides the line whose form says something, by what it was shown to do. @returns where it led. */
async function decides(path: string, says: string, reason: string, by = treasury) {
  const form = { ...formOf((await by.open(path)).html, says), reason };
  const shown = await by.send(path, { ...form, step: 'preview' });
  const { seen = '' } = formOf(shown.html, says);
  const done = await by.send(path, { ...form, seen, step: 'do' });
  expect([shown.status, done.status]).toEqual([200, 303]);
  return done.location ?? '';
}

test('a treasurer reads a file, decides its lines and closes its day; nothing is booked before', async () => {
  await report('c1', 150_000);
  const before = await cash();
  const read = await upload(treasury, whole);
  expect(read.status).toBe(303);
  const path = read.location ?? '';
  const page = await treasury.open(path);
  expect(page.text).toContain('liq_20261120.csv');
  expect(page.text).toContain('read by Tomás');
  expect(page.text).toContain('Lines to decide: 2');
  expect(page.text).toMatch(/Clearing account -\$ 985,00/);
  expect(page.text).not.toContain('Close 2026-11-20');
  expect(await cash()).toBe(before);

  const missing = formOf(page.html, 'name="act" value="unmatched"');
  const without = await treasury.send(path, { ...missing, reason: '', step: 'preview' });
  expect([without.status, without.text.includes('Write the reason')]).toEqual([422, true]);
  await decides(path, 'name="act" value="unmatched"', 'no message came of it');
  await decides(path, 'name="act" value="fee"', 'as agreed with them');

  const ready = await treasury.open(path);
  expect(ready.text).toContain('To the bank $ 2.397,00 Fees $ 88,00 Differences with a note $ 0,00');
  const done = { ...formOf(ready.html, 'name="day" value="2026-11-20"'), step: 'do' };
  expect(await cash()).toBe(before);
  for (const _ of [1, 2]) {
    const closed = await treasury.send(path, done);
    expect((await treasury.open(closed.location ?? '')).text).toContain('Day closed: 2026-11-20');
    expect(await cash()).toBe(before + 239_700);
  }
  expect((await treasury.open(path)).text).toContain('closed by Tomás');
  expect((await upload(treasury, whole, 'the same.csv')).location).toBe(path);

  const { rows } = await desk.audit({ limit: 50 });
  const acts = rows.filter(({ outcome }) => outcome === 'done').map(({ act }) => act);
  expect(acts).toEqual(
    expect.arrayContaining(['readSettlementFile', 'decideSettlementLine', 'closeSettlementDay']),
  );
  expect(JSON.stringify(rows)).not.toContain('t2,c2');
});

test('a line whose payment was reported since the page was opened and its person reads so', async () => {
  const path =
    (await upload(treasury, `${head}t-since,c-since,700,0,MXN,1795197600,capture\n`)).location ?? '';
  const page = await treasury.open(path);
  await report('c-since', 700);
  const form = formOf(page.html, 'name="act" value="unmatched"');
  const line = { ...form, step: 'preview', reason: 'no message came of it' };
  const answer = await treasury.send(path, line);
  expect([answer.status, answer.text.includes('has been reported')]).toEqual([409, true]);
  const again = await upload(treasury, `${head}t-since,c-since,700,0,MXN,1795197600,capture\n`);
  expect((await treasury.open(again.location ?? '')).text).not.toContain('Lines to decide');
});

test('a line whose amount is another is corrected once its effect was seen; above the limit by two people; in both languages', async () => {
  await report('c-small', 1_500);
  await report('c-large', 900_000);
  const text = `${head}t-small,c-small,1000,0,MXN,1795197600,capture\nt-large,c-large,100000,0,MXN,1795197600,capture\n`;
  const path = `${(await upload(treasury, text, 'differs.csv')).location}?show=open`;
  const page = await treasury.open(path);
  expect(page.text).toContain('Different amount');
  const small = { ...formOf(page.html, 'name="line" value="2"'), reason: 'The bank statement shows less' };
  const short = await treasury.send(path, { ...small, reason: 'x', step: 'preview' });
  expect([short.status, short.text.includes('Write the reason')]).toEqual([422, true]);
  const seen = await treasury.send(path, { ...small, step: 'preview' });
  expect([seen.status, seen.text.includes('Correct to $ 10,00')]).toEqual([200, true]);
  const done = { ...small, ...formOf(seen.html, 'name="line" value="2"'), reason: small.reason, step: 'do' };
  for (const _ of [1, 2]) expect((await treasury.send(path, done)).status).toBe(303);
  expect((await manager.send(path, done)).status).toBe(403);

  const large = { ...formOf(page.html, 'name="line" value="3"'), reason: 'The bank statement shows less' };
  const look = await treasury.send(path, { ...large, step: 'preview' });
  const asked = { ...large, ...formOf(look.html, 'name="line" value="3"'), reason: large.reason, step: 'do' };
  const waits = await treasury.send(path, asked);
  expect(waits.location).toMatch(/\/desk\/approvals\//);
  const approval = await manager.open(waits.location ?? '');
  expect(approval.text).toContain('Correct a payment to the amount in the file');
  const approved = await manager.send(waits.location ?? '', { ...fieldsOf(approval.html), step: 'approve' });
  expect(approved.status).toBe(303);
  expect((await treasury.open(path)).text).toContain('There are no lines.');
  await treasury.send(deskPaths.language, { language: 'es', to: path });
  expect((await treasury.open(path)).text).toContain('Cada renglón está conciliado o decidido.');
  await treasury.send(deskPaths.language, { language: 'en', to: path });
  const { rows } = await desk.audit({ subject: `loan:${loan.orderNumber}`, limit: 20 });
  expect(
    rows.filter(({ act, outcome }) => act === 'correctSettlementLine' && outcome === 'done'),
  ).toHaveLength(1);
});

test('a file is exported as its lines are shown, with nothing that a spreadsheet runs', async () => {
  const text = `${head}=cmd(),c9,5000,0,MXN,1795197600,capture\n`;
  const { location } = await upload(treasury, text, '=HYPERLINK("x").csv');
  const page = await treasury.open(location ?? '');
  const link = /href="([^"]*settlement\.csv[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const file = await treasury.open(link);
  expect(file.whole).toContain('"lineNumber"');
  expect(file.whole).toContain(`,"'=cmd()",`);
  expect(file.whole.trimEnd().split('\n')).toHaveLength(2);
  expect(file.whole).toContain(',"50.00","0.00","MXN",');
});

test('an unreadable file shows an error with its line in the form, in both languages', async () => {
  for (const [text, words] of [
    ['', 'Choose a file.'],
    ['a,b\n1,2\n', 'Columns of that format are missing'],
    [`${head}t9,c9,1.5,0,MXN,1795197600,capture\n`, 'Line 2 cannot be read.'],
    [new Uint8Array(settlementFileMaxBytes + 1), 'The file is larger than 4 MB.'],
  ] as const) {
    const page = await upload(treasury, text);
    expect([page.status, page.text.includes(words)]).toEqual([422, true]);
  }
});

test('who may see money reads files, and treasury alone changes them', async () => {
  await report('c-roles', 1_000);
  const { location } = await upload(treasury, `${head}t-r,c-roles,1000,0,MXN,1795197600,capture\n`);
  const path = location ?? '';
  for (const [who, seen, done] of [
    [treasury, 200, 200],
    [manager, 200, 403],
    [auditor, 200, 403],
    [agent, 403, 403],
  ] as const) {
    expect((await who.open(deskPaths.settlements)).status).toBe(seen);
    expect((await who.open(path)).status).toBe(seen);
    const step = (await treasury.open(path)).field('step') || service.dependencies.random.id();
    expect((await who.send(path, { part: 'day', step, day: '2026-11-20' })).status).toBe(done);
  }
  expect((await visitor().open(path)).status).toBe(303);
  expect((await treasury.open(`${deskPaths.settlements}/x`)).status).toBe(422);
  expect((await treasury.open(`${deskPaths.settlements}/01938f5e-7c00-7000-8000-000000000001`)).status).toBe(
    404,
  );
});

test('a day with money in no file closes only with a reason, which the record keeps', async () => {
  await report('c-here', 5_000);
  await report('c-lone', 4_200);
  const text = `${head}t-here,c-here,5000,0,MXN,1795197600,capture\n`;
  const path = (await upload(treasury, text, 'lone.csv')).location ?? '';
  const page = await treasury.open(path);
  expect(page.text).toContain('Why $ 42,00 stays in clearing');
  const form = { ...formOf(page.html, 'name="day" value="2026-11-20"'), step: 'do' };
  const before = await cash();
  const silent = await treasury.send(path, form);
  expect([silent.status, silent.text.includes('Enter the reason')]).toEqual([422, true]);
  expect(await cash()).toBe(before);
  const reason = 'It comes with the file of Monday';
  expect((await treasury.send(path, { ...form, reason })).location).toContain('closed=2026-11-20');
  expect(await cash()).toBe(before + 5_000);
  const { rows } = await desk.audit({ personId: treasury.personId, limit: 5 });
  expect(rows.find(({ act }) => act === 'closeSettlementDay')).toMatchObject({ outcome: 'done', reason });
});
