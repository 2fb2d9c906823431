import type { LocalDate } from '../calendar.ts';
import { type MinorAmount, minorAmount, zeroMinor } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';
import { type InstalmentBalance, outstandingOf, unpaidBaseMinor } from './instalment-state.ts';

/** Days, both included, on which no penalty is charged on a loan or a part of it, while something a borrower said is looked into. */
export interface PenaltyPause {
  readonly fromDay: LocalDate;
  /** Null while it lasts. */
  readonly throughDay: LocalDate | null;
  /** The part that it is for; null for the whole loan. */
  readonly part: PausedPart | null;
}

/** A charge on which no penalty is charged; a penalty itself grows no further. */
export interface PausedPart {
  /** The payment of the plan that it was charged to. */
  readonly sequence: number;
  readonly component: Component;
  readonly amountMinor: MinorAmount;
}

function holdsOn({ fromDay, throughDay }: PenaltyPause, day: LocalDate): boolean {
  return day >= fromDay && (throughDay === null || day <= throughDay);
}

/** Whether no penalty is charged on a day on anything of a loan. */
export function isPausedOn(pauses: readonly PenaltyPause[], day: LocalDate): boolean {
  return pauses.some((pause) => pause.part === null && holdsOn(pause, day));
}

/** Whether a penalty of a payment of the plan itself is paused on a day. */
function isPenaltyPaused(pauses: readonly PenaltyPause[], sequence: number, day: LocalDate): boolean {
  return pauses.some(
    (pause) => pause.part?.sequence === sequence && pause.part.component === 'penalty' && holdsOn(pause, day),
  );
}

/**
 * What a day's penalty is charged on: what a payment of the plan leaves unpaid without its penalties, less what of it is paused;
 * 0 on a day on which all of it is.
 */
export function penaltyBaseOn(
  balance: InstalmentBalance,
  pauses: readonly PenaltyPause[],
  day: LocalDate,
): MinorAmount {
  const { sequence } = balance;
  if (isPausedOn(pauses, day) || isPenaltyPaused(pauses, sequence, day)) return zeroMinor;
  const parts = pauses.flatMap((pause) =>
    pause.part?.sequence === sequence && holdsOn(pause, day) ? [pause.part] : [],
  );
  if (parts.length === 0) return unpaidBaseMinor(balance);
  const outstanding = outstandingOf(balance);
  const pausedMinor = [...Map.groupBy(parts, ({ component }) => component)].reduce(
    (sum, [component, of]) =>
      sum +
      Math.min(
        outstanding[`${component}Minor`],
        of.reduce((total, { amountMinor }) => total + amountMinor, 0),
      ),
    0,
  );
  return minorAmount(unpaidBaseMinor(balance) - pausedMinor);
}
