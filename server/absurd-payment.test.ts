import { beforeEach, expect, test } from 'vitest';
import { createContractClient } from '#contract/client.ts';
import { inTransaction } from '#db/database.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { act } from '#lending/ledger/act.ts';
import { keepProviderEvent } from '#lending/ledger/payments.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { openPage } from '#tests/setup/open-page.ts';

const service = await testLendingService();
const absurdMinor = minorAmount(Number.MAX_SAFE_INTEGER);
let session: TestSession;
let loan: TestLoan;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
  loan = await paidOutLoan(service, session);
});

/** The borrower's page of the loan, over the service itself, and what it reported. */
async function loanPage() {
  const faults: unknown[] = [];
  const client = createContractClient({
    fetch: async (request) => service.api.fetch(request),
    apiBase: 'http://lender.test',
    defaultMerchantNumber: '1000',
    reportFault: (fault) => faults.push(fault),
  });
  const { borrowerId: _id, ...credentials } = session;
  const address = `/loanDetail?${new URLSearchParams({ orderId: loan.orderId, ...credentials })}`;
  const page = await openPage(address, {
    dependencies: { client, reportFault: (error) => faults.push(error) },
  });
  return { ...page, faults };
}

/** Books a payment of any amount, as it may stand in a database from before amounts were bounded. */
async function book(amountMinor: MinorAmount): Promise<void> {
  const now = new Date('2026-11-20T18:00:00Z');
  const context = { now, random: service.dependencies.random };
  const owner = { id: loan.orderId, borrowerId: session.borrowerId };
  await inTransaction(service.database, async (transaction) => {
    const { event } = await keepProviderEvent(
      transaction,
      {
        ...{ provider: 'of-before', eventId: loan.orderNumber, reference: loan.orderNumber, amountMinor },
        ...{ currency: 'MXN', paidAt: now, receivedAt: now, reversedAt: null, outcome: 'posted' },
        ...{ borrowerId: owner.borrowerId, loanId: owner.id },
      },
      context,
    );
    const command = { act: 'receive', payment: event, creditedAt: now, purpose: 'repay' } as const;
    await act(transaction, owner, command, context);
  });
}

test('[MONEY-3] an absurd payment that is booked, and then any other, leave the loan’s page: its row is left out and logged', async () => {
  await book(absurdMinor);
  await pay(service, loan, 12_300);
  const { status, text, faults } = await loanPage();
  expect(status).toBe(200);
  expect(text).toContain('$ 123,00');
  expect(text).not.toContain('$ 90.071.992.547.409,91');
  expect(faults).toMatchObject([{ name: 'MoneyError' }]);
});
