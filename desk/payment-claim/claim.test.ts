import { expect, test } from 'vitest';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { uploadedImage } from '#tests/setup/complaint-journeys.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { claimPath, deskPaths, loanPath } from '../paths.ts';

const service = await testLendingService();
const { person } = testDesk(service);
const treasurer = await person('Tomás Ávila', 'treasury');
const auditor = await person('Ada Gil', 'auditor');
const agent = await person('Inés Soto', 'agent');

async function claimed(hasPhoto = false) {
  const session = await newBorrower(service);
  const { productId, orderId, orderNumber } = await paidOutLoan(service, session);
  const image = hasPhoto ? await uploadedImage(service, session) : null;
  const { claimId } = await service.ask(
    claimPayment,
    {
      ...{ productId, orderId, image, amountMinor: minorAmount(142_281), paidOn: localDate('2026-11-20') },
      ...{ channel: 'bank-transfer', trackingKey: `KEY ${orderNumber}` },
    },
    session,
  );
  return { claimId, orderNumber, path: claimPath(claimId) };
}

test('what borrowers say they paid waits in a queue with its clock, and the overview names it', async () => {
  const { path, orderNumber } = await claimed();
  const list = await treasurer.open(deskPaths.claims);
  expect(list.html).toContain(path);
  expect(list.text).toContain(`$ 1.422,81 1 d left Bank transfer, 2026-11-20 · ${orderNumber}`);
  expect((await treasurer.open(deskPaths.overview)).text).toContain('Claimed payments to find');
});

test('somebody answers that it has not come, once, in words that the borrower reads', async () => {
  const { path, orderNumber } = await claimed();
  const page = await treasurer.open(path);
  expect(page.html).toContain(loanPath(orderNumber));
  expect(page.text).toContain(`Key KEY${orderNumber.replaceAll('-', '')}`);
  const step = page.field('step');
  const empty = await treasurer.send(path, { step, answer: ' ' });
  expect([empty.status, empty.text.includes('Write what the borrower is told')]).toEqual([422, true]);
  expect((await treasurer.send(path, { step, answer: 'It is of another bank.' })).location).toBe(path);
  const after = await treasurer.open(path);
  expect(after.text).toContain('Not found');
  expect(after.text).toContain('It is of another bank.');
  expect(after.html).not.toContain('name="answer"');
  expect((await treasurer.send(path, { step: 'again', answer: 'No.' })).status).toBe(409);
  expect((await treasurer.open(`${deskPaths.claims}?show=not-found`)).html).toContain(path);
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
  expect((await auditor.send(path, { step: 's', answer: 'No.' })).status).toBe(403);
  expect((await agent.open(deskPaths.claims)).status).toBe(403);
});
