import { getTableColumns, getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * Rows given as one parameter for FROM: the text is the same for any number of rows, so that the statement is prepared once (decision 116).
 * @param types the PostgreSQL type of each column; a missing value is null.
 */
export function inputRows<Column extends string>(
  name: string,
  types: Readonly<Record<Column, string>>,
  rows: readonly Readonly<Partial<Record<Column, unknown>>>[],
): SQL {
  const columns = Object.entries(types).map(([column, type]) => `"${column}" ${type}`);
  return sql`json_to_recordset(${jsonOf(rows)}::json) as ${sql.raw(`${name} (${columns.join(', ')})`)}`;
}

/**
 * Inserts rows that are given as one parameter. @param rows all with the same columns; other columns get their default. Values only, no
 * SQL.
 */
export function insertInputRows<Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferInsert'][],
): SQL {
  const columns = getTableColumns(table);
  const columnNames = Object.keys(rows[0] ?? {});
  const types = Object.fromEntries(columnNames.map((key) => [key, columns[key]?.getSQLType() ?? '']));
  const names = columnNames.map((key) => `"${columns[key]?.name}"`).join(', ');
  const values = columnNames.map((key) => `given."${key}"`).join(', ');
  const head = `insert into "${getTableName(table)}" (${names}) select ${values} from `;
  return sql`${sql.raw(head)}${inputRows('given', types, rows)}`;
}

export function typesOf<Table extends PgTable, const Name extends keyof Table['_']['columns'] & string>(
  table: Table,
  ...names: readonly Name[]
): Record<Name, string> {
  const columns = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, columns[name]?.getSQLType()])) as Record<Name, string>;
}

export function isAnyOf(id: SQLWrapper, ids: readonly string[]): SQL {
  return sql`${id} = any(${`{${ids.join(',')}}`}::uuid[])`;
}

/** A lone surrogate, which JSON can hold and PostgreSQL cannot: it becomes U+FFFD. */
const escapedSurrogate = /\\ud[89a-f]/;

function jsonOf(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows);
  if (!escapedSurrogate.test(text)) return text;
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}
