export interface AccountBalance {
  readonly owedMinor: number;
  readonly heldMinor: number;
}

/** A movement by its booking day, `YYYY-MM-DD`, with the balance after it. */
interface BookedMovement {
  readonly bookedOn: string;
  readonly owedAfterMinor: number;
  readonly heldAfterMinor: number;
}

export interface AccountPeriod<Movement> {
  readonly opening: AccountBalance;
  readonly movements: readonly Movement[];
  readonly closing: AccountBalance;
}

/**
 * Limits a statement of account to a period by booking day, so that a balance once shown never changes.
 * @param movements all of a loan's, in booking order.
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
