import { applyPpm, type MinorAmount, zeroMinor } from '../money/money.ts';

export interface PenaltyBand {
  /** 1 is the first day after the due date. */
  readonly fromDay: number;
  readonly dailyPpm: number;
}

/**
 * Daily penalty in ppm on a day late (LEGAL-2, LEGAL-3); 0 before every band.
 * @param daysLate 1 is the first day after the due date.
 */
export function dailyPpmOn(daysLate: number, bands: readonly PenaltyBand[]): number {
  let holding: PenaltyBand | undefined;
  for (const band of bands) {
    if (band.fromDay <= daysLate && (holding === undefined || band.fromDay > holding.fromDay)) holding = band;
  }
  return daysLate < 1 ? 0 : (holding?.dailyPpm ?? 0);
}

/**
 * Penalty of one day late in minor units, rounded half-even (LEGAL-2, LEGAL-3).
 * @param unpaidMinor without penalties.
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
 * Whether a penalty equals days late × daily penalty, so that showing both does not mislead: not after a pause, an extension, a waiver or
 * a partial payment, nor for instalments late by different days.
 */
export function isOfEveryDay(penaltyMinor: MinorAmount, daysLate: number, dailyMinor: MinorAmount): boolean {
  return daysLate > 0 && dailyMinor > 0 && penaltyMinor === daysLate * dailyMinor;
}
