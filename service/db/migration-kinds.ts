import type { UniqueKey } from './doubles.ts';

export interface MigrationKind {
  /**
   * `-- apart`: each statement runs by itself, outside a transaction, and again after an interruption. For statements that block nobody,
   * such as an index that is made concurrently.
   */
  readonly isApart: boolean;
  /**
   * `-- doubles: table(columns or expressions) by columns where condition`: a key that becomes unique. The migration is refused where rows
   * share one.
   */
  readonly keys: readonly UniqueKey[];
}

export interface ConcurrentIndex {
  readonly name: string;
  readonly table: string;
}

const markLine = /^--\s*(apart|doubles)\b/;
const doublesLine = /^-- doubles: (\w+)\((.+)\) by ([\w, ]+?)(?: where (.+))?$/;
const concurrentIndex = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+"(\w+)"\s+on\s+"(\w+)"/i;

/** @throws Error for a mark that cannot be read. */
export function migrationKind(statements: readonly string[]): MigrationKind {
  const lines = (statements[0] ?? '').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  const marks = lines.slice(0, end === -1 ? undefined : end).filter((line) => markLine.test(line));
  return {
    isApart: marks.includes('-- apart'),
    keys: marks.filter((line) => line !== '-- apart').map(keyOf),
  };
}

function keyOf(line: string): UniqueKey {
  const [, table, parts, namedBy, condition] = doublesLine.exec(line) ?? [];
  if (!table || !parts || !namedBy) throw new Error(`The mark of a migration cannot be read: ${line}`);
  return { table, parts, namedBy, condition };
}

/** The index that a statement makes concurrently; undefined for any other statement. */
export function concurrentIndexOf(statement: string): ConcurrentIndex | undefined {
  const [, name, table] = concurrentIndex.exec(withoutComments(statement)) ?? [];
  return name && table ? { name, table } : undefined;
}

export function notConcurrent(statement: string): string {
  return withoutComments(statement).replace(/\bconcurrently\s+/i, '');
}

function withoutComments(statement: string): string {
  return statement.replace(/^--.*$/gm, '');
}
