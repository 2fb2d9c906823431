import { expect, test } from 'vitest';
import { readRepayment } from '#contract/calls/repayment.ts';
import { listReferences, putReference, withdrawReference } from '#contract/host/payment-reference.ts';
import { clabeOf } from '#tests/providers/stand-in-clabe.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { hostOutcomes } from '#tests/setup/lending-service.ts';

const service = await testLendingService();
const host = hostOutcomes(service);

async function someLoan() {
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const named = { orderNumber: loan.orderNumber, purpose: 'repay', channel: 'bank-transfer' } as const;
  const shownCode = async () => {
    const { channelGroups } = await service.ask(readRepayment, loan, session);
    return channelGroups.flatMap(({ channels }) => channels).find(({ kind }) => kind === named.channel)
      ?.payCode;
  };
  return { loan, named, shownCode };
}

const [clabe, otherClabe, freeClabe] = [
  clabeOf('64618011570000000'),
  clabeOf('64618011570000001'),
  clabeOf('64618011570000002'),
];

test('a code that the lender hands in is shown in place of the one before, and is one loan’s alone', async () => {
  const { named, shownCode } = await someLoan();
  const other = await someLoan();
  const own = await shownCode();
  expect(own).toMatch(/^\d{18}$/);
  await service.tell(putReference, { ...named, code: clabe });
  expect(await shownCode()).toBe(clabe);
  expect(await host(putReference.path, { ...other.named, code: clabe })).toMatchObject({ status: 422 });
  expect(await other.shownCode()).not.toBe(clabe);
  const { references } = await service.tell(listReferences, { orderNumber: named.orderNumber });
  const ofChannel = references.filter(({ channel }) => channel === named.channel);
  expect(ofChannel.map(({ code, isShown }) => [code, isShown])).toEqual([
    [clabe, true],
    [own, false],
  ]);
});

test('a code whose time is over is refused, and one of a loan that is none', async () => {
  const { named, shownCode } = await someLoan();
  const own = await shownCode();
  const over = { ...named, code: freeClabe, validUntil: '2026-11-20T17:59:59Z' };
  expect(await host(putReference.path, over)).toMatchObject({ status: 422 });
  const nowhere = { ...named, code: freeClabe, orderNumber: 'LL-2026-999999' };
  expect(await host(putReference.path, nowhere)).toMatchObject({ status: 404 });
  expect(await shownCode()).toBe(own);
});

test('the lender withdraws a code of its own, and none that it did not hand in', async () => {
  const { named, shownCode } = await someLoan();
  const own = await shownCode();
  expect(await host(withdrawReference.path, named)).toMatchObject({ status: 404 });
  expect(await shownCode()).toBe(own);
  await service.tell(putReference, { ...named, code: otherClabe });
  expect(await service.tell(withdrawReference, named)).toMatchObject({ isShown: false });
  expect(await shownCode()).toBe(own);
});
