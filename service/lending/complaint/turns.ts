import { CodedError } from '#domain/error-code.ts';

/** A queue that runs a few pieces of work at a time, the others in their order. */
export interface Turns {
  /** @throws CodedError 'too-many-requests' when too many wait already; whatever `work` throws. */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createTurns(atOnce: number, waitingMax: number): Turns {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return {
    async take(work) {
      if (underWay < atOnce) underWay += 1;
      else {
        if (waiting.length >= waitingMax) throw new CodedError('too-many-requests');
        // A place is handed on, so that a new caller does not slip in between.
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
