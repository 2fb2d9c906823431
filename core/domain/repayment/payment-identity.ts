import type { LocalDate } from '../calendar.ts';
import type { MinorAmount } from '../money/money.ts';

/** What distinguishes payments with one tracking key; null if unknown. */
export interface PaymentIdentity {
  readonly amountMinor: MinorAmount;
  readonly payerBank: string | null;
  readonly operatingDay: LocalDate | null;
}

/** Whether two reports with one tracking key are one payment, two, or need a decision by staff. */
export type Likeness = 'same' | 'another' | 'doubtful';

const identifyingFacts = ['payerBank', 'operatingDay'] as const;

/** Number of facts known to both reports that are equal, and that differ. */
export function compareFacts(one: PaymentIdentity, other: PaymentIdentity) {
  const known = identifyingFacts.filter((fact) => one[fact] !== null && other[fact] !== null);
  const equalCount = known.filter((fact) => one[fact] === other[fact]).length;
  return { equalCount, differentCount: known.length - equalCount };
}

/**
 * A clave de rastreo is unique only in its sending bank and operating day (Banco de México, Circular 14/2017): reports that know one of
 * these and differ in it are two payments. Otherwise equal amounts are one payment, since sources write payer and day differently;
 * different amounts are doubtful.
 */
export function tellApart(known: PaymentIdentity, reported: PaymentIdentity): Likeness {
  if (compareFacts(known, reported).differentCount > 0) return 'another';
  return known.amountMinor === reported.amountMinor ? 'same' : 'doubtful';
}

/**
 * Bank code, the first three digits of its CLABEs: from its five digits in SPEI (`40012`), the three alone, or a CLABE; null for anything
 * else.
 */
export function bankCodeOf(institution: string | null | undefined, account?: string | null): string | null {
  const digits = institution?.trim() ?? '';
  if (/^\d{5}$/.test(digits)) return digits.slice(2);
  if (/^\d{3}$/.test(digits)) return digits;
  const clabe = account?.trim() ?? '';
  return /^\d{18}$/.test(clabe) ? clabe.slice(0, 3) : null;
}
