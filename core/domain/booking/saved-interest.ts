import { loanDay } from '../borrower-zone.ts';
import type { LocalDate } from '../calendar.ts';
import type { SavedInterest } from '../loan/earned-charges.ts';
import { addMinor, type MinorAmount, minorAmount } from '../money/money.ts';
import type { ProductTerms } from '../offer/product-terms.ts';
import type { Component } from '../repayment/allocation.ts';
import type { Charged } from './charge-list.ts';

interface PrepaidLoan {
  readonly terms: Pick<ProductTerms, 'market'>;
  readonly instalments: Charged['instalments'];
  readonly entries: readonly (Charged['entries'][number] & {
    readonly isStanding: boolean;
    readonly occurredAt: Date;
  })[];
}

/** Change that a prepayment made to one component of an instalment; below zero for a reduction. */
interface PrepaidPart {
  readonly day: LocalDate;
  readonly sequence: number;
  readonly component: Component;
  readonly amountMinor: MinorAmount;
}

export function prepayments({ terms, instalments, entries }: PrepaidLoan): PrepaidPart[] {
  const standing = entries.filter(({ kind, isStanding }) => isStanding && kind === 'prepayment');
  if (standing.length === 0) return [];
  const sequences = new Map(instalments.map(({ id, sequence }) => [id, sequence]));
  return standing.flatMap(({ occurredAt, postings }) => {
    const day = loanDay(terms, occurredAt);
    return postings.flatMap(({ account, component, instalmentId, sequence: known, amountMinor }) => {
      const sequence = known ?? sequences.get(instalmentId ?? '');
      if (account !== 'receivable' || sequence === undefined || !component) return [];
      return [{ day, sequence, component, amountMinor }];
    });
  });
}

export function prepaidOn(
  parts: readonly PrepaidPart[],
  sequence: number,
  component: Component,
): MinorAmount {
  const own = parts.filter((part) => part.sequence === sequence && part.component === component);
  return addMinor(...own.map(({ amountMinor }) => amountMinor));
}

export function savedInterest(loan: PrepaidLoan): Map<number, SavedInterest[]> {
  const saved = new Map<number, SavedInterest[]>();
  for (const { day, sequence, component, amountMinor } of prepayments(loan)) {
    if (component !== 'interest') continue;
    saved.set(sequence, [...(saved.get(sequence) ?? []), { day, interestMinor: minorAmount(-amountMinor) }]);
  }
  return saved;
}
