import { expect, test } from 'vitest';
import { quoteFigures } from './quoted-figures.ts';

/** No-break spaces as plain ones. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

function plainFigures(...[language, style]: Parameters<typeof quoteFigures>): Record<string, string> {
  const { latePenaltyBands, ...figures } = quoteFigures(language, style);
  return Object.fromEntries(Object.entries(figures).map(([name, text]) => [name, plain(text)]));
}

test('[LEGAL-1] the periods of the privacy notice are written with their units', () => {
  expect(plainFigures('es', 'dot')).toMatchObject({
    faceDataRetentionDays: '30 días',
    arcoDecisionDays: '20 días',
    arcoEffectWorkingDays: '15 días hábiles',
    arcoCorrectionRequestWorkingDays: '5 días hábiles',
    arcoCorrectionReplyWorkingDays: '10 días hábiles',
  });
  expect(plainFigures('en', 'dot')).toMatchObject({
    faceDataRetentionDays: '30 days',
    arcoDecisionDays: '20 days',
    arcoEffectWorkingDays: '15 working days',
    arcoCorrectionRequestWorkingDays: '5 working days',
    arcoCorrectionReplyWorkingDays: '10 working days',
  });
});

test('[LEGAL-2] the limits and charges of the loan terms are written with their units', () => {
  expect(plainFigures('es', 'dot')).toMatchObject({
    applicantAgeYears: '18 años',
    minimumTermDays: '91',
    maximumTermDays: '365 días naturales',
    prepaymentTermSharePpm: '50 %',
    prepaymentWaitDays: '7 días',
    lateFeeNewMinor: '$ 1.000,00',
    lateFeeRepeatMinor: '$ 800,00',
    minimumCreditingDays: '1',
    maximumCreditingDays: '3 días naturales',
    decisionDays: '1 día',
    assignmentNoticeBusinessDays: '7 días hábiles',
    detailsChangeNoticeDays: '3 días',
    judgmentPaymentDays: '10 días',
  });
  expect(plainFigures('en', 'locale')).toMatchObject({
    applicantAgeYears: '18 years',
    maximumTermDays: '365 calendar days',
    lateFeeNewMinor: '₹ 1,000.00',
    lateFeeRepeatMinor: '₹ 800.00',
    decisionDays: '1 day',
    assignmentNoticeBusinessDays: '7 business days',
    judgmentPaymentDays: '10 days',
  });
});

test('[LEGAL-2] the bands of daily interest follow one another without a gap', () => {
  const rows = (language: 'es' | 'en'): unknown =>
    quoteFigures(language, 'dot').latePenaltyBands.map(({ days, dailyPenalty }) => [
      days,
      plain(dailyPenalty),
    ]);
  expect(rows('es')).toEqual([
    ['1 a 30', '5 %'],
    ['31 a 90', '4 %'],
    ['91 en adelante', '2 %'],
  ]);
  expect(rows('en')).toEqual([
    ['1 to 30', '5 %'],
    ['31 to 90', '4 %'],
    ['91 and after', '2 %'],
  ]);
});

test('[LEGAL-3] the rates of the agreement are written exactly', () => {
  const rates = {
    annualInterestPpm: '18 %',
    dailyInterestPpm: '0,0065 %',
    vatPpm: '16 %',
    overduePenaltyDailyPpm: '3 %',
  };
  expect(plainFigures('es', 'dot')).toMatchObject(rates);
  expect(plainFigures('en', 'locale')).toMatchObject({ ...rates, dailyInterestPpm: '0.0065 %' });
});
