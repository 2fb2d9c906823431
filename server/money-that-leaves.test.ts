import { expect, test } from 'vitest';
import { openWays, paidMinor } from '#tests/providers/ways-to-pay.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';

// One way to pay of each provider; tests/proofs/server/money-that-leaves.test.ts has every way and every order of messages.

const { database } = await testLendingService();
const { ways, owed, outflows, settled, expectBooksAgree } = await openWays(database);
const firstOfEach = ways.filter(
  ({ provider }, place) => ways.findIndex((way) => way.provider === provider) === place,
);

test.each(firstOfEach)('$name: what was paid and given back is owed again, once, told twice', async (way) => {
  way.standIn.delivery = 'twice';
  const code = await way.begin();
  const before = await owed();
  await way.pay(code);
  await settled();
  expect(await owed()).toBe(before - paidMinor);
  await way.refund(code, paidMinor);
  await settled();
  expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
  await expectBooksAgree();
});
