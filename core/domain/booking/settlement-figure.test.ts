import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDay, lend, noon, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import { addMinor, minorAmount, zeroMinor } from '../money/money.ts';
import type { ProductTerms } from '../offer/product-terms.ts';
import { amountDueAt } from './early-settlement.ts';
import { figureDays, settlementFigure } from './settlement-figure.ts';
import type { LoanState } from './state.ts';

const figureOn = (state: LoanState, today: number, day: number) =>
  settlementFigure(state, addDays(firstDay, day), {
    ...{
      now: noon(addDays(firstDay, today)),
      bookableThrough: addDays(firstDay, today),
      closedThrough: null,
    },
    nextId: () => 'id-999999999',
  });

const anyTerms: fc.Arbitrary<ProductTerms> = fc
  .record({
    earlyRepayment: fc.constantFrom('days-used' as const, 'whole-plan' as const),
    earlyRepaymentFee: fc.constantFrom('kept' as const, 'days-used' as const),
    coolingOffDays: fc.constantFrom(0, 3),
    lateFeeNewMinor: fc.constantFrom(zeroMinor, minorAmount(20_000)),
    penaltyMaxOfPaymentPpm: fc.constantFrom(100_000, 1_000_000),
    penaltyBands: fc.constantFrom(
      [{ fromDay: 1, dailyPpm: 30_000 }],
      [
        { fromDay: 1, dailyPpm: 5_000 },
        { fromDay: 4, dailyPpm: 12_345 },
      ],
    ),
  })
  .map((own) => ({ ...usualTerms, ...own }));

test('[MONEY-5] the figure of a day is what the repay page asks for then when nothing happens before, and its parts add up', () => {
  fc.assert(
    fc.property(
      anyTerms,
      fc.array(fc.record({ after: fc.nat({ max: 40 }), minor: fc.integer({ min: 1, max: 180_000 }) }), {
        maxLength: 2,
      }),
      fc.nat({ max: 60 }),
      fc.nat({ max: 120 }),
      fc.array(fc.nat({ max: 119 }), { maxLength: 3 }),
      (terms, payments, wait, ahead, looks) => {
        const { lent, pay, lookOn } = lend(terms);
        let [state, today] = [lent, 0];
        for (const [place, { after, minor }] of payments.entries()) {
          today += after;
          state = pay(state, `paid-${place}`, minor, addDays(firstDay, today)).after;
        }
        today += wait;
        const day = today + ahead;
        const figure = figureOn(state, today, day);
        const { until } = figureDays(state, noon(addDays(firstDay, today)));
        if (addDays(firstDay, day) > until) {
          expect(figure).toEqual(new CodedError('request-invalid', 'day'));
          return;
        }
        // Looking at the loan in between books penalties and changes no figure.
        for (const look of looks.map((each) => today + (each % (ahead + 1))).sort((a, b) => a - b)) {
          state = lookOn(state, addDays(firstDay, look));
        }
        state = lookOn(state, addDays(firstDay, day));
        const { settlesMinor } = amountDueAt(state, noon(addDays(firstDay, day)));
        if (figure instanceof CodedError) {
          expect([figure.code, settlesMinor]).toEqual(['status-conflict', 0]);
          return;
        }
        expect(figure.owedMinor).toBe(settlesMinor);
        expect(addMinor(...figure.parts.map(({ amountMinor }) => amountMinor))).toBe(settlesMinor);
      },
    ),
    { numRuns: 150 },
  );
});

test('[MONEY-5] settlement figures exist for today through the end of the plan, at least 30 days, and not for a loan without debt', () => {
  const { lent, pay } = lend(usualTerms);
  const daysOn = (today: number) => figureDays(lent, noon(addDays(firstDay, today)));
  expect(daysOn(5)).toEqual({ from: addDays(firstDay, 5), until: addDays(firstDay, 120) });
  expect(daysOn(119)).toEqual({ from: addDays(firstDay, 119), until: addDays(firstDay, 149) });
  expect(figureOn(lent, 5, 4)).toEqual(new CodedError('request-invalid', 'day'));
  const { after } = pay(lent, 'all', 600_000, addDays(firstDay, 5));
  expect(figureOn(after, 5, 6)).toEqual(new CodedError('status-conflict'));
});
