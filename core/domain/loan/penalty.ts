import { applyPpm, type MinorAmount, zeroMinor } from '../money/money.ts';

/** From this day late on, until the next band begins, one daily penalty applies. */
export interface PenaltyBand {
  /** 1 is the first day after the due date. */
  readonly fromDay: number;
  /** Penalty per day on the unpaid amount, in parts per million. */
  readonly dailyPpm: number;
}

/**
 * The daily penalty in ppm on a day late (LEGAL-2, LEGAL-3): that of the band holding the day, 0 before every band.
 * @param daysLate 1 is the first day after the due date; 0 or less is not late.
 */
export function dailyPpmOn(daysLate: number, bands: readonly PenaltyBand[]): number {
  let holding: PenaltyBand | undefined;
  for (const band of bands) {
    if (band.fromDay <= daysLate && (holding === undefined || band.fromDay > holding.fromDay)) holding = band;
  }
  return daysLate < 1 ? 0 : (holding?.dailyPpm ?? 0);
}

/**
 * The penalty that one day late adds, in minor units, rounded half-even for that day (LEGAL-2, LEGAL-3).
 * @param unpaidMinor what is unpaid, penalties left out; nothing unpaid adds nothing.
 * @throws MoneyError when the result cannot be held.
 */
export function penaltyForDay(
  unpaidMinor: MinorAmount,
  daysLate: number,
  bands: readonly PenaltyBand[],
): MinorAmount {
  return unpaidMinor <= 0 ? zeroMinor : applyPpm(unpaidMinor, dailyPpmOn(daysLate, bands));
}

/**
 * Whether a penalty is that of all days late and each of them added what the next one will, so that who is told both is not misled:
 * not after a pause, an extension, a waiver or a payment in part, nor for several payments late by different days.
 */
export function isOfEveryDay(penaltyMinor: MinorAmount, daysLate: number, dailyMinor: MinorAmount): boolean {
  return daysLate > 0 && dailyMinor > 0 && penaltyMinor === daysLate * dailyMinor;
}
