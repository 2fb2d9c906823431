import { Database } from '#db/database.ts';
import type { Ask, Session, Sessions } from '#db/session.ts';

/** A statement as the database got it. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The same database, of whose statements that have a plan it is told, before each is asked. */
export function recordedDatabase(
  database: Database,
  record: (statement: RecordedStatement) => void,
): Database {
  const { sessions } = database;
  const recorded =
    (ask: Ask): Ask =>
    (text, values, shape) => {
      if (isPlanned(text)) record({ text, values });
      return ask(text, values, shape);
    };
  const recording = {
    retryForMs: sessions.retryForMs,
    ask: recorded(sessions.ask),
    lend: <Result>(work: (session: Session) => Promise<Result>) =>
      sessions.lend((session) => {
        const ask = recorded(session.ask);
        return work(
          new Proxy(session, {
            get(target, name) {
              if (name === 'ask') return ask;
              const part: unknown = Reflect.get(target, name);
              return typeof part === 'function' ? part.bind(target) : part;
            },
          }),
        );
      }),
  };
  return new Database(recording as unknown as Sessions);
}

/** What opens and ends transactions has no plan. */
function isPlanned(text: string): boolean {
  return /^\s*(?:select|with|insert|update|delete)\b/i.test(text);
}
