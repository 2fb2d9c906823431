import type { LocalDate } from '../calendar.ts';
import type { Currency, MinorAmount } from '../money/money.ts';

/** How a reference that was typed differs from one that was given. */
export interface ReferenceDifference {
  readonly way: 'same' | 'swapped' | 'one-digit' | 'one-missing' | 'one-more';
  /** The places of the typed one that differ, from 0. */
  readonly typedMarks: readonly number[];
  /** The places of the given one that differ, from 0. */
  readonly givenMarks: readonly number[];
}

const longestReference = 20;
const digits = [...'0123456789'];

/** A reference without what people put between digits. */
export function plainReference(reference: string): string {
  return reference.replace(/[\s.-]/g, '').toUpperCase();
}

/** How the typed reference comes from the given one by one slip; null where it takes more. */
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

/** The place of the one character that the longer text has beyond the shorter one; null where that is not all. */
function surplusPlace(longer: string, shorter: string): number | null {
  if (longer.length !== shorter.length + 1) return null;
  let place = 0;
  while (place < shorter.length && longer[place] === shorter[place]) place += 1;
  return longer.slice(place + 1) === shorter.slice(place) ? place : null;
}

/** Every reference that one slip of digits makes this one of; none for one that is too long to be ours. */
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

/** Money that no loan was found for. */
export interface UnmatchedMoney {
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly paidOn: LocalDate;
}

/** A loan that it may be for. */
export interface SuggestedLoan {
  readonly orderNumber: string;
  readonly currency: Currency;
  /** What settles it on the day of the payment. */
  readonly owedMinor: MinorAmount;
  /** What is asked for today. */
  readonly dueMinor: MinorAmount;
  readonly instalments: readonly {
    readonly sequence: number;
    readonly dueDate: LocalDate;
    readonly owedMinor: MinorAmount;
  }[];
  /** What it is paid by: its number and its codes. */
  readonly references: readonly string[];
  /** Whether its borrower has paid from the account that this money came from. */
  readonly isPayersAccount: boolean;
}

/** Why a loan is suggested or what speaks against it. */
export type SuggestionReason =
  | { readonly kind: 'amount-of-instalment' | 'due-that-day'; readonly sequence: number }
  | { readonly kind: 'same-account' | 'amount-asked' | 'amount-owed' | 'amount-other' | 'reference-other' }
  | { readonly kind: 'reference'; readonly reference: string; readonly difference: ReferenceDifference };

/** A loan with its reasons. */
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
 * The loans that money may be for, those with the most reasons first; a loan that neither the amount, the account nor the
 * reference speaks for, or of another currency, is none.
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
