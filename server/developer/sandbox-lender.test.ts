import { expect, test, vi } from 'vitest';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { quoteSettlement } from '#contract/host/loan.ts';
import type { SandboxAction, SandboxBorrower, SandboxLender } from '#pages/developer/sandbox-lender.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { lendingService, testConfiguration } from '#tests/setup/lending-service.ts';
import { createSandboxLender } from './sandbox-lender.ts';

const deviceId = 'preview-device';
const sent = vi.fn<(path: string) => void>();

const service = await testLendingService({ isDevelopment: true });
const sandbox = lenderOf(testConfiguration.hostSigningSecrets[0]);

function lenderOf(hostSigningSecret: string): SandboxLender {
  return createSandboxLender({
    hostSigningSecret,
    fetch: async (request) => {
      sent(new URL(request.url).pathname);
      return service.api.fetch(request);
    },
  });
}

async function rosa(): Promise<SandboxBorrower> {
  const match = (await sandbox.borrowers()).find(({ name }) => name === 'Rosa Medina');
  if (!match) throw new Error('no Rosa in the demo data');
  return sandbox.signedIn(match, deviceId);
}

async function newestLoan(): Promise<SandboxBorrower['loans'][number]> {
  const [loan] = (await rosa()).loans;
  if (!loan) throw new Error('Rosa has no loan');
  return loan;
}

/** Confirms a product for a borrower, as the pages do. */
async function confirm(borrower: SandboxBorrower, productId: string): Promise<void> {
  const session = { ...borrower, deviceId };
  const offer = await service.ask(readOffer, { productId, isReload: true }, session);
  const { amountMinor, term, quote } = offer;
  await service.ask(acceptOffer, { amountMinor, term, productId, quoteId: quote?.quoteId ?? null }, session);
}

async function act(action: SandboxAction): Promise<void> {
  expect(await sandbox.act(action)).toMatchObject({ accepted: true });
}

test('[TEST-1] both demo borrowers come with a working session on the device, and what they can borrow', async () => {
  const borrowers = await Promise.all(
    (await sandbox.borrowers()).map((each) => sandbox.signedIn(each, deviceId)),
  );
  expect(borrowers.map(({ name, market }) => [name, market])).toEqual([
    ['Rosa Medina', 'MX'],
    ['Ananya Rao', 'IN'],
  ]);
  for (const borrower of borrowers) {
    const [product] = borrower.products;
    const request = { productId: product?.productId };
    const path = '/v3/loan-confirm/loan-detail-confirm';
    expect((await service.post(path, request, { ...borrower, deviceId })).status).toBe(200);
    expect((await service.post(path, request, { ...borrower, deviceId: 'another' })).status).toBe(401);
  }
});

test('[TEST-1] a loan is walked from 21 over 180 to 200 by signed host calls', async () => {
  await confirm(await rosa(), 'mx-120');
  const { orderNumber, ...applied } = await newestLoan();
  expect(applied).toMatchObject({
    productId: 'mx-120',
    status: 'under-review',
    settlesMinor: 0,
    dueDate: '',
  });

  await act({ kind: 'approve', orderNumber });
  expect((await newestLoan()).status).toBe('paying-out');
  await act({ kind: 'pay-out', orderNumber });
  const paidOut = await newestLoan();
  expect(paidOut.status).toBe('to-repay');
  expect(paidOut.dueMinor).toBeGreaterThan(0);
  expect(paidOut.settlesMinor).toBeGreaterThan(paidOut.dueMinor);
  const { settlesMinor } = await service.tell(quoteSettlement, { orderNumber });
  expect(paidOut.settlesMinor).toBe(settlesMinor);

  const { today: firstDay } = await rosa();
  await act({ kind: 'advance-days', days: 30 });
  expect((await newestLoan()).status).toBe('to-repay');
  await act({ kind: 'advance-days', days: 1 });
  const overdue = await newestLoan();
  expect(overdue.status).toBe('overdue');
  expect(overdue.dueMinor).toBeGreaterThan(paidOut.dueMinor);
  const { today } = await rosa();
  expect(overdue.dueDate < today).toBe(true);
  expect(overdue.daysLate).toBe(1);
  expect(Date.parse(today) - Date.parse(firstDay)).toBe(31 * 86_400_000);

  const pay = (amountMinor: number, isDeliveredTwice = false): Promise<void> =>
    act({ kind: 'receive-payment', orderNumber, amountMinor, isDeliveredTwice });
  await pay(1000);
  expect((await newestLoan()).settlesMinor).toBe(overdue.settlesMinor - 1000);
  await pay(1000, true);
  expect((await newestLoan()).settlesMinor).toBe(overdue.settlesMinor - 2000);
  await pay(overdue.dueMinor - 2000);
  expect((await newestLoan()).status).toBe('to-repay');
  await pay((await newestLoan()).settlesMinor + 10_000);
  expect(await newestLoan()).toMatchObject({
    status: 'settled',
    dueMinor: 0,
    settlesMinor: 0,
    dueDate: '',
  });

  expect(new Set(sent.mock.calls.map(([path]) => path))).toEqual(
    new Set([
      '/host/sandbox',
      '/host/sessions',
      '/host/applications/decision',
      '/host/disbursals',
      '/host/clock',
      '/host/payments',
    ]),
  );
});

test('[TEST-1] an extension that the borrower asked for is paid on its own code, and none that was not', async () => {
  const borrower = await rosa();
  await confirm(borrower, 'mx-120');
  const { orderNumber, loanId, productId } = await newestLoan();
  await act({ kind: 'approve', orderNumber });
  await act({ kind: 'pay-out', orderNumber });
  await act({ kind: 'advance-days', days: 31 });
  expect(await sandbox.act({ kind: 'receive-extension', orderNumber })).toMatchObject({ accepted: false });
  const request = { productId, orderId: loanId };
  await service.post('/v3/installment/loan-play-delay-detail', request, { ...borrower, deviceId });
  const loan = await newestLoan();
  expect(loan).toMatchObject({ status: 'overdue', extension: { amountMinor: 4_268 + 9_960 + 1_594 } });
  await act({ kind: 'receive-extension', orderNumber });
  const extended = await newestLoan();
  expect(extended).toMatchObject({ status: 'to-repay', extension: null });
  const { settlesMinor: amountMinor } = extended;
  await act({ kind: 'receive-payment', orderNumber, amountMinor, isDeliveredTwice: false });
});

test('[TEST-1] an application is declined, and what its status does not allow is refused with words', async () => {
  await confirm(await rosa(), 'mx-120');
  const { orderNumber } = await newestLoan();
  await act({ kind: 'decline', orderNumber });
  expect((await newestLoan()).status).toBe('declined');
  const again = await sandbox.act({ kind: 'approve', orderNumber });
  expect(again.accepted).toBe(false);
  expect(again.detail).not.toBe('');
});

test('[TEST-1] a rupee loan is paid in rupees', async () => {
  const ananya = async () => (await sandbox.borrowers()).find(({ market }) => market === 'IN');
  const listed = await ananya();
  if (!listed) throw new Error('no Ananya in the demo data');
  const borrower = await sandbox.signedIn(listed, deviceId);
  await confirm(borrower, 'in-120');
  const loanNow = async () => (await ananya())?.loans[0];
  const orderNumber = (await loanNow())?.orderNumber ?? '';
  await act({ kind: 'approve', orderNumber });
  await act({ kind: 'pay-out', orderNumber });
  const amountMinor = (await loanNow())?.settlesMinor ?? 0;
  await act({ kind: 'receive-payment', orderNumber, amountMinor, isDeliveredTwice: false });
  expect((await loanNow())?.status).toBe('settled');
});

test('a loan whose due date passes by itself is shown overdue, penalty included', async () => {
  await confirm(await rosa(), 'mx-120');
  const { orderNumber } = await newestLoan();
  await act({ kind: 'approve', orderNumber });
  await act({ kind: 'pay-out', orderNumber });
  const { dueMinor } = await newestLoan();
  service.setTime('2027-01-01T12:00:00-06:00');
  const overdue = await newestLoan();
  expect(overdue.status).toBe('overdue');
  expect(overdue.dueMinor).toBeGreaterThan(dueMinor);
});

test('a device id that no session can have leaves the session empty', async () => {
  const [first] = await sandbox.borrowers();
  expect(first && (await sandbox.signedIn(first, ''))).toMatchObject({ sessionId: '', userId: '' });
});

test('a wrong secret reaches nothing', async () => {
  const forger = lenderOf(`whsec_${Buffer.from('another secret of some length').toString('base64')}`);
  expect(await forger.act({ kind: 'advance-days', days: 30 })).toMatchObject({ accepted: false });
  await expect(forger.borrowers()).rejects.toThrow();
});

test('in production the service has no sandbox to look at', async () => {
  const production = lendingService(service.database, { isDevelopment: false });
  expect((await production.host('/host/sandbox', {})).status).toBe(404);
});
