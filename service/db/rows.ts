import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from './database.ts';

type RowOf<Table extends PgTable> = Table['$inferSelect'];

type NameIn<Table extends PgTable> = keyof Table['_']['columns'] & string;

type NullsOf<Table extends PgTable> = {
  [Name in NameIn<Table> as null extends RowOf<Table>[Name] ? Name : never]: null;
};

export function columnsOf<Table extends PgTable, const Name extends NameIn<Table>>(
  table: Table,
  ...names: readonly Name[]
): Pick<Table['_']['columns'], Name> {
  const columns: Record<string, unknown> = {};
  for (const name of names) columns[name] = table[name as keyof Table];
  return columns as Pick<Table['_']['columns'], Name>;
}

export function columnsExcept<Table extends PgTable, const Name extends NameIn<Table>>(
  table: Table,
  ...names: readonly Name[]
): Omit<Table['_']['columns'], Name> {
  const columns: Record<string, unknown> = { ...getTableColumns(table) };
  for (const name of names) delete columns[name];
  return columns as Omit<Table['_']['columns'], Name>;
}

/** Null for each nullable column of a table: a row whose optional facts are not known yet. */
export function nullsOf<Table extends PgTable>(table: Table): NullsOf<Table> {
  const nullable = Object.entries(getTableColumns(table)).filter(([, column]) => !column.notNull);
  return Object.fromEntries(nullable.map(([name]) => [name, null])) as NullsOf<Table>;
}

export function hasValues<Table extends PgTable>(
  table: Table,
  values: { readonly [Name in NameIn<Table>]?: NonNullable<RowOf<Table>[Name]> },
): SQL | undefined {
  return and(...Object.entries(values).map(([name, value]) => eq(table[name as never], value)));
}

export async function firstRow<Row>(query: PromiseLike<readonly Row[]>): Promise<Row | undefined> {
  return (await query)[0];
}

export async function hasRows(query: PromiseLike<readonly unknown[]>): Promise<boolean> {
  return (await query).length > 0;
}

export function findRow<Table extends PgTable>(
  database: Queryable,
  table: Table,
  condition: SQL | undefined,
): Promise<RowOf<Table> | undefined> {
  return firstRow(
    database
      .select()
      .from(table as PgTable)
      .where(condition),
  );
}

/** As `findRow`, but locks the row until the transaction ends. */
export function lockRow<Table extends PgTable>(
  transaction: Transaction,
  table: Table,
  condition: SQL | undefined,
): Promise<RowOf<Table> | undefined> {
  return firstRow(
    transaction
      .select()
      .from(table as PgTable)
      .where(condition)
      .for('update'),
  );
}
