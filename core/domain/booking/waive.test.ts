import { expect, test } from 'vitest';
import { firstDay, lend, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays } from '../calendar.ts';
import { applyPpm, zeroMinor } from '../money/money.ts';

test('the tax on a fee that is waived goes with it, and comes back with it', () => {
  const { lent, done, lookOn } = lend(usualTerms);
  const day = addDays(firstDay, 3);
  const before = lookOn(lent, day);
  const [first] = before.instalments;
  const feeMinor = first?.charged.fee ?? zeroMinor;
  const waiver = { act: 'waive', component: 'fee', sequence: 1, reason: 'goodwill' } as const;
  const { after, answer } = done(before, waiver, day);
  expect(answer.waivedMinor).toBe(feeMinor);
  const taxMinor = applyPpm(feeMinor, 160_000);
  expect(after.loan.balanceMinor).toBe(before.loan.balanceMinor - feeMinor - taxMinor);
  const movement = after.journal.find(({ id }) => id === answer.transactionId);
  expect(movement?.postings).toContainEqual(
    expect.objectContaining({ account: 'vat-payable', component: 'vat', amountMinor: taxMinor }),
  );
  const back = done(
    after,
    { act: 'take-back-waiver', transactionId: answer.transactionId, reason: 'error' },
    day,
  );
  expect(back.after.loan.balanceMinor).toBe(before.loan.balanceMinor);
});
