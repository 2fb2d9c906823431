import pg from 'pg';
import { usualLimits } from '#db/connect.ts';
import { Database } from '#db/database.ts';
import { PostgresConnections } from '#db/postgres-sessions.ts';
import { type ConnectionPool, Sessions } from '#db/session.ts';

/** A statement as the database got it. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a statement cost: the rows that each table gave it, wanted or not, and how. */
export interface StatementPlan extends RecordedStatement {
  /** Pages of 8 kB that were looked at. */
  readonly blocks: number;
  readonly milliseconds: number;
  readonly scans: readonly TableScan[];
}

/** How rows of a table were found. */
export interface TableScan {
  readonly table: string;
  readonly isSequential: boolean;
  /** Rows that were looked at, those a filter dropped among them. */
  readonly rows: number;
}

/** A database over sessions of its own that tells what it is asked. */
export interface RecordedDatabase {
  readonly db: Database;
  /** The statements that some work asks, in their order. */
  statementsOf(work: () => Promise<unknown>): Promise<RecordedStatement[]>;
  /** Asks a reading statement once more, and gives how the database went about it. */
  planOf(statement: RecordedStatement): Promise<StatementPlan>;
  /** The tables that the database would read whole for a statement, which it is not asked again. */
  wholeTablesOf(statement: RecordedStatement): Promise<string[]>;
  close(): Promise<void>;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/** Opens a database under the limits that pages have. */
export function openRecordedDatabase(databaseUrl: string): RecordedDatabase {
  // As from memory: by its usual guess of a slow disk PostgreSQL reads a small table whole where it would not read a big one.
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c random_page_cost=1');
  const explaining = new pg.Pool({ connectionString: url.href, max: 1 });
  // The pool says that it ended before its sessions have, and dropping the database then ends them for it.
  explaining.on('connect', (session) => void session.on('error', () => undefined));
  const recorded: RecordedStatement[] = [];
  const connections = new PostgresConnections(url.href, 4, usualLimits);
  const recording: ConnectionPool = {
    lend: (work) =>
      connections.lend((connection) =>
        work({
          sent: () => connection.sent(),
          send: (text, values, shape) => {
            if (isPlanned(text)) recorded.push({ text, values });
            return connection.send(text, values, shape);
          },
        }),
      ),
  };
  return {
    db: new Database(new Sessions(recording, 0)),
    async statementsOf(work) {
      recorded.length = 0;
      await work();
      return recorded.splice(0);
    },
    async planOf({ text, values }) {
      const { rows } = await explaining.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
      const [{ Plan: plan, 'Execution Time': milliseconds }] = rows[0]['QUERY PLAN'];
      const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      return { text, values, blocks, milliseconds, scans: scansIn(plan) };
    },
    async wholeTablesOf({ text, values }) {
      const { rows } = await explaining.query(`explain (format json) ${text}`, [...values]);
      const scans = scansIn(rows[0]['QUERY PLAN'][0].Plan);
      return scans.flatMap(({ table, isSequential }) => (isSequential ? [table] : []));
    },
    async close() {
      await Promise.all([explaining.end(), connections.close()]);
    },
  };
}

/** What opens and ends transactions has no plan. */
function isPlanned(text: string): boolean {
  return /^\s*(select|with|insert|update|delete)\b/i.test(text);
}

/** Whether a statement only reads, so that it can be asked again. */
export function isReading({ text }: RecordedStatement): boolean {
  return (
    /^\s*(select|with)\b/i.test(text) &&
    !/\b(nextval|insert into|delete from|update "?\w+"? set)\b/i.test(text)
  );
}

function scansIn(node: PlanNode): TableScan[] {
  const below = (node.Plans ?? []).flatMap(scansIn);
  const table = node['Relation Name'];
  if (table === undefined || node['Node Type'] === 'ModifyTable') return below;
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const rows = Math.round((node['Actual Rows'] + dropped) * node['Actual Loops']);
  return [{ table, isSequential: node['Node Type'] === 'Seq Scan', rows }, ...below];
}
