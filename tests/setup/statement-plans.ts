import pg from 'pg';
import { usualLimits } from '#db/connect.ts';
import { Database } from '#db/database.ts';
import { PostgresConnections } from '#db/postgres-sessions.ts';
import { Sessions } from '#db/session.ts';
import { type RecordedStatement, recordedDatabase } from './recorded-database.ts';

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
  /** The indexes that it would look at for one. */
  indexesOf(statement: RecordedStatement): Promise<string[]>;
  close(): Promise<void>;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/** Opens a database under the limits that pages have. @param readsNoTableWhole plans with indexes wherever there is one to plan with. */
export function openRecordedDatabase(
  databaseUrl: string,
  { readsNoTableWhole = false }: { readonly readsNoTableWhole?: boolean } = {},
): RecordedDatabase {
  // As from memory: by its usual guess of a slow disk PostgreSQL reads a small table whole where it would not read a big one.
  const url = new URL(databaseUrl);
  const scans = readsNoTableWhole ? ' -c enable_seqscan=off' : '';
  url.searchParams.set('options', `-c random_page_cost=1${scans}`);
  const explaining = new pg.Pool({ connectionString: url.href, max: 1 });
  // The pool says that it ended before its sessions have, and dropping the database then ends them for it.
  explaining.on('connect', (session) => void session.on('error', () => undefined));
  const recorded: RecordedStatement[] = [];
  const connections = new PostgresConnections(url.href, 4, usualLimits);
  const plannedOf = async ({ text, values }: RecordedStatement): Promise<PlanNode> => {
    const { rows } = await explaining.query(`explain (format json) ${text}`, [...values]);
    return rows[0]['QUERY PLAN'][0].Plan;
  };
  return {
    db: recordedDatabase(new Database(new Sessions(connections, 0)), (statement) => recorded.push(statement)),
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
    async wholeTablesOf(statement) {
      const scans = scansIn(await plannedOf(statement));
      return scans.flatMap(({ table, isSequential }) => (isSequential ? [table] : []));
    },
    indexesOf: async (statement) => indexesIn(await plannedOf(statement)),
    async close() {
      await Promise.all([explaining.end(), connections.close()]);
    },
  };
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

function indexesIn(node: PlanNode): string[] {
  return [node['Index Name'] ?? [], ...(node.Plans ?? []).map(indexesIn)].flat();
}
