import { expect, test } from 'vitest';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { deskPaths, loanPath } from '#desk/paths.ts';
import { dayIn } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();
const { person } = testDesk(service);

/** What `newBorrower` is called, where they live and how they are reached. */
const personalFacts = ['Prueba', 'Pérez', 'Calle Uno', '5512345678', '55 1234 5678', '12345678'];

test('no page shows a name, an address or a telephone number before it is requested, and who may not see them is refused', async () => {
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const { productId, orderId, orderNumber } = loan;
  await pay(service, loan, 10_000, { eventId: 'seen' });
  const { folio } = await service.ask(sendComplaint, { ...wholeDraft, orderNumber }, session);
  const paidOn = dayIn('MX', service.dependencies.clock.now());
  const claimed = { amountMinor: minorAmount(20_000), paidOn, trackingKey: 'CLAVE 1', image: null };
  const { claimId } = await service.ask(
    claimPayment,
    { ...claimed, productId, orderId, channel: 'bank-transfer' },
    session,
  );
  const { statement } = await service.ask(readLoan, loan, session);
  const chargeId = statement?.charges?.[0]?.chargeId ?? '';
  const disputed = { productId, orderId, chargeId, reason: 'not-agreed', words: '' } as const;
  const { disputeId } = await service.ask(disputeCharge, disputed, session);
  const named: Readonly<Record<string, string>> = {
    ...{ order: orderNumber, borrower: session.borrowerId, product: productId, folio, claim: claimId },
    ...{ dispute: disputeId, file: 'loans.csv' },
  };
  const paths = Object.values(deskPaths)
    .filter((path) => !/sign-|language|image|\/approvals\/:/.test(path))
    .map((path) => path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name] ?? '')));
  const manager = await person('Marta Ruiz', 'manager');
  const shownTo = async (by: typeof manager) => {
    const pages = await Promise.all(paths.map(async (path) => ({ path, ...(await by.open(path)) })));
    return pages.flatMap(({ path, html }) =>
      personalFacts.filter((fact) => html.includes(fact)).map((fact) => `${path}: ${fact}`),
    );
  };
  const auditor = await person('Vera Luna', 'auditor');
  expect([await shownTo(manager), await shownTo(auditor)]).toEqual([[], []]);
  const phoneFor = async (by: typeof manager) => {
    const { status } = await by.send(loanPath(orderNumber), { show: 'phone' });
    const { html } = await by.open(loanPath(orderNumber));
    return [status, personalFacts.some((fact) => html.includes(fact))];
  };
  expect([await phoneFor(manager), await phoneFor(auditor)]).toEqual([
    [303, true],
    [403, false],
  ]);
});
