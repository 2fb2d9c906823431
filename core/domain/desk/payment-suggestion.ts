import type { LocalDate } from '../calendar.ts';
import type { Currency, MinorAmount } from '../money/money.ts';

export interface ReferenceDifference {
  readonly way: 'same' | 'swapped' | 'one-digit' | 'one-missing' | 'one-more';
  /** Differing positions of the typed one, from 0. */
  readonly typedMarks: readonly number[];
  /** Differing positions of the issued one, from 0. */
  readonly givenMarks: readonly number[];
}

const longestReference = 20;
const digits = [...'0123456789'];

export function plainReference(reference: string): string {
  return reference.replace(/[\s.-]/g, '').toUpperCase();
}

export function referenceDifference(typed: string, reference: string): ReferenceDifference | null {
  if (typed === reference) return { way: 'same', typedMarks: [], givenMarks: [] };
  if (typed.length === reference.length) {
    const marks = [...typed].flatMap((character, place) => (character === reference[place] ? [] : [place]));
    const [a = 0, b = 0] = marks;
    const areMarks = { typedMarks: marks, givenMarks: marks };
    if (marks.length === 1) return { way: 'one-digit', ...areMarks };
    if (marks.length === 2 && typed[a] === reference[b] && typed[b] === reference[a]) {
      return { way: 'swapped', ...areMarks };
    }
    return null;
  }
  const missing = surplusPlace(reference, typed);
  if (missing !== null) return { way: 'one-missing', typedMarks: [], givenMarks: [missing] };
  const more = surplusPlace(typed, reference);
  return more === null ? null : { way: 'one-more', typedMarks: [more], givenMarks: [] };
}

/** Position of the one extra character of the longer text; null if there is more difference. */
function surplusPlace(longer: string, shorter: string): number | null {
  if (longer.length !== shorter.length + 1) return null;
  let place = 0;
  while (place < shorter.length && longer[place] === shorter[place]) place += 1;
  return longer.slice(place + 1) === shorter.slice(place) ? place : null;
}

/** References that one slip of digits turns into this one; none for one too long to be ours. */
export function referencesNear(typed: string): string[] {
  if (typed.length === 0 || typed.length > longestReference) return [];
  const near = new Set([typed]);
  for (let place = 0; place <= typed.length; place += 1) {
    const before = typed.slice(0, place);
    for (const digit of digits) near.add(before + digit + typed.slice(place));
    if (place === typed.length) break;
    near.add(before + typed.slice(place + 1));
    if (!digits.includes(typed[place] ?? '')) continue;
    for (const digit of digits) near.add(before + digit + typed.slice(place + 1));
    for (let other = place + 1; other < typed.length; other += 1) {
      const swapped = [...typed];
      swapped[place] = typed[other] ?? '';
      swapped[other] = typed[place] ?? '';
      near.add(swapped.join(''));
    }
  }
  return [...near];
}

export interface UnmatchedMoney {
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly paidOn: LocalDate;
}

export interface SuggestedLoan {
  readonly orderNumber: string;
  readonly currency: Currency;
  readonly owedMinor: MinorAmount;
  readonly dueMinor: MinorAmount;
  readonly instalments: readonly {
    readonly sequence: number;
    readonly dueDate: LocalDate;
    readonly owedMinor: MinorAmount;
  }[];
  readonly references: readonly string[];
  /** Whether its borrower paid from the same account before. */
  readonly isPayersAccount: boolean;
}

export type SuggestionReason =
  | { readonly kind: 'amount-of-instalment' | 'due-that-day'; readonly sequence: number }
  | { readonly kind: 'same-account' | 'amount-asked' | 'amount-owed' | 'amount-other' | 'reference-other' }
  | { readonly kind: 'reference'; readonly reference: string; readonly difference: ReferenceDifference };

export interface Suggestion<Loan extends SuggestedLoan = SuggestedLoan> {
  readonly loan: Loan;
  readonly reasons: readonly SuggestionReason[];
}

const weights: Readonly<Record<SuggestionReason['kind'], number>> = {
  reference: 4,
  'same-account': 3,
  'amount-of-instalment': 2,
  'amount-asked': 2,
  'amount-owed': 2,
  'due-that-day': 1,
  'amount-other': 0,
  'reference-other': 0,
};

/**
 * Loans that a payment may belong to, those with most reasons first; only loans in its currency that amount, account or reference speak
 * for.
 */
export function suggestionsFor<Loan extends SuggestedLoan>(
  money: UnmatchedMoney,
  loans: readonly Loan[],
): Suggestion<Loan>[] {
  return loans
    .filter(({ currency, owedMinor }) => currency === money.currency && owedMinor > 0)
    .map((loan) => ({ loan, reasons: reasonsOf(money, loan) }))
    .filter(({ reasons }) => reasons.some(({ kind }) => weights[kind] >= 2))
    .map((suggestion) => ({ suggestion, weight: weightOf(suggestion.reasons) }))
    .sort(
      (a, b) =>
        b.weight - a.weight ||
        a.suggestion.loan.orderNumber.localeCompare(b.suggestion.loan.orderNumber, 'en'),
    )
    .map(({ suggestion }) => suggestion);
}

function weightOf(reasons: readonly SuggestionReason[]): number {
  return reasons.reduce((sum, { kind }) => sum + weights[kind], 0);
}

function reasonsOf(money: UnmatchedMoney, loan: SuggestedLoan): SuggestionReason[] {
  const { amountMinor, paidOn } = money;
  const fitting = loan.instalments.find(({ owedMinor }) => owedMinor > 0 && owedMinor === amountMinor);
  const dueThatDay = loan.instalments.find(({ owedMinor, dueDate }) => owedMinor > 0 && dueDate === paidOn);
  const amount = (): SuggestionReason => {
    if (fitting) return { kind: 'amount-of-instalment', sequence: fitting.sequence };
    if (loan.dueMinor === amountMinor) return { kind: 'amount-asked' };
    return { kind: loan.owedMinor === amountMinor ? 'amount-owed' : 'amount-other' };
  };
  const typed = plainReference(money.reference);
  const near = loan.references.flatMap((reference) => {
    const difference = referenceDifference(typed, plainReference(reference));
    return difference
      ? [{ kind: 'reference', reference: plainReference(reference), difference } as const]
      : [];
  });
  const reference = near.find(({ difference }) => difference.way === 'same') ?? near[0];
  return [
    amount(),
    ...(loan.isPayersAccount ? [{ kind: 'same-account' } as const] : []),
    ...(dueThatDay ? [{ kind: 'due-that-day', sequence: dueThatDay.sequence } as const] : []),
    reference ?? { kind: 'reference-other' },
  ];
}
