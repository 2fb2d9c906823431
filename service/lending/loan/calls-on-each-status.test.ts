import { expect, test } from 'vitest';
import { readSavedCards } from '#contract/calls/card-payment.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { cancelLoan, closeLoan, decideApplication, writeOffLoan } from '#contract/host/loan.ts';
import { isPayable, isRunning, type LoanStatus, loanStatuses } from '#domain/loan/loan-status.ts';
import { minorAmount } from '#domain/money/money.ts';
import { type CardHolder, withCards } from '#tests/setup/card-holders.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();
const reason = 'a test';

/** How a loan that was applied for, or paid out, comes to each status. */
const ways: Readonly<
  Record<LoanStatus, { readonly isPaidOut: boolean; come(loan: TestLoan): Promise<unknown> }>
> = {
  'under-review': { isPaidOut: false, come: async () => undefined },
  'paying-out': {
    isPaidOut: false,
    come: ({ orderNumber }) => service.tell(decideApplication, { orderNumber, decision: 'approve' }),
  },
  declined: {
    isPaidOut: false,
    come: ({ orderNumber }) => service.tell(decideApplication, { orderNumber, decision: 'decline' }),
  },
  cancelled: {
    isPaidOut: false,
    come: ({ orderNumber }) => service.tell(cancelLoan, { orderNumber, reason }),
  },
  'to-repay': { isPaidOut: true, come: async () => undefined },
  overdue: { isPaidOut: true, come: async () => service.setTime('2026-12-25T12:00:00-06:00') },
  settled: { isPaidOut: true, come: (loan) => pay(service, loan, 556_252) },
  'written-off': {
    isPaidOut: true,
    come: ({ orderNumber }) => service.tell(writeOffLoan, { orderNumber, reason }),
  },
  sold: {
    isPaidOut: true,
    come: ({ orderNumber }) => service.tell(closeLoan, { orderNumber, priceMinor: minorAmount(100), reason }),
  },
};

const isAnswered = (pendingAnswer: Promise<unknown>): Promise<boolean> =>
  pendingAnswer.then(
    () => true,
    (error: Error) => {
      expect(error.message).toMatch(/refused with 4\d\d/);
      return false;
    },
  );

/** Which of the calls that ask for money are answered. */
async function answered(holder: CardHolder, payCode: string) {
  const { session } = holder;
  const { productId, orderId } = holder.loan;
  const loan = { productId, orderId };
  const amountMinor = minorAmount(10_000);
  const claim = {
    paidOn: '2026-11-20',
    channel: 'bank-transfer' as const,
    trackingKey: 'ABC123',
    image: null,
  };
  return {
    repayment: await isAnswered(service.ask(readRepayment, loan, session)),
    instruction: await isAnswered(
      service.ask(readPaymentInstruction, { ...loan, amountMinor, payCode, purpose: 'repay' }, session),
    ),
    card: (await holder.call(readSavedCards, { orderId })).success,
    claim: await isAnswered(service.ask(claimPayment, { ...loan, amountMinor, ...claim }, session)),
    extension: await isAnswered(service.ask(readExtension, loan, session)),
  };
}

test.each(loanStatuses)('a loan that is %s is asked to be paid only where it can be', async (status) => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const session = await newBorrower(service);
  const { isPaidOut, come } = ways[status];
  const loan = isPaidOut ? await paidOutLoan(service, session) : await applyForLoan(service, session);
  const codes = isPaidOut ? (await service.ask(readRepayment, loan, session)).channelGroups : [];
  const holder = await withCards(service, session, loan);
  await come(loan);
  const { balance, statement } = await service.ask(readLoan, loan, session);
  expect(await answered(holder, codes[0]?.channels[0]?.payCode ?? '1')).toEqual({
    ...{ repayment: isPayable(status), instruction: isPayable(status) },
    ...{ card: isPayable(status), claim: isPayable(status), extension: isRunning(status) },
  });
  if (!isPayable(status)) {
    expect([balance?.remainingMinor ?? 0, statement?.remainingMinor ?? 0]).toEqual([0, 0]);
  }
});
