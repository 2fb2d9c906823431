import type { LocalDate } from '../calendar.ts';
import type { MinorAmount } from '../money/money.ts';

/** What tells payments under one tracking key apart; null for what is not known. */
export interface PaymentIdentity {
  readonly amountMinor: MinorAmount;
  /** The bank that sent it, as `bankCodeOf` gives it. */
  readonly payerBank: string | null;
  /** The bank's operating day that it is of. */
  readonly operatingDay: LocalDate | null;
}

/** Two reports under one tracking key: of one payment, of two, or a person has to say. */
export type Likeness = 'same' | 'another' | 'doubtful';

const identifyingFacts = ['payerBank', 'operatingDay'] as const;

/** Counts the facts that both reports know: those that are equal, and those that differ. */
export function compareFacts(one: PaymentIdentity, other: PaymentIdentity) {
  const known = identifyingFacts.filter((fact) => one[fact] !== null && other[fact] !== null);
  const equalCount = known.filter((fact) => one[fact] === other[fact]).length;
  return { equalCount, differentCount: known.length - equalCount };
}

/**
 * A clave de rastreo is unique within its sending bank and operating day alone (Banco de México, Circular 14/2017): two reports are
 * two payments where both know one of these and it differs. Where nothing known differs, equal amounts are one payment, since
 * sources write payer and day differently; other amounts are doubtful.
 */
export function tellApart(known: PaymentIdentity, reported: PaymentIdentity): Likeness {
  if (compareFacts(known, reported).differentCount > 0) return 'another';
  return known.amountMinor === reported.amountMinor ? 'same' : 'doubtful';
}

/**
 * A bank by the three digits that begin its CLABEs, of its five digits in SPEI (`40012`), of the three alone, or of an account that is a
 * CLABE; null for anything else.
 */
export function bankCodeOf(institution: string | null | undefined, account?: string | null): string | null {
  const digits = institution?.trim() ?? '';
  if (/^\d{5}$/.test(digits)) return digits.slice(2);
  if (/^\d{3}$/.test(digits)) return digits;
  const clabe = account?.trim() ?? '';
  return /^\d{18}$/.test(clabe) ? clabe.slice(0, 3) : null;
}
