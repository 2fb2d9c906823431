import { type AnyColumn, type GetColumnData, type SQL, sql } from 'drizzle-orm';

/** A row with these columns. */
export type RowOf<Columns extends Readonly<Record<string, AnyColumn>>> = {
  [Name in keyof Columns]: GetColumnData<Columns[Name]>;
};

/**
 * Rows that stand as one value in a row of another table, so that one statement reads all that belongs together as of one moment.
 * @param rest what follows `from`: tables, conditions, order and limit.
 */
export function jsonRows<Columns extends Readonly<Record<string, AnyColumn>>>(
  columns: Columns,
  rest: SQL,
): SQL<RowOf<Columns>[]> {
  const named = Object.entries(columns);
  const list = sql.join(Object.values(columns), sql`, `);
  const rows = sql`(select coalesce(json_agg(part.whole), '[]') from (select json_build_array(${list}) as whole from ${rest}) as part)`;
  return rows.mapWith((values: unknown[][]) =>
    values.map((parts) =>
      Object.fromEntries(named.map(([name, column], place) => [name, decoded(column, parts[place])])),
    ),
  ) as SQL<RowOf<Columns>[]>;
}

/** A value as the column gives it: in JSON only instants are written otherwise. */
function decoded(column: AnyColumn, value: unknown): unknown {
  return column.dataType === 'date' && typeof value === 'string' ? new Date(value) : value;
}
