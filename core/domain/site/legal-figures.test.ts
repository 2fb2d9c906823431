import { expect, test } from 'vitest';
import { dailyPpmOn } from '../loan/penalty.ts';
import { checkProductTerms, ratesDisagree } from '../offer/product-terms.ts';
import { agreementFigures, latePenaltyBands, loanTermsFigures, privacyFigures } from './legal-figures.ts';

test('the privacy notice keeps the periods of LEGAL-1', () => {
  expect(privacyFigures).toEqual({
    faceDataRetentionDays: 30,
    arcoDecisionDays: 20,
    arcoEffectWorkingDays: 15,
    arcoCorrectionRequestWorkingDays: 5,
    arcoCorrectionReplyWorkingDays: 10,
  });
});

test('the loan terms keep the limits and charges of LEGAL-2', () => {
  expect(loanTermsFigures).toEqual({
    applicantAgeYears: 18,
    minimumTermDays: 91,
    maximumTermDays: 365,
    prepaymentTermSharePpm: 500_000,
    prepaymentWaitDays: 7,
    lateFeeNewMinor: 100_000,
    lateFeeRepeatMinor: 80_000,
    minimumCreditingDays: 1,
    maximumCreditingDays: 3,
    decisionDays: 1,
    assignmentNoticeBusinessDays: 7,
    detailsChangeNoticeDays: 3,
    judgmentPaymentDays: 10,
  });
});

test.each([
  [1, 50_000],
  [30, 50_000],
  [31, 40_000],
  [90, 40_000],
  [91, 20_000],
  [1000, 20_000],
])('the late penalty of LEGAL-2 on day %i is %i ppm', (day, ppm) => {
  expect(dailyPpmOn(day, latePenaltyBands)).toBe(ppm);
});

test('the agreement keeps the rates of LEGAL-3, whose two interest rates disagree', () => {
  expect(agreementFigures).toEqual({
    annualInterestPpm: 180_000,
    dailyInterestPpm: 65,
    vatPpm: 160_000,
    overduePenaltyDailyPpm: 30_000,
  });
  expect(ratesDisagree(agreementFigures)).toBe(true);
});

test('a product may have exactly the terms the texts quote', () => {
  const figures = { ...agreementFigures, ...loanTermsFigures };
  const terms = {
    ...figures,
    productId: 'quoted',
    allowsPrepayment: true,
    earlyRepayment: 'days-used',
    earlyRepaymentFee: 'kept',
    penaltyMaxOfPaymentPpm: 1_000_000,
    penaltyMaxOfLoanPpm: 1_000_000,
    pausesPenaltyOnClaim: false,
    pausesPenaltyOnDispute: false,
    market: 'MX',
    currency: 'MXN',
    instalmentCount: 1,
    instalmentDays: figures.minimumTermDays,
    feePpm: 0,
    penaltyBands: latePenaltyBands,
    extensionDailyPpm: 0,
    extensionMaxDays: 0,
    extensionCostMaxPpm: 0,
    minimumMinor: figures.lateFeeNewMinor,
    maximumMinor: figures.lateFeeNewMinor,
    stepMinor: figures.lateFeeNewMinor,
  } as const;
  expect(checkProductTerms(terms)).toEqual([]);
});
