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
 * The figures as the texts write them, with their unit. Only the lower end of a range, `minimum…`, is a bare number:
 * the upper end that follows it brings the unit.
 */
export interface QuotedFigures extends Readonly<Record<FigureName, string>> {
  /** Days of delay and the penalty of each of them, one row per band. */
  readonly latePenaltyBands: readonly { readonly days: string; readonly dailyPenalty: string }[];
}

/** The terms of one product as its agreement writes them, with their unit. */
export interface QuotedProduct {
  readonly annualInterest: string;
  readonly dailyInterest: string;
  readonly vat: string;
  /** What the tax is on. */
  readonly taxOn: readonly TaxedCharge[];
  readonly penaltyBands: QuotedFigures['latePenaltyBands'];
  /** What is charged once on a payment that is late; null for nothing. */
  readonly lateFee: { readonly new: string; readonly repeat: string } | null;
  /** The sum below which nothing is late; null for none. */
  readonly lateTolerance: string | null;
  /** Whose midnight the days of payments end at; null in a market of one zone, and for terms that do not say. */
  readonly deadlinePlace: string | null;
  readonly allowsPrepayment: boolean;
  readonly earlyRepayment: EarlyRepayment;
  readonly earlyRepaymentFee: EarlyRepaymentFee;
  readonly prepayment: PrepaymentRule;
  readonly isPaidInOne: boolean;
  /** What extending a payment costs, for how long and when it is refused; null where it cannot be. */
  readonly extension: string | null;
  /** Where penalties and late fees stop: of a payment and of what was lent; null for terms without such caps. */
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

/** The figures of LEGAL-1 to LEGAL-3, and of DELAY-3, written in a language and an amount style. */
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

/** The terms of a product, written in a language and an amount style (LEGAL-5). */
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

/** A number of days with its unit, as a text writes it. */
export function quoteDays(days: number, language: Language): string {
  return count(days, units[language].day);
}

/** A number of years with its unit, as a text writes it. */
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
