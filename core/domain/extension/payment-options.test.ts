import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, type LocalDate, localDate } from '../calendar.ts';
import { dueNow, type InstalmentBalance, remainingTotal, unpaidBaseMinor } from '../loan/instalment-state.ts';
import { minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { extensionOffer } from './extension-price.ts';
import { paymentOptions } from './payment-options.ts';

const none = {
  penalty: zeroMinor,
  fee: zeroMinor,
  vat: zeroMinor,
  interest: zeroMinor,
  principal: zeroMinor,
};
const dueDate = localDate('2027-01-19');
const lateness = { penaltyBands: [{ fromDay: 1, dailyPpm: 30_000 }], lateFeeMinor: zeroMinor };

function instalment(penalty: number, principal: number): InstalmentBalance {
  const charged = { ...none, penalty: minorAmount(penalty), principal: minorAmount(principal) };
  return { sequence: 2, dueDate, charged, paid: none };
}

function optionsOn(balance: InstalmentBalance, today: LocalDate, terms = lateness, dailyPpm = 10_000) {
  const due = dueNow([balance], today, zeroMinor);
  if (!due) throw new Error('nothing is due');
  const amountWithoutPenaltyMinor = subtractMinor(due.amountMinor, due.penaltyMinor);
  const offer = extensionOffer(
    { extensionDailyPpm: dailyPpm, extensionMaxDays: 7, vatPpm: 0 },
    { ...due, amountWithoutPenaltyMinor },
    today,
  );
  return paymentOptions(
    [balance],
    offer,
    { ...terms, room: { take: (_, amountMinor) => amountMinor } },
    today,
  );
}

test('[DELAY-1] three days late: extending, paying the same as a part and paying all show what each leads to', () => {
  const options = optionsOn(instalment(12_612, 140_136), localDate('2027-01-22'));
  // 224.22 pays the penalty and 98.10 of 1,401.36; the rest of 1,303.26 grows by 39.10 on each of 7 days.
  expect(options).toEqual([
    {
      kind: 'extend',
      payTodayMinor: 22_422,
      owedAfterMinor: 140_136,
      owedOn: '2027-01-29',
      totalMinor: 162_558,
    },
    {
      kind: 'pay-part',
      payTodayMinor: 22_422,
      owedAfterMinor: 157_696,
      owedOn: '2027-01-29',
      totalMinor: 180_118,
    },
    {
      kind: 'pay-all',
      payTodayMinor: 152_748,
      owedAfterMinor: 0,
      owedOn: '2027-01-22',
      totalMinor: 152_748,
    },
  ]);
});

test('[DELAY-1] before the due date the part paid leaves the late fee and the penalties of the days after it', () => {
  const terms = { ...lateness, lateFeeMinor: minorAmount(100_000) };
  const options = optionsOn(instalment(0, 140_136), localDate('2027-01-17'), terms);
  expect(options.map(({ payTodayMinor }) => payTodayMinor)).toEqual([9_810, 9_810, 140_136]);
  expect(options[1]?.owedAfterMinor).toBe(140_136 - 9_810 + 100_000 + 7 * 3_910);
});

test('where extending takes more than is due, the part is all of it and leaves nothing to grow', () => {
  const terms = { ...lateness, lateFeeMinor: minorAmount(100_000) };
  const options = optionsOn(instalment(0, 140_136), localDate('2027-01-17'), terms, 200_000);
  expect(options[1]).toMatchObject({ payTodayMinor: 140_136, owedAfterMinor: 0, totalMinor: 140_136 });
});

test('the options agree: extending costs its fee more than paying all, and no part costs less than paying all', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: -10, max: 60 }),
      (penalty, principal, late) => {
        const today = addDays(dueDate, late);
        const balance = instalment(late > 0 ? penalty : 0, principal);
        const [extend, part, all] = optionsOn(balance, today);
        if (!extend || !part || !all) throw new Error('an option is missing');
        expect(all.totalMinor).toBe(remainingTotal([balance]));
        expect(extend.payTodayMinor + extend.owedAfterMinor).toBe(extend.totalMinor);
        expect(part.payTodayMinor + part.owedAfterMinor).toBe(part.totalMinor);
        expect(extend.owedAfterMinor).toBe(unpaidBaseMinor(balance));
        expect(part.totalMinor).toBeGreaterThanOrEqual(all.totalMinor);
        expect(part.payTodayMinor).toBeLessThanOrEqual(extend.payTodayMinor);
        expect(daysBetween(today, extend.owedOn)).toBeGreaterThanOrEqual(1);
      },
    ),
  );
});
