import { getTableColumns, getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * Rows that a statement is given as one parameter, for its FROM: however many there are its text is the same, so that it is prepared
 * once (decision 116).
 * @param name what they are called there.
 * @param types the type of each column in PostgreSQL; a row that lacks one has null.
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
 * Inserts rows into a table that are given as one parameter.
 * @param rows with the same columns each, those that are left out get their default; values, and nothing that is worked out in SQL.
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

/** The condition that an id is one of some, which are given as one parameter. */
export function isAnyOf(id: SQLWrapper, ids: readonly string[]): SQL {
  return sql`${id} = any(${`{${ids.join(',')}}`}::uuid[])`;
}

/** Half of a character, which JSON can write and no text of the database holds: as elsewhere it becomes U+FFFD. */
const escapedSurrogate = /\\ud[89a-f]/;

function jsonOf(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows);
  if (!escapedSurrogate.test(text)) return text;
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}
