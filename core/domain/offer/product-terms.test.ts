import { expect, test } from 'vitest';
import { allMarkets, currencyOf, marketOf } from '../market.ts';
import { minorAmount } from '../money/money.ts';
import { prepaymentRules } from './product-term-table.ts';
import {
  checkProductTerms,
  dailyInterestOf,
  isOfferedAmount,
  type ProductTerms,
  ratesDisagree,
  termDays,
} from './product-terms.ts';

const sound: ProductTerms = {
  productId: 'plain-120',
  market: 'MX',
  currency: 'MXN',
  instalmentCount: 4,
  instalmentDays: 30,
  annualInterestPpm: 180_000,
  dailyInterestPpm: 493,
  feePpm: 60_000,
  vatPpm: 160_000,
  allowsPrepayment: true,
  earlyRepayment: 'days-used',
  earlyRepaymentFee: 'kept',
  penaltyMaxOfPaymentPpm: 1_000_000,
  penaltyMaxOfLoanPpm: 1_000_000,
  pausesPenaltyOnClaim: false,
  pausesPenaltyOnDispute: false,
  penaltyBands: [
    { fromDay: 1, dailyPpm: 50_000 },
    { fromDay: 31, dailyPpm: 40_000 },
    { fromDay: 91, dailyPpm: 20_000 },
  ],
  lateFeeNewMinor: minorAmount(100_000),
  lateFeeRepeatMinor: minorAmount(80_000),
  extensionDailyPpm: 10_000,
  extensionMaxDays: 7,
  extensionCostMaxPpm: 0,
  minimumMinor: minorAmount(100_000),
  maximumMinor: minorAmount(1_200_000),
  stepMinor: minorAmount(50_000),
};

test('sound terms have no problem', () => {
  expect(checkProductTerms(sound)).toEqual([]);
  expect(termDays(sound)).toBe(120);
});

test.each([
  [90, false],
  [91, true],
  [365, true],
  [366, false],
])('a term of %i days is sound: %s', (days, isSound) => {
  const problems = checkProductTerms({ ...sound, instalmentCount: 1, instalmentDays: days });
  expect(problems.includes('the term must be 91 to 365 days')).toBe(!isSound);
  expect(problems.length === 0).toBe(isSound);
});

test.each<[string, Partial<ProductTerms>, RegExp]>([
  ['an empty product id', { productId: '' }, /productId/],
  [
    'the whole plan where a market asks for the days used',
    { market: 'IN', currency: 'INR', earlyRepayment: 'whole-plan' },
    /^earlyRepayment must be days-used in market IN$/,
  ],
  [
    'a plan that shortens though payments that fall away keep their fee',
    { prepayment: 'shortens' },
    /^prepayment must not be shortens unless earlyRepaymentFee is days-used or there is no fee$/,
  ],
  [
    'principal that is paid back where all of the plan is charged',
    { prepayment: 'lowers', earlyRepayment: 'whole-plan' },
    /^prepayment must be next-payments unless allowsPrepayment and earlyRepayment is days-used$/,
  ],
  [
    'principal that is paid back where pages take no more than is asked for',
    { prepayment: 'lowers', allowsPrepayment: false },
    /^prepayment must be next-payments unless allowsPrepayment/,
  ],
  ['a foreign currency', { currency: 'INR' }, /currency must be MXN/],
  ['no instalments', { instalmentCount: 0 }, /instalmentCount/],
  ['a fractional count', { instalmentCount: 4.5 }, /instalmentCount/],
  ['negative interest', { annualInterestPpm: -1 }, /annualInterestPpm/],
  ['a fee above everything', { feePpm: 1_000_001 }, /feePpm/],
  ['a fractional VAT', { vatPpm: 0.16 }, /vatPpm/],
  ['a negative late fee', { lateFeeNewMinor: minorAmount(-1) }, /lateFeeNewMinor/],
  [
    'a maximum beyond what may come in',
    { maximumMinor: minorAmount(2 ** 52) },
    /maximumMinor must be from 1/,
  ],
  ['a late fee beyond it', { lateFeeRepeatMinor: minorAmount(2 ** 52) }, /lateFeeRepeatMinor/],
  ['a zero minimum', { minimumMinor: minorAmount(0) }, /minimumMinor/],
  ['a range upside down', { minimumMinor: minorAmount(2_000_000) }, /must not exceed/],
  ['a maximum off the steps', { maximumMinor: minorAmount(1_200_001) }, /number of steps/],
  ['bands from day 2', { penaltyBands: [{ fromDay: 2, dailyPpm: 1 }] }, /begin at day 1/],
  [
    'bands out of order',
    {
      allowsPrepayment: true,
      penaltyBands: [
        { fromDay: 1, dailyPpm: 1 },
        { fromDay: 1, dailyPpm: 2 },
      ],
    },
    /after the band before it/,
  ],
  ['a fractional band', { penaltyBands: [{ fromDay: 1, dailyPpm: 0.03 }] }, /dailyPpm/],
])('%s is the one problem found', (_, change, problem) => {
  const problems = checkProductTerms({ ...sound, ...change });
  expect(problems.some((text) => problem.test(text))).toBe(true);
});

test('[MONEY-5] a use of money beyond the amount due that the market forbids is refused', () => {
  for (const market of allMarkets) {
    const allowed: readonly string[] = marketOf[market].prepaymentRules;
    for (const prepayment of prepaymentRules) {
      const terms = { ...sound, market, currency: currencyOf(market), prepayment };
      const problems = checkProductTerms({ ...terms, feePpm: 0, annualInterestPpm: 0 });
      const refusal = `prepayment must be ${allowed.join(' or ')} in market ${market}`;
      expect(problems.filter((problem) => problem === refusal).length).toBe(
        Number(!allowed.includes(prepayment)),
      );
    }
  }
});

test('[DELAY-3] a product may not postpone by more than 7 days', () => {
  expect(checkProductTerms({ ...sound, extensionMaxDays: 8 })).toEqual([
    'extensionMaxDays must be a whole number from 0 to 7',
  ]);
});

test('18 % a year disagrees with 0.0065 % a day, and agrees with its own 365th part', () => {
  for (const annualInterestPpm of [0, 1, 182, 183, 180_000, 180_311, 4_000_000])
    expect(ratesDisagree({ annualInterestPpm, dailyInterestPpm: dailyInterestOf(annualInterestPpm) })).toBe(
      false,
    );
  expect(ratesDisagree({ annualInterestPpm: 180_000, dailyInterestPpm: 65 })).toBe(true);
  expect(ratesDisagree({ annualInterestPpm: 180_000, dailyInterestPpm: 493 })).toBe(false);
  expect(ratesDisagree({ annualInterestPpm: 180_000, dailyInterestPpm: 494 })).toBe(false);
  expect(ratesDisagree({ annualInterestPpm: 180_310, dailyInterestPpm: 493 })).toBe(false);
  expect(ratesDisagree({ annualInterestPpm: 180_311, dailyInterestPpm: 493 })).toBe(true);
  expect(ratesDisagree({ annualInterestPpm: 180_000, dailyInterestPpm: 495 })).toBe(true);
  expect(ratesDisagree({ annualInterestPpm: 180_000, dailyInterestPpm: 492 })).toBe(true);
});

test('an offered amount is within the range and on a step', () => {
  for (const amount of [100_000, 150_000, 1_200_000])
    expect(isOfferedAmount(sound, minorAmount(amount))).toBe(true);
  for (const amount of [50_000, 100_001, 1_250_000, 0, -100_000]) {
    expect(isOfferedAmount(sound, minorAmount(amount))).toBe(false);
  }
});

test('steps count from the least amount, which need not be a whole number of them', () => {
  const terms = { ...sound, minimumMinor: minorAmount(110_000), maximumMinor: minorAmount(1_210_000) };
  expect(checkProductTerms(terms)).toEqual([]);
  expect([160_000, 150_000].map((amount) => isOfferedAmount(terms, minorAmount(amount)))).toEqual([
    true,
    false,
  ]);
  expect(checkProductTerms({ ...terms, maximumMinor: minorAmount(1_200_000) })).toEqual([
    'maximumMinor must lie a whole number of steps above minimumMinor',
  ]);
});
