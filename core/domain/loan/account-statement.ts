/** What is owed on a loan and what is held in its borrower's favour, in minor units. */
export interface AccountBalance {
  readonly owedMinor: number;
  readonly heldMinor: number;
}

/** A movement as far as a statement of account parts it from others: the day it was booked, `YYYY-MM-DD`, and what stood after it. */
interface BookedMovement {
  readonly bookedOn: string;
  readonly owedAfterMinor: number;
  readonly heldAfterMinor: number;
}

/** A loan's movements over some days of booking, between what was owed before and after. */
export interface AccountPeriod<Movement> {
  readonly opening: AccountBalance;
  readonly movements: readonly Movement[];
  readonly closing: AccountBalance;
}

/**
 * Cuts a statement of account to a period. The day of booking decides, so that a balance once shown stays as it was.
 * @param movements all of a loan's, in the order they were booked.
 */
export function accountPeriod<Movement extends BookedMovement>(
  movements: readonly Movement[],
  { from, through }: { readonly from: string; readonly through: string },
): AccountPeriod<Movement> {
  const before = movements.filter(({ bookedOn }) => bookedOn < from);
  const within = movements.filter(({ bookedOn }) => bookedOn >= from && bookedOn <= through);
  const balanceAfter = (last: Movement | undefined) => ({
    owedMinor: last?.owedAfterMinor ?? 0,
    heldMinor: last?.heldAfterMinor ?? 0,
  });
  return {
    opening: balanceAfter(before.at(-1)),
    movements: within,
    closing: balanceAfter(within.at(-1) ?? before.at(-1)),
  };
}
