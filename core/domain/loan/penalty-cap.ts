import { addMinor, applyPpm, type MinorAmount, minorAmount, zeroMinor } from '../money/money.ts';

/** Caps of penalties and late fees, in parts per million. Quotes made before there were caps lack them. */
export interface PenaltyCapTerms {
  /** Of an instalment of the signed plan. */
  readonly penaltyMaxOfPaymentPpm?: number;
  /** Of the principal. */
  readonly penaltyMaxOfLoanPpm?: number;
}

export interface CappedLoan {
  readonly terms: PenaltyCapTerms;
  readonly principalMinor: MinorAmount;
  readonly schedule: {
    readonly instalments: readonly { readonly sequence: number; readonly totalMinor: MinorAmount }[];
  };
}

export function penaltyMaxOfLoan({ terms, principalMinor }: CappedLoan): MinorAmount | null {
  return terms.penaltyMaxOfLoanPpm === undefined ? null : applyPpm(principalMinor, terms.penaltyMaxOfLoanPpm);
}

/** Cap of some instalments together, never above the loan's; null for none. Rescheduled instalments have only the loan's. */
export function penaltyMaxOfPayments(loan: CappedLoan, sequences: readonly number[]): MinorAmount | null {
  const { penaltyMaxOfPaymentPpm: ppm } = loan.terms;
  const ofLoanMinor = penaltyMaxOfLoan(loan);
  const isSigned = sequences.every((sequence) => sequence <= loan.schedule.instalments.length);
  if (ppm === undefined || !isSigned) return ofLoanMinor;
  const sumMinor = addMinor(...sequences.map((sequence) => applyPpm(agreedMinor(loan, sequence), ppm)));
  return ofLoanMinor === null ? sumMinor : minorAmount(Math.min(sumMinor, ofLoanMinor));
}

function agreedMinor({ schedule }: CappedLoan, sequence: number): MinorAmount {
  return schedule.instalments.find((each) => each.sequence === sequence)?.totalMinor ?? zeroMinor;
}

/** What penalties of a loan may still add under its caps. */
export interface PenaltyRoom {
  /**
   * Takes at most the room of an instalment.
   * @returns what it took.
   */
  take(sequence: number, amountMinor: MinorAmount): MinorAmount;
}

/** @param accrued penalties and late fees ever charged, by instalment, waived ones included: a waived amount is not charged again. */
export function penaltyRoom(loan: CappedLoan, accrued: ReadonlyMap<number, MinorAmount>): PenaltyRoom {
  const taken = new Map(accrued);
  let takenMinor = addMinor(...accrued.values());
  const loanMaxMinor = penaltyMaxOfLoan(loan) ?? Number.POSITIVE_INFINITY;
  return {
    take(sequence, amountMinor) {
      const before = taken.get(sequence) ?? zeroMinor;
      const paymentMaxMinor = penaltyMaxOfPayments(loan, [sequence]) ?? Number.POSITIVE_INFINITY;
      const roomMinor = Math.max(0, Math.min(paymentMaxMinor - before, loanMaxMinor - takenMinor));
      const takenNow = minorAmount(Math.min(amountMinor, roomMinor));
      taken.set(sequence, addMinor(before, takenNow));
      takenMinor = addMinor(takenMinor, takenNow);
      return takenNow;
    },
  };
}
