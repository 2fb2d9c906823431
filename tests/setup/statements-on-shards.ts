import { Database } from '#db/database.ts';
import type { Ask, Session, Sessions } from '#db/session.ts';
import { shardFaultsOf } from './shard-rules.ts';

const judged = new Set<string>();
const faulty: string[] = [];

/** The statements of services, asked since this was asked last, that tables spread over machines would refuse, each with why. */
export function takeFaultyStatements(): string[] {
  return faulty.splice(0);
}

/** The database as a service is given it, whose statements are judged; a test asks `database` itself, and may ask anything. */
export function judgedDatabase(database: Database): Database {
  const { sessions } = database;
  const judge =
    (ask: Ask): Ask =>
    (text, values, shape) => {
      judgeOnce(text, values);
      return ask(text, values, shape);
    };
  const judging = {
    retryForMs: sessions.retryForMs,
    ask: judge(sessions.ask),
    lend: <Result>(work: (session: Session) => Promise<Result>) =>
      sessions.lend((session) => {
        const ask = judge(session.ask);
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
  return new Database(judging as unknown as Sessions);
}

function judgeOnce(text: string, values: readonly unknown[]): void {
  if (judged.has(text) || !/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) return;
  judged.add(text);
  const faults = shardFaultsOf(text, values);
  if (faults.length > 0) faulty.push(`${faults.join('; ')}: ${text.replace(/\s+/g, ' ')}`);
}
