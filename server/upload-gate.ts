import type { UploadGate } from '#lending/ports.ts';

/** How many may read a large body at once. */
export interface GateLimits {
  readonly atOnce: number;
  /** How many of them for one block of addresses, session or borrower. */
  readonly perHolder: number;
  /** How long one waits for its turn. */
  readonly waitMs: number;
}

/** A gate of this process. Who waits holds no body: what a client sends meanwhile stays in its connection. */
export function createUploadGate({ atOnce, perHolder, waitMs }: GateLimits): UploadGate {
  const underWay = new Map<string, number>();
  const waiting = new Set<() => void>();
  let total = 0;

  const enter = (holders: readonly string[]): boolean => {
    if (total >= atOnce || holders.some((holder) => (underWay.get(holder) ?? 0) >= perHolder)) return false;
    total += 1;
    for (const holder of holders) underWay.set(holder, (underWay.get(holder) ?? 0) + 1);
    return true;
  };

  const leave = (holders: readonly string[]): void => {
    total -= 1;
    for (const holder of holders) {
      const remaining = (underWay.get(holder) ?? 1) - 1;
      if (remaining > 0) underWay.set(holder, remaining);
      else underWay.delete(holder);
    }
    for (const tryAgain of [...waiting]) tryAgain();
  };

  const turn = (holders: readonly string[]): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (hasTurn: boolean) => {
        clearTimeout(timer);
        waiting.delete(tryAgain);
        resolve(hasTurn);
      };
      const tryAgain = () => {
        if (enter(holders)) end(true);
      };
      const timer = setTimeout(end, waitMs, false);
      waiting.add(tryAgain);
    });

  return {
    async take(upload, work) {
      const holders = [...new Set(upload)];
      if (!enter(holders) && !(await turn(holders))) return 'busy';
      try {
        return await work();
      } finally {
        leave(holders);
      }
    },
  };
}
