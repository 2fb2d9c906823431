import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite, QueryOptions } from '@electric-sql/pglite';
import { type Connection, type ConnectionPool, type RowShape, writtenTypes } from './session.ts';

const parsers = Object.fromEntries([...writtenTypes].map((type) => [type, (value: string) => value]));
const options: Readonly<Record<RowShape, QueryOptions>> = {
  records: { rowMode: 'object', parsers },
  lists: { rowMode: 'array', parsers },
};

/** The single connection of an embedded database, lent in the order of the requests. */
export function embeddedConnection(client: PGlite): ConnectionPool {
  let lastAnswer: Promise<unknown> = Promise.resolve();
  let lastWork: Promise<unknown> = Promise.resolve();
  const connection: Connection = {
    send(text, values, shape) {
      const answer = client.query(text, [...values], options[shape]);
      lastAnswer = settled(answer);
      return answer;
    },
    // PGlite refuses a statement only when its turn comes.
    sent: () => lastAnswer.then(() => nextTurn()),
  };
  return {
    lend(work) {
      const result = lastWork.then(() => work(connection));
      lastWork = settled(result);
      return result;
    },
  };
}

function settled(work: Promise<unknown>): Promise<void> {
  const over = () => undefined;
  return work.then(over, over);
}
