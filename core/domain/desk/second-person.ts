import type { DeskRole } from './role.ts';

/**
 * What one person may move without an approver, in minor units: the same in every role, or by role, where a role that is not named moves
 * nothing.
 */
export type AmountLimit = number | Readonly<Partial<Record<DeskRole, number>>>;

/** Limit of a person with several roles, in minor units: the highest of them. */
export function limitIn(limit: AmountLimit, roles: readonly DeskRole[]): number {
  return typeof limit === 'number' ? limit : Math.max(0, ...roles.map((role) => limit[role] ?? 0));
}

export interface MovedOf {
  readonly limitMinor: number;
  readonly movedMinor: number;
}

/** What a person may move alone: on one loan or payment by acts of all kinds, and on all loans by acts of one kind. */
export interface Allowance {
  readonly onOne: MovedOf;
  readonly ofKind: MovedOf;
}

/**
 * Whether an amount needs a second approver.
 * @param movedMinor moved by the same person today, so that splitting an amount does not avoid the limit.
 */
export function needsSecondPerson(amountMinor: number, movedMinor: number, limitMinor: number): boolean {
  return amountMinor > 0 && amountMinor + movedMinor > limitMinor;
}

export function limitCrossed(amountMinor: number, allowance: Allowance): keyof Allowance | null {
  const isCrossed = ({ movedMinor, limitMinor }: MovedOf) =>
    needsSecondPerson(amountMinor, movedMinor, limitMinor);
  if (isCrossed(allowance.onOne)) return 'onOne';
  return isCrossed(allowance.ofKind) ? 'ofKind' : null;
}
