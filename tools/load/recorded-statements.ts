import pg from 'pg';

/** A statement as it goes to PostgreSQL. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** What it is prepared as; empty for one that is parsed each time. */
  readonly name: string;
}

/** Tells what this process asks PostgreSQL. */
export interface StatementRecorder {
  /** The statements that some work asks, in their order, those that begin and end transactions among them. */
  statementsOf(work: () => Promise<unknown>): Promise<RecordedStatement[]>;
  stop(): void;
}

/** Records what is asked on sessions that are opened from now on. */
export function recordStatements(): StatementRecorder {
  const recorded: RecordedStatement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...parameters: unknown[]) {
    const [statement, values] = parameters as [
      string | { text: string; name?: string; values?: unknown[] },
      unknown,
    ];
    const {
      text,
      name = '',
      values: own = [],
    } = typeof statement === 'string' ? { text: statement } : statement;
    recorded.push({ text, name, values: Array.isArray(values) ? values : own });
    return Reflect.apply(query, this, parameters);
  } as typeof query;
  return {
    async statementsOf(work) {
      recorded.length = 0;
      await work();
      return recorded.splice(0);
    },
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}
