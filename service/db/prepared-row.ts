import { DrizzleQueryError, fillPlaceholders, is, Placeholder, type SQL } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';
import { readerOfRow } from './json-rows.ts';

/** A statement with placeholders for what differs, as the query builder gives it. */
interface BuiltStatement {
  readonly sql: string;
  readonly params: unknown[];
}

/** How a row that is read often is read. */
export interface RowReading<Row> {
  /** The row as one value: a `jsonRow`. */
  readonly row: SQL<Row>;
  /** Where it stands. */
  readonly from: (select: ReturnType<typeof selectWhole<Row>>) => { toSQL(): BuiltStatement };
}

/** Reads the first row for some values of the placeholders; undefined where there is none. */
export type ReadRow<Row> = (
  on: Database | Transaction,
  values: Readonly<Record<string, unknown>>,
) => Promise<Row | undefined>;

/**
 * A row that is read with each request. The statement is built once for an open database, and goes out without what the query builder does
 * with each answer: a node answers a fifth more so.
 */
export function prepareRow<Row>(database: Database, { row, from }: RowReading<Row>): ReadRow<Row> {
  const { text, params } = withFewParameters(from(selectWhole(database, row)).toSQL());
  const read = readerOfRow(row);
  return async (on, values) => {
    const filled = fillPlaceholders(params, values);
    try {
      const [rows] = (await on.ask(text, filled, 'lists')) as unknown[][];
      return rows && read(rows[0]);
    } catch (error) {
      throw new DrizzleQueryError(text, filled, error as Error);
    }
  };
}

function selectWhole<Row>(database: Database, whole: SQL<Row>) {
  return database.select({ whole: whole.as('whole') });
}

/**
 * A statement with one parameter for each placeholder, however often it stands there, and its constants in the text: the query builder
 * makes a parameter of every place, and of the 21 that a loan was read by 13 were its borrower. A plan for all values also
 * knows constants, and not parameters, which an index of a part of a table needs.
 */
function withFewParameters({ sql: text, params }: BuiltStatement) {
  const byName = new Map(
    params.flatMap((param) => (is(param, Placeholder) ? [[param.name, param] as const] : [])),
  );
  const names = [...byName.keys()];
  const partOf = (param: unknown) =>
    is(param, Placeholder) ? `$${names.indexOf(param.name) + 1}` : constantOf(param);
  return {
    text: text.replaceAll(/\$(\d+)/g, (_all, place: string) => partOf(params[Number(place) - 1])),
    params: [...byName.values()],
  };
}

function constantOf(value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  throw new TypeError(`A prepared statement holds a constant that is a ${typeof value}.`);
}
