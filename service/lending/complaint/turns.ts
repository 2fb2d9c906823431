import { CodedError } from '#domain/error-code.ts';

/** Lets work in: a few at a time, the others in the order they came. */
export interface Turns {
  /** @throws CodedError 'too-many-requests' when too many wait already; whatever `work` throws. */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Turns for `atOnce` pieces of work, with room for `waitingMax` more to wait. */
export function createTurns(atOnce: number, waitingMax: number): Turns {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return {
    async take(work) {
      if (underWay < atOnce) underWay += 1;
      else {
        if (waiting.length >= waitingMax) throw new CodedError('too-many-requests');
        // The place of the one that leaves is handed on, so that no new one slips in between.
        await new Promise<void>((enter) => waiting.push(enter));
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else underWay -= 1;
      }
    },
  };
}
