import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  type CheckBuilder,
  check,
  customType,
  date,
  type ForeignKeyBuilder,
  foreignKey,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { LocalDate } from '#domain/calendar.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';

export function idColumn() {
  return uuid('id').primaryKey();
}

/**
 * A reference to a row of the same borrower; a null column refers to none. Rows of one borrower refer only to each other, so that they can
 * share a partition (docs/decisions/095-tens-of-millions-of-loans.md).
 */
export function sameBorrower(
  borrowerId: AnyPgColumn,
  column: AnyPgColumn,
  to: { readonly id: AnyPgColumn; readonly borrowerId: AnyPgColumn },
): ForeignKeyBuilder {
  return foreignKey({
    name: `${getTableName(column.table)}_${column.name}_same_borrower`,
    columns: [borrowerId, column],
    foreignColumns: [to.borrowerId, to.id],
  });
}

/**
 * The join condition of a reference. It compares the borrower too, so that a join stays in one partition
 * (docs/decisions/095-tens-of-millions-of-loans.md).
 */
export function refersTo(
  column: AnyPgColumn,
  to: { readonly id: AnyPgColumn; readonly borrowerId: AnyPgColumn },
): SQL | undefined {
  const { borrowerId } = getTableColumns(column.table) as { readonly borrowerId?: AnyPgColumn };
  if (!borrowerId) throw new Error(`${getTableName(column.table)} has no borrower.`);
  return and(eq(to.id, column), eq(to.borrowerId, borrowerId));
}

/** An amount in minor units; guard it with `amountChecks` (MONEY-1, MONEY-3). */
export function minorColumn<Name extends string>(name: Name) {
  return bigint(name, { mode: 'number' }).$type<MinorAmount>();
}

/** The tolerance of rows from before there was a column for it: the usual one of both markets then. */
export const usualLateTolerance = minorAmount(100);

/**
 * A text with a unique index, compared byte by byte: the collation of another machine or library version does not change its order
 * (docs/decisions/141-keys-in-the-order-of-bytes.md).
 */
export const keyText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export function dayColumn<Name extends string>(name: Name) {
  return date(name, { mode: 'string' }).$type<LocalDate>();
}

export function instantColumn<Name extends string>(name: Name) {
  return timestamp(name, { withTimezone: true, mode: 'date' });
}

/** Constraints that keep each amount an integer from 0 to 2^53-1 (MONEY-3). */
export const amountChecks = (...amounts: readonly AnyPgColumn[]): CheckBuilder[] =>
  amounts.map((amount) => between(amount, 0, Number.MAX_SAFE_INTEGER));

/** A constraint on a whole number, both bounds included; named after the column without its unit. */
export function between(column: AnyPgColumn, least: number, most: number): CheckBuilder {
  const measure = column.name.replace(/_(minor|ppm)$/, '');
  const bounds = sql.raw(`${least} and ${most}`);
  return check(`${getTableName(column.table)}_${measure}_range`, sql`${column} between ${bounds}`);
}

/**
 * A constraint that allows only the listed values in a column, or in part of it. @param subject the noun in its name; the column's by
 * default.
 */
export function oneOf(
  column: AnyPgColumn,
  values: readonly (string | number)[],
  {
    subject = column.name,
    part = column,
  }: { readonly subject?: string | undefined; readonly part?: AnyPgColumn | SQL } = {},
): CheckBuilder {
  const list: SQL = sql.raw(
    values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', '),
  );
  return check(`${getTableName(column.table)}_${subject}_known`, sql`${part} in (${list})`);
}
