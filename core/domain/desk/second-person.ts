import type { DeskRole } from './role.ts';

/** What one person may move alone, in minor units: the same in every role, or by role, of which one that is not named moves nothing. */
export type AmountLimit = number | Readonly<Partial<Record<DeskRole, number>>>;

/** What somebody in some roles may move alone, in minor units: the most that one of the roles may. */
export function limitIn(limit: AmountLimit, roles: readonly DeskRole[]): number {
  return typeof limit === 'number' ? limit : Math.max(0, ...roles.map((role) => limit[role] ?? 0));
}

/** A limit, and what somebody moved alone within a day that counts towards it, in minor units. */
export interface MovedOf {
  readonly limitMinor: number;
  readonly movedMinor: number;
}

/** What somebody may move alone by an act: on its one loan or payment by acts of all kinds, and by acts of its kind on all loans. */
export interface Allowance {
  readonly onOne: MovedOf;
  readonly ofKind: MovedOf;
}

/**
 * Whether an amount needs a second person.
 * @param movedMinor what the same person moved within a day, so that parts are no way around the limit.
 */
export function needsSecondPerson(amountMinor: number, movedMinor: number, limitMinor: number): boolean {
  return amountMinor > 0 && amountMinor + movedMinor > limitMinor;
}

/** Which limit of one person an amount crosses; null for none. */
export function limitCrossed(amountMinor: number, allowance: Allowance): keyof Allowance | null {
  const isCrossed = ({ movedMinor, limitMinor }: MovedOf) =>
    needsSecondPerson(amountMinor, movedMinor, limitMinor);
  if (isCrossed(allowance.onOne)) return 'onOne';
  return isCrossed(allowance.ofKind) ? 'ofKind' : null;
}
