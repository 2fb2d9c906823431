import { expect, test } from 'vitest';
import { firstDay, lend, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays } from '../calendar.ts';
import { dueNow, remainingTotal } from '../loan/instalment-state.ts';
import { minorAmount, zeroMinor } from '../money/money.ts';
import type { ProductTerms } from '../offer/product-terms.ts';
import { prepaymentOn } from './prepayment.ts';
import type { LoanState } from './state.ts';

const usual: ProductTerms = { ...usualTerms, earlyRepaymentFee: 'days-used', prepayment: 'lowers' };
const after = (days: number) => addDays(firstDay, days);

const chargesOf = ({ instalments }: LoanState) =>
  instalments.map(({ charged: { principal, interest, fee, vat } }) => [principal, interest, fee, vat]);

test('[MONEY-5] 1,000.00 beyond the first payment on day 15 lowers the three that follow, and half a period costs less', () => {
  const { lent, pay } = lend(usual);
  const due = remainingTotal(lent.instalments.slice(0, 1));
  const { after: paid, booking } = pay(lent, 'p', due + 100_000, after(15));
  expect(chargesOf(lent)).toEqual([
    [125_000, 7_397, 7_500, 2_384],
    [125_000, 5_548, 7_500, 2_088],
    [125_000, 3_699, 7_500, 1_792],
    [125_000, 1_849, 7_500, 1_495],
  ]);
  // A fifth of what is out is paid back: of 3,699 of the days 16 to 30 and of 3,750 of principal 1,000 of each later share.
  expect(chargesOf(paid)).toEqual([
    [225_000, 6_657, 7_500, 2_265],
    [91_667, 4_069, 7_500, 1_851],
    [91_666, 2_713, 7_500, 1_634],
    [91_667, 1_356, 7_500, 1_417],
  ]);
  expect(paid.instalments.map(({ dueDate }) => dueDate)).toEqual(
    lent.instalments.map((each) => each.dueDate),
  );
  expect(remainingTotal(paid.instalments.slice(0, 1))).toBe(0);
  const prepaid = booking.events.find(({ type }) => type === 'loan.prepaid');
  expect(prepaid?.data).toMatchObject({
    ...{ prepaidOn: after(15), principalMinor: 100_000, interestMinor: 3_698, feeMinor: 0, vatMinor: 592 },
    savedMinor: 4_290,
  });
});

test('[MONEY-5] where it shortens the last payments fall away whole, their fee too, and the others keep their principal', () => {
  const { lent, pay } = lend({ ...usual, prepayment: 'shortens' });
  const due = remainingTotal(lent.instalments.slice(0, 1));
  const paid = pay(lent, 'p', due + 150_000, after(15)).after;
  expect(chargesOf(paid).map(([principal, _, fee]) => [principal, fee])).toEqual([
    ...[
      [275_000, 7_500],
      [125_000, 7_500],
    ],
    ...[
      [100_000, 7_500],
      [0, 0],
    ],
  ]);
  expect(chargesOf(paid)[3]).toEqual([0, 0, 0, 0]);
});

test('[MONEY-5] terms of the next payments, of the whole plan and of before lower nothing', () => {
  const { prepayment: _, ...before } = usual;
  const others: ProductTerms[] = [
    ...[before, { ...usual, prepayment: 'next-payments' as const }],
    { ...usual, earlyRepayment: 'whole-plan' as const },
  ];
  for (const terms of others) {
    const { lent, pay } = lend(terms);
    expect(chargesOf(pay(lent, 'p', 300_000, after(15)).after)).toEqual(chargesOf(lent));
  }
});

test('[MONEY-5] what is late and the next payment come first: up to those nothing is prepaid', () => {
  const { lent, pay, done } = lend(usual);
  const day = after(40);
  const late = done(lent, { act: 'look' }, day).after;
  const askedMinor = remainingTotal(late.instalments.slice(0, 2));
  expect(chargesOf(pay(late, 'p', askedMinor, day).after)).toEqual(chargesOf(late));
  const paid = pay(late, 'p', askedMinor + 1_000, day).after;
  expect(paid.instalments[1]?.charged.principal).toBe(126_000);
  expect(dueNow(paid.instalments, day, zeroMinor)?.instalmentSequences).toEqual([3]);
});

test('[MONEY-5] the order page may say beforehand what a payment would make of the plan', () => {
  const { lent, pay } = lend(usual);
  const foreseen = prepaymentOn({ ...lent, entries: lent.journal }, minorAmount(300_000), after(15));
  const paid = pay(lent, 'p', 300_000, after(15)).after;
  expect(foreseen?.instalments).toEqual(paid.instalments);
});
