import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readLoanStatement } from '#contract/host/loan.ts';
import { listRefunds, markRefundFailed, markRefundSent, recordPayment } from '#contract/host/repayment.ts';
import { addDays } from '#domain/calendar.ts';
import { dayIn } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { tellOutflow } from '#tests/setup/outflows.ts';
import { deskPaths, loanPath, outflowPath, queuePath, unmatchedPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const treasurer = await person('Tomás Ávila', 'treasury');
const manager = await person('Marta Ruiz', 'manager');
const reason = 'Same name on the statement of the bank';

async function paidOut() {
  const loan = await paidOutLoan(service, await newBorrower(service));
  const code = `9${String(Math.trunc(Math.random() * 1e16)).padStart(17, '3')}`;
  await service.database.execute(
    sql`update payment_references set code = ${code}
      where loan_id = ${loan.orderId} and purpose = 'repay' and channel_kind = 'store'`,
  );
  return { ...loan, code };
}

/** Money under a reference that is no loan's. */
async function arrives(reference: string, amountMinor: number, payerAccount?: string) {
  const eventId = `entry ${crypto.randomUUID()}`;
  await service.tell(recordPayment, {
    ...{ provider: 'bank', eventId, reference, currency: 'MXN' as const },
    amountMinor: minorAmount(amountMinor),
    ...(payerAccount !== undefined && { payerAccount }),
  });
  return unmatchedPath({ provider: 'bank', eventId });
}

/** With two digits of it swapped that differ. */
function swapped(code: string): string {
  const place = [...code].findIndex((digit, index) => digit !== code[index + 1]);
  return code.slice(0, place) + code[place + 1] + code[place] + code.slice(place + 2);
}

const owedOf = async (orderNumber: string) =>
  (await service.tell(readLoanStatement, { orderNumber })).loan.owedMinor;

test('assigning what equals a booked payment is asked about; what was typed stays, and reconciliation names no pair that is two', async () => {
  const loan = await paidOut();
  const booked = { provider: 'bank', eventId: `booked ${loan.orderNumber}`, currency: 'MXN' as const };
  await service.tell(recordPayment, {
    ...{ ...booked, orderNumber: loan.orderNumber, amountMinor: minorAmount(7_700) },
  });
  const path = await arrives(swapped(loan.code), 7_700);
  const typed = { loan: 'other', order: loan.orderNumber, reason };
  const answer = await treasurer.send(path, { ...typed, step: 'preview' });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain(
    `the same amount and day is already booked: bank booked ${loan.orderNumber}. Nothing was done.`,
  );
  expect([answer.field('order'), answer.html.includes(reason)]).toEqual([loan.orderNumber, true]);
  const said = { ...typed, anotherPayment: 'yes' };
  const preview = await treasurer.send(path, { ...said, step: 'preview' });
  const shown = { messageId: preview.field('messageId'), seen: preview.field('seen') };
  const owed = await owedOf(loan.orderNumber);
  const done = await treasurer.send(path, { ...said, ...shown, step: 'do' });
  expect(done.location).toBe(loanPath(loan.orderNumber));
  expect(await owedOf(loan.orderNumber)).toBe(owed - 7_700);
  const page = await treasurer.open(deskPaths.reconciliation);
  expect(page.text).not.toContain('Possible duplicate payments');
});

test('reconciliation names two payments that may be one', async () => {
  const loan = await paidOut();
  const money = { provider: 'bank', currency: 'MXN' as const, amountMinor: minorAmount(8_800) };
  for (const named of [
    { eventId: `first ${loan.orderNumber}` },
    { eventId: 'x', trackingKey: `K ${loan.orderNumber}` },
  ])
    await service.tell(recordPayment, { ...money, ...named, orderNumber: loan.orderNumber });
  const { text } = await treasurer.open(deskPaths.reconciliation);
  expect(text).toContain('Possible duplicate payments');
  expect(text).toContain(`${loan.orderNumber} $ 88,00 bank x bank first ${loan.orderNumber}`);
});

test('a payment with two swapped digits is listed with its loan, the reason and the marked digits, and assigned once', async () => {
  const loan = await paidOut();
  const path = await arrives(swapped(loan.code), 12_345);
  const list = await treasurer.open(queuePath('unmatched'));
  expect(list.html).toContain(path.replaceAll('&', '&amp;'));
  const page = await treasurer.open(path);
  for (const words of [loan.orderNumber, 'two digits swapped', 'Another amount']) {
    expect(page.text).toContain(words);
  }
  expect(page.html.match(/<mark>\d<\/mark>/g)).toHaveLength(4);
  const owed = await owedOf(loan.orderNumber);
  const typed = { loan: loan.orderNumber, order: '', reason };
  const preview = await treasurer.send(path, { ...typed, step: 'preview' });
  expect(preview.text).toContain('Assign $ 123,45');
  expect(await owedOf(loan.orderNumber)).toBe(owed);
  const form = {
    ...typed,
    step: 'do',
    seen: preview.field('seen'),
    messageId: preview.field('messageId'),
  };
  for (const _ of [1, 2])
    expect((await treasurer.send(path, form)).location).toBe(loanPath(loan.orderNumber));
  expect(await owedOf(loan.orderNumber)).toBe(owed - 12_345);
  expect((await treasurer.open(path)).text).toContain('has been assigned to a loan');
  const until = addDays(dayIn('MX', service.dependencies.clock.now()), 5);
  for (const late of [
    { part: 'hold', step: 'hold', until, reason: 'Waits for the statement' },
    { ...typed, reason: 'Waits for the statement', step: 'preview' },
  ]) {
    const tooLate = await treasurer.send(path, late);
    expect([late.step, tooLate.status]).toEqual([late.step, 409]);
    expect(tooLate.text).toContain('Your text is here');
    expect(tooLate.text).toContain('Reason Waits for the statement');
  }
  const { rows } = await desk.audit({ subject: `loan:${loan.orderNumber}`, limit: 5 });
  expect(rows[0]).toMatchObject({ act: 'assignPayment', outcome: 'done', reason });
});

test('an order number with a slip names its loan', async () => {
  const { orderNumber } = await paidOut();
  const page = await treasurer.open(await arrives(orderNumber.slice(0, -1), 4_321));
  expect(page.text).toContain(orderNumber);
  expect(page.text).toContain('one digit is missing');
});

test.each([
  [{ loan: 'other', order: '', reason }, 'Choose a loan'],
  [{ loan: 'other', order: 'LL000', reason }, 'No loan has the number LL000'],
  [{ loan: 'other', order: 'LL000', reason: 'no' }, 'Enter the reason'],
])('%o is told in words and keeps what was typed', async (typed, words) => {
  const path = await arrives('nobody knows', 777);
  const page = await treasurer.send(path, { ...typed, step: 'preview' });
  expect(page.status).toBe(422);
  expect(page.text).toContain(words);
  expect(page.html).toContain(typed.reason);
  expect(page.text).toContain('No loan fits');
});

test('an order typed beside a suggestion that is chosen is refused, and the preview names the loan', async () => {
  const [suggested, meant] = [await paidOut(), await paidOut()];
  const path = await arrives(swapped(suggested.code), 6_543);
  const typed = { loan: suggested.orderNumber, order: meant.orderNumber, reason };
  for (const step of ['preview', 'do']) {
    const refused = await treasurer.send(path, { ...typed, step });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('You chose a loan and entered the order number of another');
    expect(refused.text).not.toContain('Assign $');
    expect(refused.html).toContain(reason);
    expect(refused.field('order')).toBe(meant.orderNumber);
    expect(refused.html).toMatch(new RegExp(`checked="" value="${suggested.orderNumber}"`));
  }
  const preview = await treasurer.send(path, { ...typed, loan: 'other', step: 'preview' });
  expect(preview.text).toContain(`Assign $ 65,43 to ${meant.orderNumber}`);
  expect(preview.html).toContain(`href="${loanPath(meant.orderNumber)}"`);
  const same = { ...typed, order: suggested.orderNumber.toLowerCase(), step: 'preview' };
  expect((await treasurer.send(path, same)).text).toContain(`to ${suggested.orderNumber}`);
});

test('an agent sees no unmatched money, and an auditor assigns none', async () => {
  const loan = await paidOut();
  const path = await arrives(swapped(loan.code), 500);
  const agent = await person('Ana', 'agent');
  for (const address of [queuePath('unmatched'), path]) expect((await agent.open(address)).status).toBe(403);
  const auditor = await person('Vera', 'auditor');
  expect((await auditor.open(path)).html).not.toContain('value="preview"');
  const form = { loan: loan.orderNumber, order: '', reason, step: 'preview' };
  for (const by of [auditor, manager]) expect((await by.send(path, form)).status).toBe(403);
  expect((await treasurer.open(unmatchedPath({ provider: 'bank', eventId: 'none' }))).status).toBe(404);
});

test('money from an account that a borrower paid from before is suggested for their loan', async () => {
  const loan = await paidOut();
  const payerAccount = '0021 8000 0012 3456 78';
  await service.tell(recordPayment, {
    ...{ provider: 'bank', eventId: crypto.randomUUID(), orderNumber: loan.orderNumber, currency: 'MXN' },
    ...{ amountMinor: minorAmount(1_000), payerAccount },
  });
  const page = await treasurer.open(await arrives('ni idea', 31, '002180000012345678'));
  expect(page.text).toContain(loan.orderNumber);
  expect(page.text).toContain('The same account as an earlier payment');
  expect((await treasurer.open(await arrives('ni idea', 31, '002180000012345679'))).text).toContain(
    'No loan fits',
  );
  const rows = (await service.database.execute(
    sql`select count(*) filter (where to_jsonb(provider_events)::text like '%0218000001%') as "heldText" from provider_events`,
  )) as { heldText: string }[];
  expect(Number(rows[0]?.heldText)).toBe(0);
});

test('a payment rests until a day, with the reason, and no longer', async () => {
  const path = await arrives('espera', 4_444);
  const today = dayIn('MX', service.dependencies.clock.now());
  const form = { part: 'hold', step: 'hold', until: addDays(today, 3), reason };
  for (const [typed, words] of [
    [{ until: today }, 'from tomorrow to 90 days'],
    [{ until: addDays(today, 91) }, 'from tomorrow to 90 days'],
    [{ until: '2026-02-31' }, 'from tomorrow to 90 days'],
    [{ reason: 'no' }, 'Enter the reason'],
  ] as const) {
    const refused = await treasurer.send(path, { ...form, ...typed });
    expect([refused.status, refused.text.includes(words)]).toEqual([422, true]);
  }
  expect((await treasurer.send(path, form)).location).toBe(queuePath('unmatched'));
  expect((await treasurer.open(queuePath('unmatched'))).text).toContain(`On hold until ${form.until}`);
  expect((await treasurer.open(path)).text).toContain(
    `Tomás Ávila put it on hold until ${form.until}: ${reason}`,
  );
  const { rows } = await desk.audit({ personId: treasurer.personId, limit: 1 });
  expect(rows[0]).toMatchObject({ act: 'held', reason, detail: { day: form.until } });
  await treasurer.send(path, { part: 'hold', step: 'release' });
  expect((await treasurer.open(path)).text).not.toContain('put it on hold');
  const auditor = await person('Vera', 'auditor');
  expect((await auditor.send(path, form)).status).toBe(403);
});

test('a payment rests on the last day of its hold, and no longer', async () => {
  const path = await arrives('último día', 4_445);
  const now = service.dependencies.clock.now();
  const today = dayIn('MX', now);
  await treasurer.send(path, { part: 'hold', step: 'hold', until: addDays(today, 3), reason });
  const isHeld = [];
  for (const days of [3, 4]) {
    service.setTime(`${addDays(today, days)}T18:00:00Z`);
    const by = await person('Tomás Ávila', 'treasury');
    isHeld.push((await by.open(path)).text.includes('put it on hold'));
  }
  service.setTime(now.toISOString());
  expect(isHeld).toEqual([true, false]);
});

test('a payment is sent back whole, once, and waits again where the refund fails', async () => {
  const path = await arrives('no es nuestro', 98_765);
  const page = await treasurer.open(path);
  const form = {
    ...{ part: 'back', step: 'do', reason, amountMinor: '98765' },
    ...{ seen: fieldsOf(page.html, 2).seen ?? '', messageId: fieldsOf(page.html, 2).messageId ?? '' },
  };
  expect((await treasurer.send(path, { ...form, reason: 'no' })).text).toContain('Enter the reason');
  for (const _ of [1, 2]) expect((await treasurer.send(path, form)).location).toBe(queuePath('unmatched'));
  expect((await treasurer.open(path)).text).toContain('has been assigned to a loan or reversed');
  const { refunds } = await service.tell(listRefunds, {});
  const refundKey = `desk:${form.messageId}`;
  expect(refunds[0]).toMatchObject({ refundKey, orderNumber: null, state: 'requested', amountMinor: 98_765 });
  expect(refunds[0]?.payment?.provider).toBe('bank');
  await service.tell(markRefundSent, { refundKey, reference: 'T-1' });
  expect((await service.tell(markRefundFailed, { refundKey, reason })).state).toBe('failed');
  expect((await treasurer.open(path)).text).toContain('Return $ 987,65');
});

test('sending more than the limit back takes two people, and only the amount that arrived', async () => {
  const path = await arrives('mucho', 250_001);
  const page = await treasurer.open(path);
  expect(page.text).toContain('Request approval: Return $ 2.500,01');
  const { seen = '', messageId = '' } = fieldsOf(page.html, 2);
  const form = { part: 'back', step: 'do', reason, amountMinor: '250001', seen, messageId };
  const other = await treasurer.send(path, { ...form, amountMinor: '1' });
  expect(other.status).toBe(422);
  const answer = await treasurer.send(path, form);
  expect(answer.location).toContain('/desk/approvals/');
  expect((await manager.open(queuePath('approval'))).html).toContain(`${answer.location}?`);
  const approval = await manager.open(answer.location ?? '');
  expect(approval.text).toContain('No loan changes.');
  await manager.send(answer.location ?? '', { step: 'approve', seen: approval.field('seen') });
  expect((await treasurer.open(path)).text).toContain('or reversed');
  const agent = await person('Ana', 'agent');
  expect((await agent.send(path, form)).status).toBe(403);
});

test('a payment without a reference is suggested for the loan whose instalment it is; one above the limit takes two people', async () => {
  const loan = await paidOut();
  const [instalment] = (await service.database.execute(
    sql`select (fee_charged_minor + vat_charged_minor + interest_charged_minor + principal_charged_minor)::text as owed,
      to_char(due_date, 'YYYY-MM-DD') as at from instalments where loan_id = ${loan.orderId} order by sequence limit 1`,
  )) as { owed: string; at: string }[];
  service.setTime(`${instalment?.at}T12:00:00-06:00`);
  // Days later every session is over.
  const [treasurer, manager] = [
    await person('Tomás Ávila', 'treasury'),
    await person('Marta Ruiz', 'manager'),
  ];
  const path = await arrives('pago 2', Number(instalment?.owed));
  const page = await treasurer.open(path);
  expect(page.text).toContain('Amount of payment 1');
  expect(page.text).toContain('Payment 1 is due that day');
  const large = await arrives('sin referencia', 250_000);
  const typed = { loan: 'other', order: ` ${loan.orderNumber.toLowerCase()} `, reason };
  const preview = await treasurer.send(large, { ...typed, step: 'preview' });
  expect(preview.text).toContain('Request approval: Assign');
  const seen = preview.field('seen');
  const answer = await treasurer.send(large, {
    ...typed,
    step: 'do',
    seen,
    messageId: preview.field('messageId'),
  });
  expect(answer.location).toContain('/desk/approvals/');
  const approval = await manager.open(answer.location ?? '');
  await manager.send(answer.location ?? '', { step: 'approve', seen: approval.field('seen') });
  expect((await treasurer.open(large)).text).toContain('has been assigned to a loan');
});

/** Money that a provider took back from a payment. */
async function leaves(deposit: string, amountMinor: number): Promise<void> {
  const id = `re ${crypto.randomUUID()}`;
  const refund = { id, payment: { deposit }, cause: 'refund', outcome: 'left', currency: 'MXN' } as const;
  await tellOutflow(service, 'bank', { ...refund, amountMinor, reason: 'duplicate' });
}

test('money that left and is not booked stands with why and its loan, until somebody says how it was settled', async () => {
  const teller = await person('Nina Soto', 'treasury');
  const other = await person('Marco Luna', 'treasury');
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const eventId = `entry ${crypto.randomUUID()}`;
  const money = { provider: 'bank', orderNumber, currency: 'MXN' as const };
  await service.tell(recordPayment, { ...money, eventId, amountMinor: minorAmount(20_000) });
  await leaves(eventId, 5_000);
  await leaves(`nobody ${crypto.randomUUID()}`, 6_000);
  const overview = await teller.open(deskPaths.overview);
  expect(overview.text).toContain('Outgoing money, not booked');
  const list = await teller.open(queuePath('outflow'));
  expect(list.text).toContain('Refund made with the provider');
  const paths = [...list.html.matchAll(/href="(\/desk\/outflows\/[^"?]+)/g)].map(([, to = '']) => to);
  const pages = await Promise.all(paths.map((to) => teller.open(to)));
  const whole = pages.map(({ text }) => text).join(' ');
  for (const words of [
    ...['Refund made with the provider, $ 50,00', orderNumber, eventId],
    ...['no credit on the loan covers it', 'The payment is not known', 'duplicate'],
  ]) {
    expect(whole).toContain(words);
  }
  const [path = ''] = paths;
  const short = await teller.send(path, { reason: 'ok' });
  expect([short.status, short.text]).toEqual([422, expect.stringContaining('Enter the reason')]);
  expect((await other.send(path, { reason })).location).toBe(queuePath('outflow'));
  const late = await teller.send(path, { reason });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('Somebody has settled it')]);
  expect(late.text).toContain(reason);
  const none = await teller.send(outflowPath(crypto.randomUUID()), { reason });
  expect(none.status).toBe(404);
  expect((await teller.open(queuePath('outflow'))).html).not.toContain(path);
  const agent = await person('Aura Ríos', 'agent');
  expect((await agent.send(path, { reason })).status).toBe(403);
});

test('money in doubt says why it waits, and its loan is suggested by the slip that it was paid with', async () => {
  const teller = await person('Dora Paz', 'treasury');
  const loan = await paidOut();
  const path = await arrives(loan.code.replace(/.$/, 'X'), 4_300);
  await service.database.execute(
    sql`update provider_events set put_by = 'provider:conekta', reference = ${loan.code}
      where amount_minor = 4300 and outcome = 'unmatched'`,
  );
  const page = await teller.open(path);
  expect(page.text).toContain(
    'Not booked automatically: the amount, currency or time is not what the slip says.',
  );
  expect(page.text).toContain(loan.orderNumber);
});

test('a reported object that the account does not have is listed, and its outgoing money waits with a reason', async () => {
  const teller = await person('Eva Mora', 'treasury');
  const object = `pi_${crypto.randomUUID()}`;
  const outflow = {
    cause: 'refund',
    outcome: 'left',
    amountMinor: 6_100,
    currency: 'MXN',
    reason: '',
  } as const;
  const id = `re_${object}`;
  const payment = { deposit: object };
  await tellOutflow(service, 'stripe', { ...outflow, id, payment, isPaymentUnknown: true });
  await service.database.execute(sql`insert into webhook_messages (provider, message_id, unknown_object, received_at)
    values ('stripe', ${`evt_${object}`}, ${object}, ${service.dependencies.clock.now().toISOString()})`);
  const reconciliation = await teller.open(deskPaths.reconciliation);
  expect(reconciliation.text).toContain('Webhooks about objects that your account does not have');
  expect(reconciliation.text).toContain(object);
  const list = await teller.open(queuePath('outflow'));
  const paths = [...list.html.matchAll(/href="(\/desk\/outflows\/[^"?]+)/g)].map(([, to = '']) => to);
  const pages = await Promise.all(paths.map((to) => teller.open(to)));
  const page = pages.find(({ text }) => text.includes(object));
  expect(page?.text).toContain('The provider says your account does not have this payment.');
});

test('[MONEY-3] money beyond all amounts that waits takes no page down, is booked on no loan, and can be sent back', async () => {
  const loan = await paidOut();
  const banker = await person('Berta Luna', 'treasury');
  const eventIds = [crypto.randomUUID(), crypto.randomUUID()];
  for (const eventId of eventIds) {
    await service.database.execute(
      sql`insert into provider_events (id, provider, event_id, reference, amount_minor, currency, paid_at, received_at, outcome)
        values (${eventId}::uuid, 'bank', ${eventId}, ${loan.code}, ${Number.MAX_SAFE_INTEGER}, 'MXN', '2026-11-20', '2026-11-20', 'unmatched')`,
    );
  }
  const path = unmatchedPath({ provider: 'bank', eventId: eventIds[0] ?? '' });
  for (const address of [
    queuePath('unmatched'),
    deskPaths.reconciliation,
    deskPaths.figures,
    deskPaths.overview,
    path,
  ]) {
    expect([address, (await banker.open(address)).status]).toEqual([address, 200]);
  }
  const typed = { loan: loan.orderNumber, order: '', reason };
  const preview = await banker.send(path, { ...typed, step: 'preview' });
  expect([preview.status, preview.text.includes('Assign $')]).toEqual([422, false]);
  const page = await banker.open(path);
  const { seen = '', messageId = '' } = fieldsOf(page.html, 2);
  const back = {
    part: 'back',
    step: 'do',
    reason,
    amountMinor: String(Number.MAX_SAFE_INTEGER),
    seen,
    messageId,
  };
  expect((await banker.send(path, back)).location).toMatch(/^\/desk\/approvals/);
});
