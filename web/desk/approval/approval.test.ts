import { expect, test } from 'vitest';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { readLoanStatement, writeOffLoan } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { dayIn } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { approvalPath, claimPath, correctLoanPath, deskPaths, queuePath, unmatchedPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const treasurer = await person('Tomás Ávila', 'treasury');
const manager = await person('Marta Ruiz', 'manager');
const both = await person('Bea Both', 'treasury', 'manager');
const reason = 'Borrower has left the country';

const formOf = (html: string, kind: string) => {
  const form = html.split('<details').find((each) => each.includes(`value="${kind}"`)) ?? '';
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? '';
  return { kind, messageId: value('messageId'), seen: value('seen'), reason, step: 'do' };
};
const statusOf = async (orderNumber: string) =>
  (await service.tell(readLoanStatement, { orderNumber })).loan.status;

/** Sends what a form was previewed to do, and where it led. */
async function does(
  orderNumber: string,
  kind: string,
  typed: Readonly<Record<string, string>>,
  by: typeof treasurer = treasurer,
) {
  const path = correctLoanPath(orderNumber);
  const preview = await by.send(path, { kind, step: 'preview', reason, ...typed });
  return (await by.send(path, { ...formOf(preview.html, kind), ...typed })).location ?? '';
}

/** A loan on which the asking person has moved all that one person may. */
async function loanAtLimit() {
  const loan = await paidOutLoan(service, await newBorrower(service));
  const eventId = crypto.randomUUID();
  await pay(service, loan, 200_000, { eventId });
  await does(loan.orderNumber, 'reverse-payment', { payment: `sandbox/${eventId}` });
  return loan;
}

/** A write-off that waits, asked for by somebody. */
async function requestApproval(by: typeof treasurer) {
  const loan = await paidOutLoan(service, await newBorrower(service));
  const path = correctLoanPath(loan.orderNumber);
  const preview = await by.send(path, { kind: 'write-off', step: 'preview', reason });
  expect(preview.text).toContain('Request approval: Write off');
  expect(preview.text).toContain('Above $ 2.000,00 a day: needs approval by a colleague.');
  const form = formOf(preview.html, 'write-off');
  const sent = await by.send(path, form);
  expect(sent.location).toBe(approvalPath(form.messageId));
  expect((await by.send(path, form)).location).toBe(approvalPath(form.messageId));
  return { loan, path: approvalPath(form.messageId) };
}

async function actsOn(orderNumber: string) {
  const { rows } = await desk.audit({ subject: `loan:${orderNumber}`, limit: 50 });
  const changes = rows.filter(({ act }) => act !== 'opened');
  return changes.map(({ act, outcome, personId }) => `${act} ${outcome} ${personId}`);
}

test('above the limit it waits; a second approver sees the requester, the reason and the effect, and approves', async () => {
  const { loan, path } = await requestApproval(treasurer);
  const { orderNumber } = loan;
  expect(await statusOf(orderNumber)).toBe('to-repay');
  const list = await manager.open(queuePath('approval'));
  expect(list.text).toContain(orderNumber);
  expect(list.text).toContain('Tomás Ávila');
  const page = await manager.open(path);
  for (const words of ['Tomás Ávila asks: Write off', reason, 'Written off', 'You can approve it']) {
    expect(page.text).toContain(words);
  }
  const form = { step: 'approve', seen: page.field('seen') };
  for (const _ of [1, 2]) expect((await manager.send(path, form)).location).toBe(path);
  expect(await statusOf(orderNumber)).toBe('written-off');
  expect((await manager.open(path)).text).toContain('Approved by Marta Ruiz');
  const log = await manager.open(`${deskPaths.audit}?about=loan:${orderNumber}`);
  expect(log.text).toContain('asked by Tomás Ávila');
  expect(log.text).toContain('Marta Ruiz Approved');
  for (const { text } of [list, page, log]) expect(text).not.toContain('Prueba');
  expect((await manager.open(queuePath('approval'))).text).not.toContain(orderNumber);
  expect(await actsOn(orderNumber)).toEqual([
    `approved done ${manager.personId}`,
    `asked done ${treasurer.personId}`,
  ]);
});

test('who asked cannot approve or send back, whatever their roles, and reads why', async () => {
  const { loan, path } = await requestApproval(both);
  const page = await both.open(path);
  expect(page.text).toContain('You asked for it, so somebody else has to approve it.');
  expect(page.html).not.toContain('value="approve"');
  const seen = (await manager.open(path)).field('seen');
  for (const step of ['approve', 'send-back']) {
    expect((await both.send(path, { step, seen })).status).toBe(403);
  }
  expect(await statusOf(loan.orderNumber)).toBe('to-repay');
  expect(await actsOn(loan.orderNumber)).toContain(`approved refused ${both.personId}`);
});

test('who has no role for it approves nothing, and another cannot take it back', async () => {
  const { loan, path } = await requestApproval(treasurer);
  const seen = (await manager.open(path)).field('seen');
  const auditor = await person('Vera', 'auditor');
  const other = await person('Otto', 'treasury');
  expect((await auditor.open(path)).text).toContain('Your role cannot approve corrections.');
  for (const [by, step] of [
    [auditor, 'approve'],
    [other, 'approve'],
    [other, 'send-back'],
    [manager, 'take-back'],
  ] as const) {
    expect((await by.send(path, { step, seen })).status, step).toBe(403);
  }
  const agent = await person('Ana', 'agent');
  expect((await agent.open(path)).status).toBe(403);
  expect((await agent.open(queuePath('approval'))).status).toBe(403);
  expect(await statusOf(loan.orderNumber)).toBe('to-repay');
});

test.each([
  ['take-back', () => treasurer, 'Withdrawn by Tomás Ávila'],
  ['send-back', () => manager, 'Sent back by Marta Ruiz'],
] as const)('%s ends it, and nothing is done afterwards', async (step, by, words) => {
  const { loan, path } = await requestApproval(treasurer);
  const seen = (await manager.open(path)).field('seen');
  for (const _click of [1, 2]) expect((await by().send(path, { step })).location).toBe(path);
  expect((await treasurer.open(path)).text).toContain(words);
  const nora = await person('Nora', 'manager');
  expect((await nora.send(path, { step: 'send-back' })).status).toBe(409);
  const acts = await actsOn(loan.orderNumber);
  expect(
    acts.filter((act) => act.endsWith(`done ${by().personId}`) && !act.startsWith('asked')),
  ).toHaveLength(1);
  expect((await manager.send(path, { step: 'approve', seen })).status).toBe(409);
  expect(await statusOf(loan.orderNumber)).toBe('to-repay');
});

test('two concurrent approvals have one effect, and one of them is refused', async () => {
  const { loan, path } = await requestApproval(treasurer);
  const second = await person('Nora', 'manager');
  const seen = (await manager.open(path)).field('seen');
  const form = { step: 'approve', seen };
  const answers = await Promise.all([manager.send(path, form), second.send(path, form)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  const acts = await actsOn(loan.orderNumber);
  expect(acts.filter((act) => act.startsWith('approved done'))).toHaveLength(1);
  const { entries } = await service.tell(readLoanStatement, { orderNumber: loan.orderNumber });
  expect(entries.filter(({ kind }) => kind === 'write-off')).toHaveLength(1);
});

test('a double click on approve does not name another approver', async () => {
  const { loan, path } = await requestApproval(treasurer);
  const form = { step: 'approve', seen: (await manager.open(path)).field('seen') };
  const answers = await Promise.all([manager.send(path, form), manager.send(path, form)]);
  answers.push(await manager.send(path, form));
  expect(answers.map(({ location }) => location)).toEqual([path, path, path]);
  const acts = await actsOn(loan.orderNumber);
  expect(acts.filter((act) => act.startsWith('approved done'))).toHaveLength(1);
});

test('what would do something else by now is shown anew before it is approved', async () => {
  const { loan, path } = await requestApproval(treasurer);
  const seen = (await manager.open(path)).field('seen');
  await pay(service, loan, 10_000);
  const stale = await manager.send(path, { step: 'approve', seen });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain('Effect at the time of the request');
  expect(stale.text).toContain('Current effect');
  expect(await statusOf(loan.orderNumber)).toBe('to-repay');
  await manager.send(path, { step: 'approve', seen: stale.field('seen') });
  expect(await statusOf(loan.orderNumber)).toBe('written-off');
});

test('what cannot be done any more can only be sent back', async () => {
  const { loan, path } = await requestApproval(treasurer);
  await service.tell(writeOffLoan, { orderNumber: loan.orderNumber, reason });
  const page = await manager.open(path);
  expect(page.text).toContain('It can no longer be done');
  expect(page.html).not.toContain('value="approve"');
  expect((await manager.send(path, { step: 'send-back' })).location).toBe(path);
});

test('parts of an amount are no way around the limit, and no way around the page is left', async () => {
  const loan = await paidOutLoan(service, await newBorrower(service));
  const path = correctLoanPath(loan.orderNumber);
  const outcomes = [];
  for (const eventId of ['part 1', 'part 2']) await pay(service, loan, 120_000, { eventId });
  for (const eventId of ['part 1', 'part 2']) {
    const typed = { payment: `sandbox/${encodeURIComponent(eventId)}`, reason };
    const preview = await treasurer.send(path, { kind: 'reverse-payment', step: 'preview', ...typed });
    const form = { ...formOf(preview.html, 'reverse-payment'), ...typed };
    outcomes.push((await treasurer.send(path, form)).location?.includes('/approvals/'));
  }
  expect(outcomes).toEqual([false, true]);
  const signedIn = await desk.people.find(treasurer.cookies.get('__Host-desk') ?? '');
  if (!signedIn) throw new Error('nobody is signed in');
  const fields = { orderNumber: loan.orderNumber, reason };
  await expect(desk.ask(signedIn, writeOffLoan, fields, { messageId: 'direct' })).rejects.toThrow(
    'needs-second-person',
  );
  expect(await statusOf(loan.orderNumber)).toBe('to-repay');
});

test('what one person moves by acts of one kind in a day is summed over all loans, also of two at once', async () => {
  const small = testDesk(service, undefined, { daySumAboveMinor: { MXN: 50_000, INR: 50_000 } });
  const nadia = await small.person('Nadia Rey', 'treasury');
  const waivers = await Promise.all(
    Array.from({ length: 4 }, async () => paidOutLoan(service, await newBorrower(service))),
  );
  const waive = async ({ orderNumber }: { readonly orderNumber: string }) => {
    const path = correctLoanPath(orderNumber);
    const typed = { kind: 'waive-fee', amount: '200' };
    const preview = await nadia.send(path, { ...typed, step: 'preview', reason });
    return { path, typed, form: { ...formOf(preview.html, 'waive-fee'), amount: '200' }, preview };
  };
  const [first, second, ...others] = await Promise.all(waivers.map(waive));
  if (!first || !second) throw new Error('Four loans make four forms.');
  const locations = [];
  for (const { path, form } of [first, second]) locations.push((await nadia.send(path, form)).location);
  expect(locations.every((location) => location?.startsWith('/desk/loans/'))).toBe(true);
  const shown = await nadia.send(others[0]?.path ?? '', { ...first.typed, step: 'preview', reason });
  expect(shown.text).toContain('Request approval: Waive');
  const late = await Promise.all(others.map(({ path, form }) => nadia.send(path, form)));
  expect(late.map(({ location }) => location?.startsWith('/desk/approvals/'))).toEqual([true, true]);
  const again = await nadia.send(others[0]?.path ?? '', { ...first.typed, step: 'preview', reason });
  expect(again.text).toContain(
    'Above $ 500,00 a day for this kind of action: needs approval by a colleague.',
  );
  expect(again.text).toContain('You have moved $ 400,00 with acts of this kind in the last 24 hours.');
  const { rows } = await small.desk.audit({ personId: nadia.personId, limit: 50 });
  const moved = rows.filter(({ detail }) => detail?.movedMinor !== undefined);
  expect(moved.map(({ detail }) => detail?.movedMinor)).toEqual([20_000, 20_000]);
});

test('a limit of each role holds for who has it, and of several roles the highest', async () => {
  const secondApproverAboveMinor = { MXN: { treasury: 10_000, manager: 40_000 }, INR: 0 };
  const byRole = testDesk(service, undefined, { secondApproverAboveMinor });
  const low = await byRole.person('Lola Low', 'treasury');
  const high = await byRole.person('Hugo High', 'treasury', 'manager');
  const preview = async (by: typeof low) => {
    const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
    const form = { kind: 'waive-fee', amount: '200', step: 'preview', reason };
    return (await by.send(correctLoanPath(orderNumber), form)).text;
  };
  expect(await preview(low)).toContain('Above $ 100,00 a day: needs approval by a colleague.');
  expect(await preview(high)).toContain('Above $ 400,00 a day it needs approval.');
});

test('who approves reads that a charge is waived, not late fees', async () => {
  const { orderNumber } = await loanAtLimit();
  const path = await does(orderNumber, 'waive-fee', { amount: '50' });
  for (const address of [path, queuePath('approval')]) {
    const { text } = await manager.open(address);
    expect(text).toContain('Waive a charge');
    expect(text).not.toContain('Waive late fees');
  }
});

test('who approves reads which charge is waived', async () => {
  const { orderNumber } = await loanAtLimit();
  const { text } = await manager.open(await does(orderNumber, 'waive-fee', { amount: '50' }));
  expect(text).toContain('What is waived Fee charged for the loan');
});

test('who approves reads which payment is reversed', async () => {
  const loan = await paidOutLoan(service, await newBorrower(service));
  for (const eventId of ['of the first', 'of the second']) await pay(service, loan, 250_000, { eventId });
  const payment = `sandbox/${encodeURIComponent('of the first')}`;
  const { text } = await manager.open(await does(loan.orderNumber, 'reverse-payment', { payment }));
  for (const words of [
    'Amount $ 2.500,00',
    'Provider sandbox',
    'Payment ID of the first',
    loan.orderNumber,
  ]) {
    expect(text).toContain(words);
  }
});

test('who approves reads which payment is assigned', async () => {
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const payment = { provider: 'bank', eventId: 'entry 31' };
  await service.tell(recordPayment, {
    ...{ ...payment, reference: 'NO IDEA', currency: 'MXN', amountMinor: minorAmount(250_000) },
  });
  const path = unmatchedPath(payment);
  const typed = { loan: 'other', order: orderNumber, reason };
  const { html } = await treasurer.send(path, { ...typed, step: 'preview' });
  const { seen = '', messageId = '' } = fieldsOf(html);
  const requestApproval = await treasurer.send(path, { ...typed, step: 'do', seen, messageId });
  const { text } = await manager.open(requestApproval.location ?? '');
  for (const words of ['Payment ID entry 31', 'Reference NO IDEA']) expect(text).toContain(words);
});

test('who approves reads the folio, the day and the way of a payment recorded by hand', async () => {
  const borrower = await newBorrower(service);
  const { productId, orderId } = await paidOutLoan(service, borrower);
  const paidOn = dayIn('MX', service.dependencies.clock.now());
  const claimed = { amountMinor: minorAmount(300_000), paidOn, channel: 'store' as const };
  const { claimId } = await service.ask(
    claimPayment,
    { productId, orderId, image: null, ...claimed, trackingKey: 'TOLD 1' },
    borrower,
  );
  const path = claimPath(claimId);
  const typed = {
    part: 'record',
    amount: '3000',
    paidOn,
    channel: 'bank-transfer',
    folio: 'SEEN 77',
    reason,
  };
  const preview = await treasurer.send(path, { ...typed, step: 'preview' });
  const form = { seen: preview.field('seen'), messageId: preview.field('messageId'), step: 'do' };
  const requestApproval = await treasurer.send(path, { ...typed, ...form });
  const page = await manager.open(requestApproval.location ?? '');
  for (const words of ['SEEN 77', paidOn, 'Bank transfer', '$ 3.000,00']) expect(page.text).toContain(words);
  expect(page.html).toContain(`href="${path}"`);
});

test('who approves reads the days whose late fees are reversed', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const loan = await paidOutLoan(service, await newBorrower(service));
  service.setTime('2027-02-20T12:00:00-06:00');
  const people = [await person('Tomás Ávila', 'treasury'), await person('Marta Ruiz', 'manager')] as const;
  const [eventId, days] = [crypto.randomUUID(), { fromDay: '2026-11-20', throughDay: '2027-02-20' }];
  await pay(service, loan, 200_000, { eventId });
  await does(loan.orderNumber, 'reverse-payment', { payment: `sandbox/${eventId}` }, people[0]);
  const { text } = await people[1].open(await does(loan.orderNumber, 'reverse-penalties', days, people[0]));
  expect(text).toContain('From the day 2026-11-20 Through the day 2027-02-20');
});

test('what somebody moved on a loan counts for a day', async () => {
  const loan = await paidOutLoan(service, await newBorrower(service));
  const parts = ['day 1', 'day 2', 'day 3'];
  for (const eventId of parts) await pay(service, loan, 120_000, { eventId });
  const outcomes: boolean[] = [];
  for (const [place, time] of ['20T18:00:00Z', '21T17:59:00Z', '21T18:00:01Z'].entries()) {
    service.setTime(`2026-11-${time}`);
    const payment = `sandbox/${encodeURIComponent(parts[place] ?? '')}`;
    const by = await person('Tomás Ávila', 'treasury');
    outcomes.push((await does(loan.orderNumber, 'reverse-payment', { payment }, by)).includes('/approvals/'));
  }
  service.setTime('2026-11-20T18:00:00Z');
  expect(outcomes).toEqual([false, true, false]);
});
