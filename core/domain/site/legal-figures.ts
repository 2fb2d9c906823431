import type { PenaltyBand } from '../loan/penalty.ts';
import { minorAmount } from '../money/money.ts';

/** Figures in the legal texts. A product's own terms may differ, and then those are charged. */

/** Days after which browsers delete a cookie, whatever its date (draft-ietf-httpbis-rfc6265bis, 5.5; COOKIE-1). */
export const browserCookieDays = 400;

/** Periods of the privacy notice (LEGAL-1). */
export const privacyFigures = {
  /** From comparing a selfie with the photo of the ID to its deletion. */
  faceDataRetentionDays: 30,
  /** From a request for access, correction, cancellation or objection (ARCO) to the decision. */
  arcoDecisionDays: 20,
  /** From a favourable decision to its effect. */
  arcoEffectWorkingDays: 15,
  /** From an incomplete request to our question. */
  arcoCorrectionRequestWorkingDays: 5,
  /** From our question to the answer. */
  arcoCorrectionReplyWorkingDays: 10,
} as const;

/** Limits and charges of the loan terms (LEGAL-2). */
export const loanTermsFigures = {
  applicantAgeYears: 18,
  minimumTermDays: 91,
  maximumTermDays: 365,
  prepaymentTermSharePpm: 500_000,
  prepaymentWaitDays: 7,
  lateFeeNewMinor: minorAmount(100_000),
  lateFeeRepeatMinor: minorAmount(80_000),
  minimumCreditingDays: 1,
  maximumCreditingDays: 3,
  decisionDays: 1,
  assignmentNoticeBusinessDays: 7,
  detailsChangeNoticeDays: 3,
  judgmentPaymentDays: 10,
} as const;

/** Daily interest on unpaid amounts, by days late; the last band has no end (LEGAL-2). */
export const latePenaltyBands = [
  { fromDay: 1, dailyPpm: 50_000 },
  { fromDay: 31, dailyPpm: 40_000 },
  { fromDay: 91, dailyPpm: 20_000 },
] as const satisfies readonly PenaltyBand[];

/** Rates of the loan agreement, in parts per million (LEGAL-3). */
export const agreementFigures = {
  annualInterestPpm: 180_000,
  dailyInterestPpm: 65,
  /** On the sum of interest and fee. */
  vatPpm: 160_000,
  /** For each day, on the overdue amount. */
  overduePenaltyDailyPpm: 30_000,
} as const;
