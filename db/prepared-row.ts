import { DrizzleQueryError, fillPlaceholders, is, Placeholder, type SQL } from 'drizzle-orm';
import { type Database, preparedAsk, type Queryable } from './database.ts';
import { readerOfRow } from './json-rows.ts';

/** A statement that gives a row as one value, with placeholders for what differs. */
interface RowStatement<Row> {
  toSQL(): { readonly sql: string; readonly params: unknown[] };
  prepare(name: string): { execute(values: Values): Promise<{ readonly whole: Row }[]> };
}

type Values = Readonly<Record<string, unknown>>;

/** How a row that is read often is read. */
export interface RowReading<Row> {
  /** The row as one value: a `jsonRow`. */
  readonly row: SQL<Row>;
  /** Where it stands. */
  readonly from: (select: ReturnType<typeof selectWhole<Row>>) => RowStatement<Row>;
}

/** Reads the first row for some values of the placeholders; undefined where there is none. */
export type ReadRow<Row> = (values: Values) => Promise<Row | undefined>;

/**
 * A row that is read with each request. The statement is built once for an open database and prepared once on each of its sessions, and goes to
 * the driver without what the query builder does with each answer.
 * @param name what it is prepared as, like no other.
 */
export function prepareRow<Row>(
  database: Queryable,
  name: string,
  { row, from }: RowReading<Row>,
): ReadRow<Row> {
  const statement = from(selectWhole(database, row));
  const ask = preparedAsk(database as Database);
  if (ask === undefined) {
    const prepared = statement.prepare(name);
    return async (values) => (await prepared.execute(values))[0]?.whole;
  }
  const { text, params } = withFewParameters(statement.toSQL());
  const read = readerOfRow(row);
  return async (values) => {
    const given = fillPlaceholders(params, values);
    try {
      const [found] = await ask(name, text, given);
      return found && read(found.whole);
    } catch (error) {
      throw new DrizzleQueryError(text, given, error as Error);
    }
  };
}

function selectWhole<Row>(database: Queryable, whole: SQL<Row>) {
  return database.select({ whole: whole.as('whole') });
}

/**
 * A statement with one parameter for each placeholder, however often it stands there, and its constants as they are: the query builder
 * makes a parameter of every place, and of the 21 that a loan was read by 13 were its borrower. A plan for all values also
 * knows constants, and not parameters, which an index of a part of a table needs.
 */
function withFewParameters({ sql: text, params }: ReturnType<RowStatement<unknown>['toSQL']>) {
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
