/**
 * Whether an amount needs a second person.
 * @param movedMinor what the same person moved on the same loan within a day, so that parts are no way around the limit.
 */
export function needsSecondPerson(amountMinor: number, movedMinor: number, limitMinor: number): boolean {
  return amountMinor > 0 && amountMinor + movedMinor > limitMinor;
}
