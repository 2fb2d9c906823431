import type { UploadGate } from '#lending/ports.ts';

/** How many may read a large body at once. */
export interface GateLimits {
  readonly atOnce: number;
  readonly perAddress: number;
  /** How long one waits for its turn. */
  readonly waitMs: number;
}

/** A gate of this process. Who waits holds no body: what a client sends meanwhile stays in its connection. */
export function createUploadGate({ atOnce, perAddress, waitMs }: GateLimits): UploadGate {
  const underWay = new Map<string, number>();
  const waiting = new Set<() => void>();
  let total = 0;

  const enter = (address: string): boolean => {
    const own = underWay.get(address) ?? 0;
    if (total >= atOnce || own >= perAddress) return false;
    total += 1;
    underWay.set(address, own + 1);
    return true;
  };

  const leave = (address: string): void => {
    total -= 1;
    const left = (underWay.get(address) ?? 1) - 1;
    if (left > 0) underWay.set(address, left);
    else underWay.delete(address);
    for (const tryAgain of [...waiting]) tryAgain();
  };

  const turn = (address: string): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (hasTurn: boolean) => {
        clearTimeout(timer);
        waiting.delete(tryAgain);
        resolve(hasTurn);
      };
      const tryAgain = () => {
        if (enter(address)) end(true);
      };
      const timer = setTimeout(end, waitMs, false);
      waiting.add(tryAgain);
    });

  return {
    async take(given, work) {
      const address = given ?? '';
      if (!enter(address) && !(await turn(address))) return 'busy';
      try {
        return await work();
      } finally {
        leave(address);
      }
    },
  };
}
