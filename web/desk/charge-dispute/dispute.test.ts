import { expect, test } from 'vitest';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, rowCounts } from '#tests/setup/lending-journeys.ts';
import { approvalPath, deskPaths, disputePath, loanPath, queuePath } from '../paths.ts';

const service = await testLendingService();
// A penalty is at most the payment that is late: the limit of one person is below that of these loans.
const secondApproverAboveMinor = { MXN: 100_000, INR: 1_000_000 };
const { desk, person } = testDesk(service, undefined, { secondApproverAboveMinor });
const deskTime = '2027-03-10T12:00:00-06:00';
service.setTime(deskTime);
const treasurer = await person('Tomás Ávila', 'treasury');
const manager = await person('Marta Ruiz', 'manager');
const auditor = await person('Ada Gil', 'auditor');
const agent = await person('Inés Soto', 'agent');
const answer = 'The agreement did not have it.';

/** A charge of a loan that is 80 days late, disputed at the desk's time. */
async function disputed(chargeId = '1-fee') {
  service.setTime('2026-11-20T12:00:00-06:00');
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const { productId, orderId, orderNumber } = loan;
  service.setTime(deskTime);
  const request = { productId, orderId, chargeId, reason: 'other', words: 'Nobody told me.' } as const;
  const { disputeId } = await service.ask(disputeCharge, request, session);
  const statement = async () => (await service.ask(readLoan, { productId, orderId }, session)).statement;
  return { disputeId, orderNumber, path: disputePath(disputeId), statement };
}

test('disputed charges wait in a queue with their clock, and the overview names them', async () => {
  const { path, orderNumber, disputeId } = await disputed();
  const list = await treasurer.open(queuePath('charge-dispute'));
  expect(list.html).toContain(path);
  expect(list.text).toContain(`3 d left Dispute Processing fee, 1 · Another reason · ${orderNumber}`);
  expect((await treasurer.open(deskPaths.overview)).text).toContain('Disputed charges to answer');
  const page = await treasurer.open(path);
  expect(page.html).toContain(loanPath(orderNumber));
  expect(page.text).toContain('Nobody told me.');
  expect(page.text).toContain('This view was logged: Tomás Ávila');
  const { rows: log } = await desk.audit({ subject: `charge-dispute:${disputeId}`, limit: 5 });
  expect(log).toMatchObject([{ act: 'opened', outcome: 'done', personId: treasurer.personId }]);
});

test('it is upheld after a preview of what it does, in part, and the borrower has it less', async () => {
  const { path, statement } = await disputed();
  const before = await statement();
  const rows = await rowCounts(service.database);
  const preview = await treasurer.send(path, { step: 'preview', amount: '50.00', answer });
  expect(preview.text).toContain('Remove $ 58,00');
  const viewLogged = { audit_entries: (rows.audit_entries ?? 0) + 1 };
  expect(await rowCounts(service.database)).toEqual({ ...rows, ...viewLogged, desk_form_drafts: 1 });
  const form = { step: 'do', amount: '50.00', answer, seen: preview.field('seen') };
  const done = { ...form, messageId: preview.field('messageId') };
  for (const _time of [1, 2]) expect((await treasurer.send(path, done)).location).toBe(path);
  const after = await statement();
  expect((before?.remainingMinor ?? 0) - (after?.remainingMinor ?? 0)).toBe(5_800);
  expect(after?.disputes?.[0]).toMatchObject({ state: 'upheld', answer, takenOffMinor: 5_000 });
  const page = await treasurer.open(path);
  expect(page.text).toContain('Upheld');
  expect(page.html).not.toContain('name="amount"');
});

test('above the limit of one person a second one decides', async () => {
  const { path, statement } = await disputed('1-penalty');
  const whole = (await statement())?.charges?.find(({ chargeId }) => chargeId === '1-penalty');
  const amount = ((whole?.chargedMinor ?? 0) / 100).toFixed(2);
  const preview = await treasurer.send(path, { step: 'preview', amount, answer });
  expect(preview.text).toContain('Request approval: Remove');
  const messageId = preview.field('messageId');
  const reply = await treasurer.send(path, {
    ...{ step: 'do', amount, answer, messageId, seen: preview.field('seen') },
  });
  expect(reply.location).toBe(approvalPath(messageId));
  expect((await statement())?.disputes?.[0]?.state).toBe('open');
  const approval = await manager.open(approvalPath(messageId));
  expect(approval.text).toContain('Remove a disputed charge');
  await manager.send(approvalPath(messageId), { step: 'approve', seen: approval.field('seen') });
  expect((await statement())?.disputes?.[0]).toMatchObject({ state: 'upheld', answer });
});

test('it is rejected once, in words that the borrower reads', async () => {
  const { path, statement } = await disputed();
  const messageId = '0192f000-0000-7000-8000-00000000d001';
  const empty = await treasurer.send(path, { part: 'reject', messageId, answer: ' ' });
  expect([empty.status, empty.text.includes('Write the answer to the borrower')]).toEqual([422, true]);
  const form = { part: 'reject', messageId, answer: 'It is on page 2.' };
  expect((await treasurer.send(path, form)).location).toBe(path);
  expect((await statement())?.disputes?.[0]).toMatchObject({ state: 'rejected', answer: form.answer });
  const again = { ...form, messageId: '0192f000-0000-7000-8000-00000000d002', answer: 'My own words.' };
  const late = await treasurer.send(path, again);
  expect(late.status).toBe(409);
  expect(late.text).toContain(`text is here: Answer to the borrower ${again.answer}`);
  expect((await treasurer.open(`${queuePath('charge-dispute')}&show=ended`)).html).toContain(path);
});

test('missing fields have an error; an auditor can read but not answer, an agent can do neither', async () => {
  const { path } = await disputed();
  const none = await treasurer.send(path, { step: 'preview', amount: '0', answer });
  expect([none.status, none.text.includes('Enter an amount above zero')]).toEqual([422, true]);
  const wordless = await treasurer.send(path, { step: 'preview', amount: '1.00', answer: 'No' });
  expect([wordless.status, wordless.text.includes('10 to 200')]).toEqual([422, true]);
  const tooMuch = await treasurer.send(path, { step: 'preview', amount: '75.01', answer });
  expect([
    tooMuch.status,
    tooMuch.text.includes('$ 75,01 is more than is possible: at most $ 75,00'),
  ]).toEqual([422, true]);
  expect((await auditor.open(path)).html).not.toContain('name="answer"');
  for (const form of [
    { part: 'reject', messageId: 's', answer },
    { step: 'preview', amount: '1.00', answer },
  ]) {
    expect((await auditor.send(path, form)).status).toBe(403);
  }
  expect((await agent.open(queuePath('charge-dispute'))).status).toBe(403);
});
