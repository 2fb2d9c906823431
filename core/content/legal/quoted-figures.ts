import { deadlinePlace } from '#domain/borrower-zone.ts';
import { maximumExtensionDays } from '#domain/extension/extension-price.ts';
import type { Language } from '#domain/language.ts';
import type { PenaltyBand } from '#domain/loan/penalty.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import { taxedChargesOf } from '#domain/money/tax.ts';
import { formatPercent } from '#domain/offer/annual-cost.ts';
import type { EarlyRepayment, EarlyRepaymentFee, PrepaymentRule } from '#domain/offer/product-term-table.ts';
import { lateToleranceOf, type ProductTerms, prepaymentRuleOf } from '#domain/offer/product-terms.ts';
import {
  agreementFigures,
  latePenaltyBands,
  loanTermsFigures,
  privacyFigures,
} from '#domain/site/legal-figures.ts';
import type { TaxedCharge } from '#markets/definition.ts';
import { extensionTermsWords } from '../messages/extension-terms.ts';

type FigureName =
  | keyof typeof privacyFigures
  | keyof typeof loanTermsFigures
  | keyof typeof agreementFigures
  | 'maximumExtensionDays';

/**
 * Figures with their units as the texts write them. The lower end of a range, `minimum…`, is a bare number: its upper end carries the
 * unit.
 */
export interface QuotedFigures extends Readonly<Record<FigureName, string>> {
  /** One row for each band of days. */
  readonly latePenaltyBands: readonly { readonly days: string; readonly dailyPenalty: string }[];
}

/** Terms of a product as its agreement writes them, with units. */
export interface QuotedProduct {
  readonly annualInterest: string;
  readonly dailyInterest: string;
  readonly vat: string;
  readonly taxOn: readonly TaxedCharge[];
  readonly penaltyBands: QuotedFigures['latePenaltyBands'];
  /** Charged once for a late instalment; null for none. */
  readonly lateFee: { readonly new: string; readonly repeat: string } | null;
  /** Sum below which nothing is late; null for none. */
  readonly lateTolerance: string | null;
  /** Whose midnight ends the due days; null in a market with one zone, and for old terms. */
  readonly deadlinePlace: string | null;
  readonly allowsPrepayment: boolean;
  readonly earlyRepayment: EarlyRepayment;
  readonly earlyRepaymentFee: EarlyRepaymentFee;
  readonly prepayment: PrepaymentRule;
  readonly isPaidInOne: boolean;
  /** Cost, length and limits of an extension; null for none. */
  readonly extension: string | null;
  /** Caps of penalties and late fees for an instalment and the principal; null for none. */
  readonly penaltyMax: { readonly ofPayment: string; readonly ofLoan: string } | null;
}

interface Unit {
  readonly one: string;
  readonly many: string;
}

const units = {
  es: {
    day: { one: 'día', many: 'días' },
    calendarDay: { one: 'día natural', many: 'días naturales' },
    workingDay: { one: 'día hábil', many: 'días hábiles' },
    businessDay: { one: 'día hábil', many: 'días hábiles' },
    year: { one: 'año', many: 'años' },
  },
  en: {
    day: { one: 'day', many: 'days' },
    calendarDay: { one: 'calendar day', many: 'calendar days' },
    workingDay: { one: 'working day', many: 'working days' },
    businessDay: { one: 'business day', many: 'business days' },
    year: { one: 'year', many: 'years' },
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, Unit>>>>;

const noBreakSpace = '\u00a0';

/** Figures of LEGAL-1 to LEGAL-3 and DELAY-3. */
export function quoteFigures(language: Language, style: AmountStyle): QuotedFigures {
  const unit = units[language];
  const percent = (ppm: number): string => formatPercent(ppm, 'exact', language, style);
  const { lateFeeNewMinor, lateFeeRepeatMinor, ...terms } = loanTermsFigures;
  return {
    faceDataRetentionDays: count(privacyFigures.faceDataRetentionDays, unit.day),
    arcoDecisionDays: count(privacyFigures.arcoDecisionDays, unit.day),
    arcoEffectWorkingDays: count(privacyFigures.arcoEffectWorkingDays, unit.workingDay),
    arcoCorrectionRequestWorkingDays: count(privacyFigures.arcoCorrectionRequestWorkingDays, unit.workingDay),
    arcoCorrectionReplyWorkingDays: count(privacyFigures.arcoCorrectionReplyWorkingDays, unit.workingDay),
    applicantAgeYears: count(terms.applicantAgeYears, unit.year),
    minimumTermDays: String(terms.minimumTermDays),
    maximumTermDays: count(terms.maximumTermDays, unit.calendarDay),
    prepaymentTermSharePpm: percent(terms.prepaymentTermSharePpm),
    prepaymentWaitDays: count(terms.prepaymentWaitDays, unit.day),
    lateFeeNewMinor: formatMoney(lateFeeNewMinor, language, style, null),
    lateFeeRepeatMinor: formatMoney(lateFeeRepeatMinor, language, style, null),
    minimumCreditingDays: String(terms.minimumCreditingDays),
    maximumCreditingDays: count(terms.maximumCreditingDays, unit.calendarDay),
    decisionDays: count(terms.decisionDays, unit.day),
    assignmentNoticeBusinessDays: count(terms.assignmentNoticeBusinessDays, unit.businessDay),
    detailsChangeNoticeDays: count(terms.detailsChangeNoticeDays, unit.day),
    judgmentPaymentDays: count(terms.judgmentPaymentDays, unit.day),
    annualInterestPpm: percent(agreementFigures.annualInterestPpm),
    dailyInterestPpm: percent(agreementFigures.dailyInterestPpm),
    vatPpm: percent(agreementFigures.vatPpm),
    overduePenaltyDailyPpm: percent(agreementFigures.overduePenaltyDailyPpm),
    maximumExtensionDays: count(maximumExtensionDays, unit.day),
    latePenaltyBands: bandRows(latePenaltyBands, language, percent),
  };
}

/** LEGAL-5. */
export function quoteProduct(terms: ProductTerms, language: Language, style: AmountStyle): QuotedProduct {
  const percent = (ppm: number): string => formatPercent(ppm, 'exact', language, style);
  const { lateFeeNewMinor, lateFeeRepeatMinor, currency } = terms;
  const toleranceMinor = lateToleranceOf(terms);
  return {
    annualInterest: percent(terms.annualInterestPpm),
    dailyInterest: percent(terms.dailyInterestPpm),
    vat: percent(terms.vatPpm),
    taxOn: taxedChargesOf(terms),
    penaltyBands: bandRows(terms.penaltyBands, language, percent),
    lateFee:
      lateFeeNewMinor === 0 && lateFeeRepeatMinor === 0
        ? null
        : {
            new: formatMoney(lateFeeNewMinor, language, style, currency),
            repeat: formatMoney(lateFeeRepeatMinor, language, style, currency),
          },
    lateTolerance: toleranceMinor === 0 ? null : formatMoney(toleranceMinor, language, style, currency),
    deadlinePlace: terms.deadlineZone === undefined ? null : deadlinePlace(terms, language),
    allowsPrepayment: terms.allowsPrepayment,
    earlyRepayment: terms.earlyRepayment ?? 'whole-plan',
    earlyRepaymentFee: terms.earlyRepaymentFee ?? 'kept',
    prepayment: prepaymentRuleOf(terms),
    isPaidInOne: terms.instalmentCount === 1,
    extension: terms.extensionMaxDays > 0 ? extensionTermsWords(terms, language, percent) : null,
    penaltyMax:
      terms.penaltyMaxOfPaymentPpm === undefined || terms.penaltyMaxOfLoanPpm === undefined
        ? null
        : { ofPayment: percent(terms.penaltyMaxOfPaymentPpm), ofLoan: percent(terms.penaltyMaxOfLoanPpm) },
  };
}

export function quoteDays(days: number, language: Language): string {
  return count(days, units[language].day);
}

export function quoteYears(years: number, language: Language): string {
  return count(years, units[language].year);
}

function count(amount: number, { one, many }: Unit): string {
  return `${amount}${noBreakSpace}${amount === 1 ? one : many}`;
}

function bandRows(
  bands: readonly PenaltyBand[],
  language: Language,
  percent: (ppm: number) => string,
): QuotedFigures['latePenaltyBands'] {
  return bands.map(({ fromDay, dailyPpm }, index) => {
    const next = bands[index + 1];
    const range = next
      ? `${fromDay} ${language === 'es' ? 'a' : 'to'} ${next.fromDay - 1}`
      : `${fromDay} ${language === 'es' ? 'en adelante' : 'and after'}`;
    return { days: range, dailyPenalty: percent(dailyPpm) };
  });
}
