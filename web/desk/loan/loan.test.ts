import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { createContractClient } from '#contract/client.ts';
import { rejectChargeDispute } from '#contract/host/charge-dispute.ts';
import { readLoanStatement, writeOffLoan } from '#contract/host/loan.ts';
import { answerPaymentClaim } from '#contract/host/payment-claim.ts';
import { markRefundSent, requestRefund, verifyReceipt } from '#contract/host/repayment.ts';
import { ledgerKinds } from '#domain/booking/movement.ts';
import { localDate } from '#domain/calendar.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import { minorAmount, zeroMinor } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { openPage } from '#tests/setup/open-page.ts';
import { borrowerPath, claimPath, collectionPath, deskPaths, disputePath, loanPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const rosa = await newBorrower(service);
const loan = await paidOutLoan(service, rosa);
const { folio } = await service.ask(
  sendComplaint,
  { typeId: '2', subtypeId: null, content: 'Pagué y no aparece.', images: [], orderNumber: loan.orderNumber },
  rosa,
);
service.setTime('2026-12-23T12:00:00-06:00');
const { amountMinor } = await service.ask(
  readRepayment,
  { productId: loan.productId, orderId: loan.orderId },
  rosa,
);
await pay(service, loan, 50_000);
const agent = await person('Ana Gómez', 'agent');

/** Amounts of the band of what is owed: the headline, then each list of rows; one with a minus sign is below zero. */
const owedOn = async (orderNumber: string) => {
  const { html } = await agent.open(loanPath(orderNumber));
  const owed = /<section class="owed".*?<\/section>/s.exec(html)?.[0] ?? '';
  return owed
    .split('<dl')
    .map((part) =>
      [...part.matchAll(/(−<span[^>]*>)?\$(?:\u00a0|&nbsp;)([\d.]+,\d\d)/g)].map(
        ([, minus, amount = '']) => Number(amount.replace(/\D/g, '')) * (minus === undefined ? 1 : -1),
      ),
    );
};
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

test('a loan shows what is due and what settles it today, each with the rows that add up to it', async () => {
  const [[due = 0] = [], dueRows = [], settleRows = []] = await owedOn(loan.orderNumber);
  expect(due).toBe(amountMinor - 50_000);
  expect(dueRows.at(-1)).toBe(due);
  expect(sumOf(dueRows.slice(0, -1))).toBe(due);
  expect(settleRows[0]).toBe(due);
  expect(sumOf(settleRows.slice(0, -1))).toBe(settleRows.at(-1));
  expect((await agent.open(loanPath(loan.orderNumber))).text).toContain('Overdue 3 d');
});

test('its story tells money, states and the complaint, newest first, with what was left after each; who looked is in a fold below', async () => {
  const page = await agent.open(loanPath(loan.orderNumber));
  const order = [
    'Payment received',
    'Overdue',
    'Late fee of the day',
    'Paid out',
    'Agreement accepted',
    'Views by staff',
    'Opened',
  ];
  const story = page.text.slice(page.text.indexOf('Balance after'));
  expect(order.map((words) => story.indexOf(words))).toEqual(
    order.map((words) => story.indexOf(words)).toSorted((a, b) => a - b),
  );
  for (const words of [...order, `Complaint ${folio}: Received`, 'Ana Gómez']) expect(story).toContain(words);
  const money = await agent.open(`${loanPath(loan.orderNumber)}?show=money`);
  expect(money.text).not.toContain(`Complaint ${folio}:`);
});

test('its story tells what the lender’s systems and the borrower were told', async () => {
  const page = await agent.open(`${loanPath(loan.orderNumber)}?show=message`);
  for (const type of ['application.submitted', 'loan.disbursed', 'payment.received']) {
    expect(page.text).toContain(`Event ${type} to the lender's systems: to be sent`);
  }
  expect(page.text).not.toContain('Late fee of the day');
});

test('personal data are masked until asked for; one shown does not hide another, nobody else sees them, and they are masked again after fifteen minutes', async () => {
  const path = loanPath(loan.orderNumber);
  const [name, phone] = ['Prueba Pérez', '5512345678'];
  expect((await agent.open(path)).html).not.toContain(name);
  for (const show of ['name', 'phone']) expect((await agent.send(path, { show })).location).toBe(path);
  const after = await agent.open(path);
  for (const words of [name, phone, 'Saw personal data']) expect(after.text).toContain(words);
  const colleague = await person('Eva Ríos', 'agent');
  expect((await colleague.open(path)).html).not.toContain(phone);
  const { rows } = await desk.audit({ subject: `loan:${loan.orderNumber}`, limit: 100 });
  expect(rows.filter(({ act }) => act === 'shown').map(({ detail }) => detail)).toEqual([
    { fields: ['phone'] },
    { fields: ['name'] },
  ]);
  expect(JSON.stringify(rows)).not.toContain(name);
  const end = new Date('2026-12-23T12:15:00-06:00').getTime();
  service.setTime(new Date(end - 1_000).toISOString());
  expect((await agent.open(path)).html).toContain(phone);
  service.setTime(new Date(end).toISOString());
  expect((await agent.open(path)).html).not.toContain(phone);
});

test('an auditor is offered no personal data, and gets none by asking', async () => {
  const auditor = await person('Vera', 'auditor');
  const path = loanPath(loan.orderNumber);
  expect((await auditor.open(path)).text).not.toContain('Show (logged)');
  const refused = await auditor.send(path, { show: 'phone' });
  expect(refused.status).toBe(403);
  const { rows } = await desk.audit({ personId: auditor.personId, limit: 10 });
  expect(rows[0]).toMatchObject({ act: 'shown', outcome: 'refused' });
});

test('a loan that is none is not found, however it is written', async () => {
  expect((await agent.open(loanPath('LL000'))).status).toBe(404);
  expect((await agent.open('/desk/loans/%E0%A4%A')).status).toBe(404);
});

test('the list pages by cursor, newest first, in one status or all', async () => {
  const others = [];
  for (let count = 0; count < 3; count += 1)
    others.push(await paidOutLoan(service, await newBorrower(service)));
  const signedIn = await desk.people.find(agent.cookies.get('__Host-desk') ?? '');
  if (!signedIn) throw new Error('nobody is signed in');
  const first = await desk.loans.list(signedIn, { status: null, cursor: '', limit: 2 });
  const second = await desk.loans.list(signedIn, { status: null, cursor: first.nextCursor ?? '', limit: 2 });
  expect([...first.rows, ...second.rows].map(({ orderNumber }) => orderNumber)).toEqual([
    ...others.map(({ orderNumber }) => orderNumber).reverse(),
    loan.orderNumber,
  ]);
  expect(second.nextCursor).toBeNull();
  const late = await agent.open(`${deskPaths.loans}?status=overdue`);
  expect(late.text).toContain(loan.orderNumber);
  expect(late.text).not.toContain(others[0]?.orderNumber);
  expect((await agent.open(`${deskPaths.loans}?status=nonsense&from=nonsense`)).status).toBe(200);
});

test('what the borrower disputes and says they paid is marked until it is answered, for systems too', async () => {
  const session = await newBorrower(service);
  service.setTime('2026-12-20T12:00:00-06:00');
  const { productId, orderId, orderNumber } = await paidOutLoan(service, session);
  const loanPage = async () => (await agent.open(loanPath(orderNumber))).text;
  expect(await loanPage()).not.toContain('waits for an answer');
  const key = { productId, orderId };
  const said = { chargeId: '1-fee', reason: 'not-agreed', words: '' } as const;
  const { disputeId } = await service.ask(disputeCharge, { ...key, ...said }, session);
  const paid = { amountMinor: minorAmount(20_000), paidOn: localDate('2026-12-20'), image: null };
  const how = { channel: 'store', trackingKey: 'FOLIO 1' } as const;
  const { claimId } = await service.ask(claimPayment, { ...key, ...paid, ...how }, session);
  expect(await loanPage()).toContain(
    'Disputed: Processing fee, $ 75,00, payment 1. By 2026-12-23 12:00. Says they paid: $ 200,00, 2026-12-20, Cash at a store. By 2026-12-21 12:00.',
  );
  const treasurer = await person('Tomás Ávila', 'treasury');
  const { html } = await treasurer.open(loanPath(orderNumber));
  for (const path of [disputePath(disputeId), claimPath(claimId)]) expect(html).toContain(`href="${path}"`);
  expect((await agent.open(loanPath(orderNumber))).html).not.toContain(disputePath(disputeId));
  const { openDisputes, waitingClaims } = await service.tell(readLoanStatement, { orderNumber });
  expect(openDisputes).toEqual([
    {
      ...{ disputeId, sequence: 1, kind: 'fee', amountMinor: 7_500 },
      ...{ filedAt: '2026-12-20T18:00:00.000Z', answerBy: '2026-12-23T18:00:00.000Z' },
    },
  ]);
  expect(waitingClaims).toMatchObject([{ claimId, amountMinor: 20_000, channel: 'store' }]);
  await service.tell(rejectChargeDispute, { disputeId, answer: 'It stands in the agreement.' });
  await service.tell(answerPaymentClaim, { claimId, answer: 'It has not come.' });
  expect(await loanPage()).not.toContain('waits for an answer');
});

test('a loan that is late and written off is said to be written off', async () => {
  const manager = await person('Marta Ruiz', 'manager');
  const { orderNumber } = loan;
  await service.tell(writeOffLoan, { orderNumber, reason: 'The borrower has left the country' });
  for (const path of [loanPath(orderNumber), `${deskPaths.loans}?status=written-off`]) {
    const { html } = await manager.open(path);
    expect(html).not.toMatch(/Overdue \d+ d/);
    expect(html).toMatch(/<span class="state"[^>]*>(?:(?!<\/span>).)*Written off/s);
  }
});

test('a loan that nobody looked at for days owes at the desk what its borrower reads', async () => {
  const session = await newBorrower(service);
  service.setTime('2026-11-20T12:00:00-06:00');
  const late = await paidOutLoan(service, session);
  service.setTime('2027-01-25T12:00:00-06:00');
  const luis = await person('Luis Mora', 'agent');
  const page = await luis.open(loanPath(late.orderNumber));
  const { balance } = await service.ask(
    readLoan,
    { productId: late.productId, orderId: late.orderId },
    await service.session(session.borrowerId),
  );
  const owed = formatMoney(balance?.remainingMinor ?? zeroMinor, 'en', 'dot', 'MXN');
  expect(balance?.penaltyMinor).toBeGreaterThan(0);
  expect(page.text.replaceAll('\u00a0', ' ')).toContain(owed.replaceAll('\u00a0', ' '));
});

test('a search by a UPI address opens its loan, with all its dots and hyphens', async () => {
  const upi = 'pay.asha-1@axisbank';
  const theirs = await paidOutLoan(service, await newBorrower(service, 'IN'), 'in-120');
  await service.database.execute(
    sql`with named as (update payment_references set code = ${upi}
        where loan_id = ${theirs.orderId} and channel_kind = 'upi' and purpose = 'repay' returning id)
      update payment_codes set code = ${upi} where reference_id in (select id from named)`,
  );
  const sara = await person('Sara Paz', 'agent');
  const byUpi = await sara.open(`${deskPaths.search}?q=${encodeURIComponent(upi)}`);
  expect(byUpi.location).toBe(loanPath(theirs.orderNumber));
});

test('the count of each part of a story is of the lines that it shows', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const nora = await person('Nora Gil', 'agent');
  for (const _time of [1, 2, 3]) await nora.open(loanPath(orderNumber));
  for (const [show, name] of [
    ['', 'All'],
    ['desk', 'Desk'],
    ['status', 'States'],
  ] as const) {
    const { html, text } = await nora.open(`${loanPath(orderNumber)}?show=${show}`);
    const count = new RegExp(`${name} (\\d+)`).exec(text.slice(text.indexOf('Timeline')))?.[1];
    const [lines = '', looks] = html.slice(html.indexOf('id="story"')).split('<details');
    expect([name, count]).toEqual([name, String(lines.match(/<time /g)?.length ?? 0)]);
    if (looks) expect(text).toContain(`Views by staff ${looks.match(/<time /g)?.length}`);
    expect(looks === undefined).toBe(show === 'status');
  }
});

test('a payment reported late reads the same at the desk, in the signed call, on the pages and on the receipt, without balances that never existed', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const session = await newBorrower(service);
  const late = await paidOutLoan(service, session);
  service.setTime('2026-12-24T12:00:00-06:00');
  await service.ask(readLoan, late, session);
  const eventId = `late-${late.orderNumber}`;
  await pay(service, late, 50_000, { paidAt: '2026-12-21T12:00:00-06:00', eventId });
  const { entries, payments } = await service.tell(readLoanStatement, { orderNumber: late.orderNumber });
  const nora = await person('Nora', 'agent');
  const page = await nora.open(`${loanPath(late.orderNumber)}?show=money`);
  const story = page.text.slice(page.text.indexOf('Balance after'));
  const shown = page.html.matchAll(/data-l="Balance after"><span class="num">[^<\d]*([\d.]+,\d\d)</g);
  const left = [...shown].map(([, amount = '']) => Number(amount.replace(/[.,]/g, '')));
  expect(left).toEqual(entries.map(({ owedAfterMinor }) => owedAfterMinor).toReversed());
  expect(left).not.toContain(536_667);
  expect(story.match(/Late fee of the day: /g)).toHaveLength(3);
  expect(story).toContain('+ $ 500,00');
  expect(story).toContain('Counts from 2026-12-21');

  const booked = entries.find(({ kind }) => kind === 'payment');
  const { statement } = await service.ask(readLoan, late, session);
  const [received] = statement?.payments ?? [];
  expect(received).toMatchObject({
    ...{ paymentId: booked?.transactionId, amountMinor: 50_000, trackingKey: eventId },
    ...{ paidAt: booked?.occurredAt, owedAfterMinor: booked?.owedAfterMinor },
  });
  expect(payments).toMatchObject([{ eventId, amountMinor: 50_000, paidAt: booked?.occurredAt }]);
  const settled = (booked?.postings ?? []).filter(({ account }) => account === 'receivable');
  expect(received?.parts.map(({ component, coveredMinor }) => [component, 0 - coveredMinor])).toEqual(
    expect.arrayContaining(settled.map(({ component, amountMinor }) => [component, amountMinor])),
  );
  const dependencies = {
    client: createContractClient({
      fetch: async (request) => service.api.fetch(request),
      apiBase: 'http://lending.test',
      defaultMerchantNumber: '1000',
    }),
  };
  const { sessionId, userId, deviceId } = session;
  const query = { productId: late.productId, orderId: late.orderId, sessionId, userId, deviceId, lang: '1' };
  const read = async (path: string, more: object = {}) =>
    (await openPage(`${path}?${new URLSearchParams({ ...query, ...more })}`, { dependencies })).text;
  const money = (minor: number) =>
    formatMoney(minorAmount(minor), 'en', 'dot', 'MXN').replaceAll('\u00a0', ' ');
  expect(await read('/order')).toContain(`${money(50_000)}`);
  const receipt = await read('/receipt', { paymentId: received?.paymentId });
  expect(receipt).toContain('2026-12-21');
  expect(receipt).toContain(money(50_000));
  expect(receipt).toContain(money(booked?.owedAfterMinor ?? 0));
  const named = { orderNumber: late.orderNumber, checkCode: received?.checkCode ?? '' };
  const receiptName = receiptNumber(received?.paymentId ?? '');
  expect(await service.tell(verifyReceipt, { ...named, receiptNumber: receiptName })).toEqual({
    isGenuine: true,
    payment: { amountMinor: 50_000, currency: 'MXN', paidAt: booked?.occurredAt, isReversed: false },
  });
});

test('the story tells what was received in full, what it paid, by which reference and key, and what was given back', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const session = await newBorrower(service);
  const paid = await paidOutLoan(service, session);
  service.setTime('2026-12-20T12:00:00-06:00');
  await pay(service, paid, 841_242, { eventId: 'KEY77' });
  const refund = { orderNumber: paid.orderNumber, refundKey: 'refund-77', amountMinor: minorAmount(10_000) };
  await service.tell(requestRefund, { ...refund, reason: 'Paid more than is owed' });
  const before = await agent.open(`${loanPath(paid.orderNumber)}?show=money`);
  const toBeSent = before.text.replaceAll('\u00a0', ' ');
  expect(toBeSent).toMatch(/Refund to be sent .*?\$ 100,00 less held/);
  await service.tell(markRefundSent, { refundKey: 'refund-77', reference: 'TRANSFER 5' });
  const page = await agent.open(`${loanPath(paid.orderNumber)}?show=money`);
  const told = page.text.replaceAll('\u00a0', ' ').slice(page.text.indexOf('In or out'));
  const line = told.slice(told.indexOf('Payment received'), told.indexOf('Paid out'));
  expect(line).toContain('+ $ 8.412,42');
  for (const words of ['Principal $ ', 'Interest $ ', 'Reference ', 'Tracking key KEY77', ' held']) {
    expect(line).toContain(words);
  }
  const { entries } = await service.tell(readLoanStatement, { orderNumber: paid.orderNumber });
  const payment = entries.find(({ kind }) => kind === 'payment');
  const principal = (payment?.postings ?? [])
    .filter(({ account, component }) => account === 'receivable' && component === 'principal')
    .reduce((sum, { amountMinor }) => sum - amountMinor, 0);
  expect(line).toContain(
    `Principal ${formatMoney(minorAmount(principal), 'en', 'dot', 'MXN').replace('\u00a0', ' ')}`,
  );
  expect(told).toMatch(/Refund sent .*?− \$ 100,00/);
  expect(told).toMatch(/Paid out .*?− \$ 5\.000,00/);
});

test('every kind of movement of the ledger has words in the story', () => {
  for (const text of [deskLoanText.es, deskLoanText.en])
    expect(ledgerKinds.filter((kind) => !(kind in text))).toEqual([]);
});

test('a loan and its borrower lead to each other, and a time in a list of two markets names its own', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const asha = await newBorrower(service, 'IN');
  const theirs = await paidOutLoan(service, asha, 'in-120');
  const pages = [await agent.open(loanPath(theirs.orderNumber)), await agent.open(deskPaths.loans)];
  for (const { html } of pages) expect(html).toContain(`href="${borrowerPath(asha.borrowerId)}"`);
  const list = pages[1]?.text ?? '';
  expect(list.slice(list.indexOf(theirs.orderNumber))).toMatch(/2026-11-20 23:30 IN/);
  expect(list).toMatch(/2026-11-20 12:00 MX/);
});

test('a payment that is due later is not called due', async () => {
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service), 'mx-90-steps');
  const [[due] = [], [next = 0] = [], settleRows = []] = await owedOn(orderNumber);
  expect([due, settleRows[0]]).toEqual([0, 0]);
  expect(next).toBeGreaterThan(0);
  expect(settleRows.at(-1)).toBeGreaterThan(0);
  expect(sumOf(settleRows.slice(0, -1))).toBe(settleRows.at(-1));
  const { text } = await agent.open(loanPath(orderNumber));
  expect(text).toMatch(/Next is payment 1 of \d, due 202\d-\d\d-\d\d \$/);
});

test('a contact shows its result, promise and note, beside a link to the page of the overdue loan', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const ana = await person('Ana Gómez', 'agent');
  expect((await ana.open(loanPath(orderNumber))).html).not.toContain(collectionPath(orderNumber));
  service.setTime('2027-01-10T12:00:00-06:00');
  const nora = await person('Nora Gil', 'agent');
  await nora.open(loanPath(orderNumber));
  const promise = { result: 'promised', on: '2027-01-12', amount: '100,00' };
  const contact = { part: 'contact', kind: 'we-called', words: 'Le pagan el martes.', ...promise };
  const sent = await nora.send(collectionPath(orderNumber), { ...contact, messageId: randomUUID() });
  expect(sent.status).toBe(303);
  const { html, text } = await nora.open(loanPath(orderNumber));
  expect(html).toContain(`href="${collectionPath(orderNumber)}"`);
  expect(text).toMatch(
    /We called: Promised to pay 2027-01-12, \$ 100,00, promised Le pagan el martes. Nora Gil/,
  );
  expect(text).not.toContain('Contacted to collect');
  const pause = { part: 'pause', messageId: randomUUID(), until: '2027-01-20', why: 'Está en el hospital' };
  await nora.send(collectionPath(orderNumber), pause);
  expect((await nora.open(loanPath(orderNumber))).text).toContain(
    'Collection paused: until 2027-01-20 Está en el hospital',
  );
});
