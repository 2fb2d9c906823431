import pg from 'pg';

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Name of the prepared statement; empty when it is parsed each time. */
  readonly name: string;
}

export interface StatementRecorder {
  /** Statements sent while `work` runs, in order, `begin` and `commit` included. */
  statementsOf(work: () => Promise<unknown>): Promise<RecordedStatement[]>;
  stop(): void;
}

/** Records statements of this process on connections opened from now on. */
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
