import { addMinor, applyPpm, type MinorAmount, minorAmount, zeroMinor } from '../money/money.ts';

/** Where penalties and late fees stop, in parts per million. Terms that do not say were quoted when there was no cap. */
export interface PenaltyCapTerms {
  /** Of a payment of the plan, as it was agreed. */
  readonly penaltyMaxOfPaymentPpm?: number;
  /** Of what was lent. */
  readonly penaltyMaxOfLoanPpm?: number;
}

/** A loan as far as its caps follow from it. */
export interface CappedLoan {
  readonly terms: PenaltyCapTerms;
  readonly principalMinor: MinorAmount;
  readonly schedule: {
    readonly instalments: readonly { readonly sequence: number; readonly totalMinor: MinorAmount }[];
  };
}

/** What the penalties and late fees of all of a loan come to at most (MONEY-6); null for no cap. */
export function penaltyMaxOfLoan({ terms, principalMinor }: CappedLoan): MinorAmount | null {
  return terms.penaltyMaxOfLoanPpm === undefined ? null : applyPpm(principalMinor, terms.penaltyMaxOfLoanPpm);
}

/**
 * The same of some payments of the plan together, which is never above the loan's; null for no cap. Payments that were agreed anew
 * have the loan's alone.
 */
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

/** What penalties of a loan may still come to. */
export interface PenaltyRoom {
  /** Takes so much of it for a payment of the plan as there is. @returns what it took. */
  take(sequence: number, amountMinor: MinorAmount): MinorAmount;
}

/**
 * What penalties of a loan may still come to.
 * @param accrued what was charged by days and late fees, by payment of the plan, also where it was let off since: what a borrower is
 * let off is not charged again.
 */
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
