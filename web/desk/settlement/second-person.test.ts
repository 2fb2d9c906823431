import { expect, test } from 'vitest';
import { readTrialBalance } from '#contract/host/accounting.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { recordPayment, requestRefund } from '#contract/host/repayment.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { type DeskVisitor, fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { deskPaths, refundPath, unmatchedPath } from '../paths.ts';

const service = await testLendingService();
service.setTime('2026-11-20T12:00:00-06:00');
const { desk, person } = testDesk(service, undefined, { daySumAboveMinor: { MXN: 300_000, INR: 1 } });
const loan = await paidOutLoan(service, await newBorrower(service));
const tomas = await person('Tomás Ávila', 'treasury');
// Who may do both, so that a role is never why they may not.
const rita = await person('Rita Ríos', 'treasury', 'manager');
const marta = await person('Marta Ruiz', 'treasury', 'manager');
const reason = 'no message came of it';

const heads = {
  'bank-csv': 'date,amount,currency,id,trackingKey,reference',
  conekta: 'id,charge,amount,fee,currency,created_at,type',
};

async function upload(by: DeskVisitor, lines: string, source: keyof typeof heads = 'bank-csv') {
  const { step = '' } = fieldsOf((await by.open(deskPaths.settlements)).html);
  const form = new FormData();
  form.set('step', step);
  form.set('source', source);
  const text = `${heads[source]}\n${lines}`;
  form.set('file', new File([text], 'banco.csv', { type: 'text/csv' }));
  return (await by.send(deskPaths.settlements, form)).location ?? '';
}

const formOf = (html: string, says: string) =>
  fieldsOf(`<form${html.split('<form').find((each) => each.includes(says)) ?? ''}`);

/** Sends a form as it was shown. @returns where it led. */
async function does(by: DeskVisitor, path: string, says: string, typed: Readonly<Record<string, string>>) {
  const form = { ...formOf((await by.open(path)).html, says), ...typed };
  const shown = await by.send(path, { ...form, step: 'preview' });
  const { seen = '' } = formOf(shown.html, says);
  return (await by.send(path, { ...form, seen, step: 'do' })).location ?? '';
}

const approve = async (by: DeskVisitor, path: string) => {
  const page = await by.open(path);
  const seen = page.field('seen') || (await marta.open(path)).field('seen');
  const { status } = await by.send(path, { step: 'approve', seen });
  return { status, text: page.text, hasButton: page.html.includes('value="approve"') };
};
const notTheirs = {
  status: 403,
  hasButton: false,
  text: expect.stringContaining('somebody else has to approve it'),
};
const owed = async () =>
  (await service.tell(readLoanStatement, { orderNumber: loan.orderNumber })).loan.owedMinor;
const cash = async () => {
  const day = localDate('2026-11-20');
  const days = { currency: 'MXN', fromDay: localDate('2026-11-01'), throughDay: day } as const;
  const { accounts } = await service.tell(readTrialBalance, days);
  return Number(accounts.find(({ account }) => account === 'cash')?.closingMinor ?? 0);
};

test('money of a file takes two people at each step, of whom none read the file', async () => {
  const before = await owed();
  const path = await upload(rita, `2026-09-03,2500.00,MXN,K-1,K-1,${loan.orderNumber}\n`);
  const said = 'name="act" value="unmatched"';
  const asked = await does(tomas, `${path}?show=open`, said, { reason });
  expect(asked).toContain('/desk/approvals/');
  expect(await approve(rita, asked)).toMatchObject(notTheirs);
  const second = await approve(marta, asked);
  expect(second.status).toBe(303);
  for (const words of ['Move a payment from a file', 'Rita Ríos', 'banco.csv', 'K-1', '$ 2.500,00', reason])
    expect(second.text).toContain(words);
  expect(await owed()).toBe(before);

  const payment = unmatchedPath({ provider: 'bank', eventId: 'K-1' });
  const preview = await tomas.send(payment, {
    ...formOf((await tomas.open(payment)).html, 'name="order"'),
    ...{ loan: 'other', order: loan.orderNumber, reason, step: 'preview' },
  });
  expect(preview.text).toMatch(new RegExp(`${loan.orderNumber} · \\S+`));
  expect(preview.text).not.toContain('Prueba');
  const assigned = await does(tomas, payment, 'name="order"', {
    ...{ loan: 'other', order: loan.orderNumber, reason },
  });
  expect(await approve(rita, assigned)).toMatchObject(notTheirs);
  expect(await approve(marta, assigned)).toMatchObject({ status: 303 });
  expect(await owed()).toBe(before - 250_000);
  const { rows } = await desk.audit({ limit: 30 });
  const done = rows.filter(({ act, outcome }) => act === 'approved' && outcome === 'done');
  expect(done.map(({ subject, detail }) => [subject?.split(':')[0], detail?.amountMinor])).toEqual([
    ['loan', 250_000],
    ['settlement', 250_000],
  ]);
});

test('fees and a day with differences count towards the limits, and cash moves by two people', async () => {
  const before = await cash();
  const at = 'MXN,1795197600';
  const lines = `f-1,,-500000000,0,${at},rounding_adjustment\nn-1,ch-none,400000,0,${at},capture\n`;
  const path = await upload(tomas, lines, 'conekta');
  const open = `${path}?show=open`;
  const note = formOf((await tomas.open(open)).html, 'name="line" value="3"');
  expect((await tomas.send(open, { ...note, decision: 'note', reason })).status).toBe(303);
  const fee = await does(tomas, open, 'name="act" value="fee"', { reason });
  expect(fee).toContain('/desk/approvals/');
  const seen = await approve(marta, fee);
  expect([seen.status, seen.text.includes('Book a fee from a file')]).toEqual([303, true]);
  const closing = await does(rita, path, 'name="day" value="2026-11-20"', { reason });
  expect(closing).toContain('/desk/approvals/');
  expect(await approve(tomas, closing)).toMatchObject({ status: 403 });
  expect(await cash()).toBe(before);
  const second = await approve(marta, closing);
  expect(second.text).toContain('Differences with a note $ 4.000,00');
  expect(second.status).toBe(303);
});

test('the requester of a refund cannot approve its payout', async () => {
  const paidUp = await paidOutLoan(service, await newBorrower(service));
  await pay(service, paidUp, 900_000);
  const refund = { refundKey: 'hers', amountMinor: minorAmount(250_000), reason: 'paid too much' };
  await service.api.host.ask(
    requestRefund,
    { ...refund, orderNumber: paidUp.orderNumber },
    {
      ...{ actor: `desk:${rita.personId}`, messageId: service.dependencies.random.id() },
    },
  );
  const sent = await does(tomas, refundPath('hers'), 'value="sent"', { text: 'SPEI-9' });
  expect(sent).toContain('/desk/approvals/');
  expect(await approve(rita, sent)).toMatchObject(notTheirs);
  const second = await approve(marta, sent);
  expect([second.status, second.text.includes('Refund requested by Rita Ríos')]).toEqual([303, true]);
});

test('all calls that bring money to loans share one sum of a day', async () => {
  const nora = await person('Nora Paz', 'treasury');
  const others = [
    await paidOutLoan(service, await newBorrower(service)),
    await paidOutLoan(service, await newBorrower(service)),
  ];
  const assign = async (eventId: string, amount: number, orderNumber: string) => {
    await service.tell(recordPayment, {
      ...{ provider: 'stp', eventId, currency: 'MXN', reference: `nobody ${eventId}` },
      amountMinor: minorAmount(amount),
    });
    const path = unmatchedPath({ provider: 'stp', eventId });
    return does(nora, path, 'name="order"', { loan: 'other', order: orderNumber, reason });
  };
  const [first, second] = others.map(({ orderNumber }) => orderNumber);
  expect(await assign('S-1', 190_000, first ?? '')).toContain('/desk/loans/');
  await service.tell(recordPayment, {
    ...{ provider: 'bank', eventId: 'W-1', trackingKey: 'W-1', currency: 'MXN', orderNumber: second ?? '' },
    amountMinor: minorAmount(20_000),
  });
  const path = await upload(nora, `2026-11-20,1400.00,MXN,W-1,W-1,${second}\n`);
  const asked = await does(nora, `${path}?show=open`, 'name="act" value="amount"', { reason });
  expect(asked).toContain('/desk/approvals/');
});
