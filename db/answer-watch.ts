import type pg from 'pg';

/** The server did not answer in time, and its session was broken off: whether what was asked took effect nobody knows. */
export class AnswerMissingError extends Error {
  constructor() {
    super('The database did not answer in time.');
    this.name = 'AnswerMissingError';
  }
}

/** A statement whose answer has not come. */
interface Asked {
  readonly at: number;
  readonly connection: { readonly stream: { destroy(error: Error): void } };
}

type Told = (error: unknown, result: unknown) => void;

/**
 * Gives what breaks the sessions of a pool off whose answer did not come, since whatever is asked on one next would wait as long
 * again. There is one timer for all. The driver's own, one for each statement, kept the rows of every answer until the collector
 * looked through all memory (decision 100).
 * @param limitMs how long an answer may take; 0 for any time.
 */
export function createAnswerWatch(limitMs: number): (session: pg.PoolClient) => void {
  if (limitMs === 0) return () => undefined;
  // In the order in which they were asked.
  const waiting: Asked[] = [];
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = performance.now();
    for (const { at, connection } of [...waiting]) {
      if (now - at >= limitMs) connection.stream.destroy(new AnswerMissingError());
    }
    const next = waiting.find(({ at }) => now - at < limitMs);
    timer = next && setTimeout(look, next.at + limitMs - now);
    timer?.unref();
  };
  const ended = (asked: Asked) => {
    const place = waiting.indexOf(asked);
    if (place !== -1) waiting.splice(place, 1);
  };
  const tell = (asked: Asked, told: Told, error: unknown, result: unknown) => {
    ended(asked);
    told(error, result);
  };
  return (session) => {
    const ask = session.query.bind(session) as (...given: unknown[]) => unknown;
    const { connection } = session as unknown as Pick<Asked, 'connection'>;
    session.query = ((...given: unknown[]) => {
      const asked: Asked = { at: performance.now(), connection };
      const told = given.at(-1);
      if (typeof told === 'function') {
        given[given.length - 1] = tell.bind(undefined, asked, told as Told);
      }
      const answer = ask(...given);
      if (answer instanceof Promise) {
        const over = ended.bind(undefined, asked);
        answer.then(over, over);
      }
      waiting.push(asked);
      timer ??= setTimeout(look, limitMs).unref();
      return answer;
    }) as typeof session.query;
  };
}
