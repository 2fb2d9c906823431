import type { CallerClass } from '#lending/ports.ts';

export interface PlaceLimits {
  readonly atOnce: number;
  readonly reserved?: Readonly<Partial<Record<CallerClass, number>>>;
  /** Per holder, such as an address block, a session or a borrower. */
  readonly perHolder: number;
  readonly perStranger?: number;
  readonly waitMs: number;
}

export interface Places {
  /** Does the work in its turn; `busy` when none came in time, and nothing was done. */
  take<Result>(
    callerClass: CallerClass,
    holders: readonly string[],
    work: () => Promise<Result>,
  ): Promise<Result | 'busy'>;
}

/** Places of this process. Who waits has begun nothing: what a client sends meanwhile stays in its connection. */
export function createPlaces({
  atOnce,
  reserved = {},
  perHolder,
  perStranger = perHolder,
  waitMs,
}: PlaceLimits): Places {
  const held = new Map<string, number>();
  const heldBy = new Map<CallerClass, number>();
  const waiting = new Set<() => void>();
  const shared = atOnce - Object.values(reserved).reduce((sum, each) => sum + each, 0);
  let sharedHeld = 0;

  const enter = (callerClass: CallerClass, holders: readonly string[]): boolean => {
    const count = heldBy.get(callerClass) ?? 0;
    const isShared = count >= (reserved[callerClass] ?? 0);
    if (isShared && sharedHeld >= shared) return false;
    const most = callerClass === 'stranger' ? perStranger : perHolder;
    if (holders.some((holder) => (held.get(holder) ?? 0) >= most)) return false;
    if (isShared) sharedHeld += 1;
    heldBy.set(callerClass, count + 1);
    for (const holder of holders) held.set(holder, (held.get(holder) ?? 0) + 1);
    return true;
  };

  const leave = (callerClass: CallerClass, holders: readonly string[]): void => {
    const count = heldBy.get(callerClass) ?? 1;
    if (count > (reserved[callerClass] ?? 0)) sharedHeld -= 1;
    heldBy.set(callerClass, count - 1);
    for (const holder of holders) {
      const remaining = (held.get(holder) ?? 1) - 1;
      if (remaining > 0) held.set(holder, remaining);
      else held.delete(holder);
    }
    for (const tryAgain of [...waiting]) tryAgain();
  };

  const turn = (callerClass: CallerClass, holders: readonly string[]): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (hasTurn: boolean) => {
        clearTimeout(timer);
        waiting.delete(tryAgain);
        resolve(hasTurn);
      };
      const tryAgain = () => {
        if (enter(callerClass, holders)) end(true);
      };
      const timer = setTimeout(end, waitMs, false);
      waiting.add(tryAgain);
    });

  return {
    async take(callerClass, claimed, work) {
      const holders = [...new Set(claimed)];
      if (!enter(callerClass, holders) && !(await turn(callerClass, holders))) return 'busy';
      try {
        return await work();
      } finally {
        leave(callerClass, holders);
      }
    },
  };
}
