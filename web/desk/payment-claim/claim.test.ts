import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { assignPayment, recordPayment } from '#contract/host/repayment.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { uploadedImage } from '#tests/setup/complaint-journeys.ts';
import { type OpenedDeskPage, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, rowCounts } from '#tests/setup/lending-journeys.ts';
import { approvalPath, claimPath, deskPaths, loanPath, queuePath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const treasurer = await person('Tomás Ávila', 'treasury');
const manager = await person('Marta Ruiz', 'manager');
const auditor = await person('Ada Gil', 'auditor');
const agent = await person('Inés Soto', 'agent');

async function claimed(hasPhoto = false, amount = 142_281) {
  const session = await newBorrower(service);
  const { productId, orderId, orderNumber } = await paidOutLoan(service, session);
  const image = hasPhoto ? await uploadedImage(service, session) : null;
  const { claimId } = await service.ask(
    claimPayment,
    {
      ...{ productId, orderId, image, amountMinor: minorAmount(amount), paidOn: localDate('2026-11-20') },
      ...{ channel: 'bank-transfer', trackingKey: `KEY ${orderNumber}` },
    },
    session,
  );
  const statement = async () => (await service.ask(readLoan, { productId, orderId }, session)).statement;
  return { claimId, orderNumber, path: claimPath(claimId), statement };
}

const reason = 'Seen on the statement of the bank';

/** The form as the page gives it, with what is typed in. */
function recordForm(page: OpenedDeskPage, typed: Readonly<Record<string, string>> = {}) {
  const names = ['amount', 'paidOn', 'folio'];
  const fields = Object.fromEntries(names.map((name) => [name, page.field(name)]));
  return { ...fields, part: 'record', channel: 'bank-transfer', reason, ...typed };
}

/** Looks at the effect, then does it. */
async function recorded(path: string, typed: Readonly<Record<string, string>> = {}) {
  const form = recordForm(await treasurer.open(path), typed);
  const preview = await treasurer.send(path, { ...form, step: 'preview' });
  const shown = { messageId: preview.field('messageId'), seen: preview.field('seen') };
  return { preview, form: { ...form, ...shown, step: 'do' } };
}

test('what borrowers say they paid waits in a queue with its clock, and the overview names it', async () => {
  const { path, orderNumber } = await claimed();
  const list = await treasurer.open(queuePath('payment-claim'));
  expect(list.html).toContain(path);
  expect(list.text).toContain(`1 d left Claim Bank transfer, 2026-11-20 · ${orderNumber}`);
  expect((await treasurer.open(deskPaths.overview)).text).toContain('Claimed payments to find');
});

test('somebody answers that it has not come, once, in words that the borrower reads', async () => {
  const { path, orderNumber, claimId } = await claimed();
  const page = await treasurer.open(path);
  expect(page.html).toContain(loanPath(orderNumber));
  expect(page.text).toContain(`Tracking key KEY${orderNumber.replaceAll('-', '')}`);
  const { rows: log } = await desk.audit({ subject: `payment-claim:${claimId}`, limit: 5 });
  expect(log).toMatchObject([{ act: 'opened', outcome: 'done', personId: treasurer.personId }]);
  const messageId = page.field('messageId');
  const empty = await treasurer.send(path, { messageId, answer: ' ' });
  expect([empty.status, empty.text.includes('Write the answer to the borrower')]).toEqual([422, true]);
  expect((await treasurer.send(path, { messageId, answer: 'It is of another bank.' })).location).toBe(path);
  const after = await treasurer.open(path);
  expect(after.text).toContain('Not found');
  expect(after.text).toContain('It is of another bank.');
  expect(after.html).not.toContain('name="answer"');
  const late = await treasurer.send(path, { messageId: 'again', answer: 'My own words.' });
  expect(late.status).toBe(409);
  expect(late.text).toContain('text is here: Answer to the borrower My own words.');
  expect((await treasurer.open(`${queuePath('payment-claim')}&show=ended`)).html).toContain(path);
});

test('it is recorded by hand as the borrower told it, after a preview, once, and answers the claim', async () => {
  const { path, orderNumber, statement } = await claimed();
  const page = await treasurer.open(path);
  expect([page.field('amount'), page.field('paidOn'), page.field('folio')]).toEqual([
    '1.422,81',
    '2026-11-20',
    `KEY${orderNumber.replaceAll('-', '')}`,
  ]);
  expect(page.html).toContain('<option value="bank-transfer" selected="">');
  const rows = await rowCounts(service.database);
  const { preview, form } = await recorded(path);
  expect(preview.text).toContain('Record $ 1.422,81');
  expect(preview.text).toContain('To settle today $ 5.562,52 → becomes $ 4.139,71');
  const viewsLogged = { audit_entries: (rows.audit_entries ?? 0) + 2 };
  expect(await rowCounts(service.database)).toEqual({
    ...rows,
    ...viewsLogged,
    desk_form_drafts: (rows.desk_form_drafts ?? 0) + 1,
  });
  for (const _time of [1, 2]) expect((await treasurer.send(path, form)).location).toBe(path);
  const after = await treasurer.open(path);
  expect(after.text).toContain('Found');
  expect(after.html).not.toContain('name="folio"');
  const { payments, claims } = (await statement()) ?? {};
  expect(payments).toMatchObject([{ amountMinor: 142_281, method: 'bank-transfer' }]);
  expect(claims).toMatchObject([{ state: 'received' }]);
  const again = await treasurer.send(path, { ...form, step: 'preview' });
  expect([again.status, again.text.includes('Your text is here')]).toEqual([409, true]);
  expect(again.text).toContain(`Reason ${reason}`);
  const story = await treasurer.open(loanPath(orderNumber));
  expect(story.text).toContain(reason);
});

test('the bank that reports it later reports the same payment, whatever it calls it and with whichever code', async () => {
  const { path, orderNumber, statement } = await claimed();
  const { form } = await recorded(path);
  await treasurer.send(path, form);
  const report = {
    ...{ provider: 'spei', eventId: `key ${orderNumber.toLowerCase()}`, orderNumber },
    ...{ amountMinor: minorAmount(142_281), currency: 'MXN' as const, paidAt: '2026-11-20T17:00:00Z' },
  };
  for (const _time of [1, 2]) {
    expect(await service.tell(recordPayment, report)).toMatchObject({ outcome: 'posted', isRepeated: true });
  }
  expect((await statement())?.payments).toHaveLength(1);
  const other = { ...report, eventId: 'another', trackingKey: `another ${orderNumber}` };
  expect(await service.tell(recordPayment, other)).toMatchObject({ isRepeated: false });
  expect((await statement())?.payments).toHaveLength(2);
});

test('recording what equals a booked payment is asked about, with nothing typed lost; then it is done', async () => {
  const { path, orderNumber, statement } = await claimed(false, 41_000);
  const booked = { provider: 'spei', eventId: `abono ${orderNumber}`, orderNumber, currency: 'MXN' as const };
  await service.tell(recordPayment, {
    ...{ ...booked, amountMinor: minorAmount(41_500), paidAt: '2026-11-20T17:00:00Z' },
  });
  const typed = { amount: '415.00', folio: `TYPED ${orderNumber}`, reason: 'Two entries on the statement' };
  const form = recordForm(await treasurer.open(path), { ...typed, step: 'preview' });
  const answer = await treasurer.send(path, form);
  expect(answer.status).toBe(409);
  expect(answer.text).toContain(
    `A payment of the same amount and day is already booked: spei abono ${orderNumber}.`,
  );
  expect([answer.field('amount'), answer.field('folio'), answer.field('reason')]).toEqual(
    Object.values(typed),
  );
  expect(answer.html).toContain('name="anotherPayment"');
  await treasurer.send(deskPaths.language, { language: 'es', to: path });
  expect((await treasurer.send(path, form)).text).toContain('Ya hay un pago igual');
  await treasurer.send(deskPaths.language, { language: 'en', to: path });
  const said = { ...form, anotherPayment: 'yes' };
  const preview = await treasurer.send(path, said);
  expect(preview.text).toContain('Record $ 415,00');
  expect(preview.html).toMatch(/name="anotherPayment" (value="yes" )?checked/);
  const shown = { messageId: preview.field('messageId'), seen: preview.field('seen') };
  expect((await treasurer.send(path, { ...said, ...shown, step: 'do' })).location).toBe(path);
  expect((await statement())?.payments).toHaveLength(2);
});

test('a payment that waits for its loan with the same key is assigned, not recorded; none is booked twice', async () => {
  const { path, orderNumber, statement } = await claimed(false, 30_000);
  const waiting = {
    ...{ provider: 'spei', eventId: `KEY-${orderNumber}`, reference: `lost ${orderNumber}` },
    ...{ amountMinor: minorAmount(30_000), currency: 'MXN' as const },
  };
  expect(await service.tell(recordPayment, waiting)).toMatchObject({ outcome: 'unmatched' });
  const form = recordForm(await treasurer.open(path), { step: 'preview' });
  const early = recordForm(await treasurer.open(path), { step: 'preview', paidOn: '2026-11-01' });
  expect((await treasurer.send(path, early)).text).toMatch(
    /2026-11-01 is before the first possible day, 2026-\d\d-\d\d/,
  );
  expect((await treasurer.send(path, form)).text).toMatch(/A payment with the key “KEY.*” is known already/);
  const { preview } = await recorded(path, { folio: 'OTHER 1' });
  expect([preview.status, preview.text.includes(`spei KEY-${orderNumber}`)]).toEqual([409, true]);
  const other = await recorded(path, { folio: 'OTHER 1', anotherPayment: 'yes' });
  expect((await treasurer.send(path, other.form)).location).toBe(path);
  const late = { ...waiting, eventId: 'other-1', reference: `also lost ${orderNumber}` };
  await service.tell(recordPayment, late);
  const assigned = { provider: 'spei', eventId: 'other-1', orderNumber, reason: 'it is the same money' };
  expect((await service.host(assignPayment.path, assigned)).status).toBe(409);
  expect((await statement())?.payments).toHaveLength(1);
});

test('above the limit it waits for a second approver; missing fields have an error', async () => {
  const { path, statement } = await claimed(false, 250_000);
  const { form } = await recorded(path);
  const { location } = await treasurer.send(path, form);
  expect(location).toBe(approvalPath(form.messageId));
  expect((await statement())?.payments).toEqual([]);
  const answer = await manager.open(location ?? '');
  expect(answer.text).toContain('Record a payment by hand');
  await manager.send(location ?? '', { step: 'approve', seen: answer.field('seen') });
  expect((await statement())?.claims).toMatchObject([{ state: 'received' }]);

  const { path: next } = await claimed(false, 20_000);
  const page = await treasurer.open(next);
  for (const [name, typed, words] of [
    ['amount', '0', 'Enter an amount above zero'],
    ['paidOn', '2026-11-21', 'Choose a day from the disbursal'],
    ['paidOn', '20/11', 'Choose a day from the disbursal'],
    ['folio', ' - ', 'Enter the reference or key'],
    ['reason', 'seen', 'Enter the reason'],
  ] as const) {
    const refused = await treasurer.send(next, recordForm(page, { [name]: typed, step: 'preview' }));
    expect([refused.status, refused.text.includes(words)]).toEqual([422, true]);
  }
  expect((await auditor.send(next, recordForm(page, { step: 'preview' }))).status).toBe(403);
});

test('the photo opens at the desk for who may see personal data, and stands in the log', async () => {
  const { path, claimId } = await claimed(true);
  expect((await treasurer.open(path)).html).toContain(`${path}/image`);
  const image = await treasurer.open(`${path}/image`);
  expect([image.status, image.headers.get('Content-Type'), image.headers.get('Cache-Control')]).toEqual([
    200,
    'image/jpeg',
    'no-store',
  ]);
  expect((await auditor.open(path)).html).not.toContain(`${path}/image`);
  expect((await auditor.open(`${path}/image`)).status).toBe(403);
  expect((await auditor.open(deskPaths.audit)).text).toContain(claimId);
  const { path: bare } = await claimed();
  expect((await treasurer.open(`${bare}/image`)).status).toBe(404);
});

test('roles: an auditor sees and does not answer, an agent does not see', async () => {
  const { path } = await claimed();
  expect((await auditor.open(path)).html).not.toContain('name="answer"');
  expect((await auditor.send(path, { messageId: 's', answer: 'No.' })).status).toBe(403);
  expect((await agent.open(queuePath('payment-claim'))).status).toBe(403);
});
