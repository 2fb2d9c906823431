import type { LocalDate } from '../calendar.ts';
import { type MinorAmount, minorAmount, zeroMinor } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';
import { type InstalmentBalance, outstandingOf, unpaidBaseMinor } from './instalment-state.ts';

/** Days without penalty on a loan or a part of it, both included, while a borrower's report is examined. */
export interface PenaltyPause {
  readonly fromDay: LocalDate;
  readonly throughDay: LocalDate | null;
  readonly part: PausedPart | null;
}

/** A charge that accrues no penalty; a paused penalty does not grow. */
export interface PausedPart {
  readonly sequence: number;
  readonly component: Component;
  readonly amountMinor: MinorAmount;
}

function holdsOn({ fromDay, throughDay }: PenaltyPause, day: LocalDate): boolean {
  return day >= fromDay && (throughDay === null || day <= throughDay);
}

export function isPausedOn(pauses: readonly PenaltyPause[], day: LocalDate): boolean {
  return pauses.some((pause) => pause.part === null && holdsOn(pause, day));
}

function isPenaltyPaused(pauses: readonly PenaltyPause[], sequence: number, day: LocalDate): boolean {
  return pauses.some(
    (pause) => pause.part?.sequence === sequence && pause.part.component === 'penalty' && holdsOn(pause, day),
  );
}

/** Base of a day's penalty: the unpaid part of an instalment without penalties, less its paused part; 0 where all is paused. */
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
