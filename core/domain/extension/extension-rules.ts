import type { LocalDate } from '../calendar.ts';
import { isRunning, type LoanStatus } from '../loan/loan-status.ts';
import {
  addMinor,
  type MinorAmount,
  MoneyError,
  minorAmount,
  subtractMinor,
  zeroMinor,
} from '../money/money.ts';
import {
  type AllocationLine,
  allocatePayment,
  inDueOrder,
  type OutstandingInstalment,
} from '../repayment/allocation.ts';
import type { ExtensionTerms } from './extension-price.ts';

export interface ExtensionSituation {
  readonly status: LoanStatus;
  readonly terms: Pick<ExtensionTerms, 'extensionMaxDays'>;
  /** Sequences of the instalments due now; none when nothing is owed. */
  readonly dueSequences: readonly number[];
  readonly extendedSequences: readonly number[];
}

export type ExtensionRefusal = 'status' | 'product' | 'nothing-due' | 'extended-before' | 'too-dear';

/**
 * Why a loan cannot be extended; null when it can: it runs, its product allows extensions, something is due, and nothing due was extended
 * before. So an instalment has at most one open extension, and none moves by more than 7 days beyond the day of its payment (DELAY-3).
 */
export function extensionRefusal(
  situation: ExtensionSituation,
): Exclude<ExtensionRefusal, 'too-dear'> | null {
  const { status, terms, dueSequences, extendedSequences } = situation;
  if (!isRunning(status)) return 'status';
  if (terms.extensionMaxDays < 1) return 'product';
  if (dueSequences.length === 0) return 'nothing-due';
  return dueSequences.some((sequence) => extendedSequences.includes(sequence)) ? 'extended-before' : null;
}

export interface PayableExtension {
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  /** Penalties so far, the fee and its tax. */
  readonly payTodayMinor: MinorAmount;
  readonly newDueDate: LocalDate;
  readonly sequences: readonly number[];
}

export interface ExtensionPayment {
  /** False when the amount is too small: it then pays debt like any payment, and no date moves. */
  readonly isExtended: boolean;
  /** Fee charged on the oldest instalment that moves before the lines are paid; 0 without an extension. */
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly lines: readonly AllocationLine[];
  readonly suspenseMinor: MinorAmount;
}

/**
 * Splits a payment for an extension. It extends when it covers penalties so far, fee and tax on the day of payment; the rest pays debt by
 * the new dates, and then goes to suspense. A payment that is too small, or with nothing left to extend (`offer` null), is an ordinary
 * payment.
 * @param amountMinor above 0.
 * @param outstanding the debt before the fee is charged.
 * @throws MoneyError for an amount that is not above 0, or an offer for other instalments.
 */
export function takeExtensionPayment(
  amountMinor: MinorAmount,
  offer: PayableExtension | null,
  outstanding: readonly OutstandingInstalment[],
): ExtensionPayment {
  const first = offer?.sequences[0];
  if (offer === null || first === undefined || amountMinor < offer.payTodayMinor) {
    return {
      isExtended: false,
      feeMinor: zeroMinor,
      vatMinor: zeroMinor,
      ...allocatePayment(amountMinor, outstanding),
    };
  }
  const moved = outstanding.filter(({ sequence }) => offer.sequences.includes(sequence));
  const penalties = inDueOrder(moved)
    .filter(({ penaltyMinor }) => penaltyMinor > 0)
    .map(({ sequence, penaltyMinor }): AllocationLine => {
      return { sequence, component: 'penalty', amountMinor: penaltyMinor };
    });
  const penaltyMinor = addMinor(...penalties.map((line) => line.amountMinor));
  const { feeMinor, vatMinor, payTodayMinor, newDueDate: dueDate } = offer;
  if (addMinor(penaltyMinor, feeMinor, vatMinor) !== payTodayMinor) throw new MoneyError('out-of-range');
  const charges: AllocationLine[] = [
    { sequence: first, component: 'fee' as const, amountMinor: feeMinor },
    { sequence: first, component: 'vat' as const, amountMinor: vatMinor },
  ].filter((line) => line.amountMinor > 0);
  const leftMinor = subtractMinor(amountMinor, offer.payTodayMinor);
  const rest =
    leftMinor === 0
      ? { lines: [], suspenseMinor: zeroMinor }
      : allocatePayment(
          leftMinor,
          outstanding.map((owed) =>
            moved.includes(owed) ? { ...owed, dueDate, penaltyMinor: zeroMinor } : owed,
          ),
        );
  return {
    isExtended: true,
    feeMinor,
    vatMinor,
    lines: joinLines([...penalties, ...charges, ...rest.lines]),
    suspenseMinor: rest.suspenseMinor,
  };
}

function joinLines(lines: readonly AllocationLine[]): AllocationLine[] {
  const joined = new Map<string, AllocationLine>();
  for (const line of lines) {
    const key = `${line.sequence} ${line.component}`;
    const before = joined.get(key)?.amountMinor ?? zeroMinor;
    joined.set(key, { ...line, amountMinor: minorAmount(before + line.amountMinor) });
  }
  return [...joined.values()];
}
