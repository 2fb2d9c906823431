/**
 * Step of an amount that is chosen by buttons: about a tenth of the amount due, as 1, 2 or 5 with zeros behind; at least one unit
 * of the currency. All in minor units.
 */
export function amountStep(dueMinor: number, decimals: number): number {
  const unitMinor = 10 ** decimals;
  const tenth = Math.max(dueMinor / 10, unitMinor);
  const power = 10 ** Math.floor(Math.log10(tenth));
  const factor = [5, 2, 1].find((each) => each * power <= tenth) ?? 1;
  return Math.max(factor * power, unitMinor);
}

/** The next multiple of the step above or below an amount, from one step to the largest amount. All in minor units. */
export function nextAmount(
  {
    minor,
    stepMinor,
    largestMinor,
  }: { readonly minor: number; readonly stepMinor: number; readonly largestMinor: number },
  direction: 1 | -1,
): number {
  const next =
    direction > 0
      ? (Math.floor(minor / stepMinor) + 1) * stepMinor
      : (Math.ceil(minor / stepMinor) - 1) * stepMinor;
  return Math.min(Math.max(next, stepMinor), largestMinor);
}
