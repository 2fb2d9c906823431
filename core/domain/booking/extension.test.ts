import { expect, test } from 'vitest';
import { lend, paymentOf, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays, localDate } from '../calendar.ts';
import { minorAmount, zeroMinor } from '../money/money.ts';
import { currentExtension, withoutExtension } from './extension.ts';
import type { InstalmentRecord, LoanState } from './state.ts';

const none = {
  penalty: zeroMinor,
  fee: zeroMinor,
  vat: zeroMinor,
  interest: zeroMinor,
  principal: zeroMinor,
};

function record(sequence: number, facts: Partial<InstalmentRecord>): InstalmentRecord {
  return {
    ...{ id: `instalment ${sequence}`, sequence, charged: none, paid: none, penaltyRound: 0 },
    ...{ dueDate: localDate('2027-01-19'), extendedFrom: null, accruedThrough: null },
    ...facts,
  };
}

const extended = record(1, {
  extendedFrom: localDate('2026-12-20'),
  accruedThrough: localDate('2027-01-20'),
});

test.each([
  ['the day before it was due', '2026-12-19', null],
  ['the day it was due', '2026-12-20', null],
  ['the day after', '2026-12-21', '2026-12-21'],
  ['long after', '2027-02-03', '2027-02-03'],
])('once its payment bounced on %s, days up to then cost nothing more', (_when, today, accruedThrough) => {
  const [taken] = withoutExtension([extended], [1], localDate(today));
  expect(taken).toEqual({ ...extended, dueDate: '2026-12-20', extendedFrom: null, accruedThrough });
});

test('only the payments of the plan that it moved go back', () => {
  const others = [
    record(2, { extendedFrom: localDate('2026-12-20') }),
    record(3, { accruedThrough: localDate('2027-01-20') }),
  ];
  expect(withoutExtension(others, [1, 3], localDate('2027-02-03'))).toEqual(others);
});

test('an extension whose payment bounced costs nothing, also where its unpaid fee was waived with the rest of the loan', () => {
  const terms = { ...usualTerms, instalmentCount: 2, lateToleranceMinor: minorAmount(400_000) };
  const { lent, done, lookOn, pay, takeBack } = lend(terms);
  const [firstDue, secondDue] = [localDate('2026-12-20'), localDate('2027-01-19')];
  const [first = 0] = lent.loan.schedule.instalments.map(({ totalMinor }) => totalMinor);
  const dueSoon = lookOn(pay(lent, 'a', first, firstDue).after, secondDue);
  const extension = currentExtension(dueSoon.loan, dueSoon.instalments, secondDue);
  if (typeof extension === 'string') throw new Error(extension);
  const { sequences } = extension;
  const offer = { id: 'offer', state: 'awaiting-payment', sequences, paymentEventId: null } as const;
  const price = extension.offer.feeMinor + extension.offer.vatMinor;
  const asked: LoanState = { ...dueSoon, extensions: [offer] };
  const extended = pay(asked, 'x', price, secondDue, secondDue, 'extend').after;
  expect(extended.extensions).toMatchObject([{ state: 'in-effect' }]);
  const nearlyPaid = pay(extended, 'b', first - 2 * price, secondDue).after;
  // Without the first payment, what the others brought pays the first instalment and no fee of the extension.
  const day = addDays(secondDue, 20);
  const misplaced = { ...paymentOf('a', first, firstDue), outcome: 'posted' as const };
  const corrected = done(
    nearlyPaid,
    { act: 'put-back', payment: misplaced, reason: 'wrong loan' },
    day,
  ).after;
  const bounced = takeBack(corrected, 'x', price, secondDue, addDays(day, 1));
  expect(bounced.instalments.map(({ charged }) => charged.fee + charged.vat)).toEqual(
    lent.instalments.map(({ charged }) => charged.fee + charged.vat),
  );
});
