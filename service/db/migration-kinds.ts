import type { UniqueKey } from './doubles.ts';

export interface MigrationKind {
  /**
   * `-- apart`: each statement runs outside a transaction, and runs again if it was interrupted. For statements that must not
   * block, such as `create index concurrently`.
   */
  readonly isApart: boolean;
  /**
   * `-- doubles: table(columns or expressions) by columns where condition`: a key that the migration makes unique. It is refused while two
   * rows share a key; `by` names the columns that identify these rows in the message.
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

/** Reads the `--` marks above the first statement. @throws Error for an unreadable mark. */
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
