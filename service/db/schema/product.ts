import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  type CheckBuilder,
  check,
  index,
  integer,
  jsonb,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { allCurrencies, allMarkets, currencyOf, type Market } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import {
  type ProductTerm,
  productTermTable,
  type TermName,
  type TermTable,
  type TermValue,
  termNames,
} from '#domain/offer/product-term-table.ts';
import type { ProductTerms } from '#domain/offer/product-terms.ts';
import { borrowers } from './borrower.ts';
import { amountChecks, between, dayColumn, instantColumn, minorColumn, oneOf } from './columns.ts';

type ColumnOf<Value> = null extends Value
  ? ReturnType<typeof nullableColumn<NonNullable<Value>>>
  : ReturnType<typeof requiredColumn<Value>>;
const nullableColumn = <Value>(name: string) => text(name).$type<Value>();
const requiredColumn = <Value>(name: string) => text(name).$type<Value>().notNull();

const columnOfKind = {
  count: (name) => integer(name),
  ratio: (name) => integer(name),
  amount: (name) => minorColumn(name),
  flag: (name) => boolean(name),
  choice: (name) => text(name),
  days: (name) => integer(name).array(),
  bands: (name) => jsonb(name),
} satisfies Record<ProductTerm['kind'], (name: string) => PgColumnBuilderBase>;

/**
 * Products and their terms; ratios in parts per million. A loan keeps the terms of its quote. The constraints are the conditions of
 * `productProblems` that one row can check.
 */
export const products = pgTable(
  'products',
  {
    productId: text('id').primaryKey(),
    name: text('name').notNull(),
    logo: text('logo').notNull(),
    isActive: boolean('is_active').notNull(),
    market: text('market').$type<Market>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    ...termColumns(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('products_version_range', sql`${table.version} > 0`),
    ...termChecks(table),
    oneOf(table.market, allMarkets),
    oneOf(table.currency, allCurrencies),
    check('products_id_present', sql`${table.productId} <> ''`),
    check('products_currency_of_market', sql.join(currencyOfMarket(table), sql` and `)),
    check(
      'products_term_range',
      sql`${table.instalmentCount} between 1 and 365 and ${table.instalmentDays} between 1 and 365
        and ${table.instalmentCount} * ${table.instalmentDays} between 91 and 365`,
    ),
    check(
      'products_amounts_in_steps',
      sql`${table.minimumMinor} > 0 and ${table.stepMinor} > 0 and ${table.maximumMinor} >= ${table.minimumMinor}
        and (${table.maximumMinor} - ${table.minimumMinor}) % ${table.stepMinor} = 0`,
    ),
    check(
      'products_reminder_hours_in_order',
      sql`(${table.reminderFromHour} is null) = (${table.reminderUntilHour} is null)
        and ${table.reminderFromHour} < ${table.reminderUntilHour}`,
    ),
  ],
);

/** Days within bounds and at least one; true of null. */
function areDaysBetween(column: AnyPgColumn, least: number, most: number): SQL {
  return sql`${sql.raw(String(least))} <= all(${column}) and ${sql.raw(String(most))} >= all(${column}) and cardinality(${column}) > 0`;
}

export const productVersions = pgTable(
  'product_versions',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.productId),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    logo: text('logo').notNull(),
    terms: jsonb('terms').$type<ProductTerms>().notNull(),
    madeAt: instantColumn('made_at').notNull(),
    madeBy: text('made_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.version] })],
);

/** What a borrower may take of a product. An adjusted amount waits until the borrower has seen it (CONFIRM-3). */
export const offers = pgTable(
  'offers',
  {
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    productId: text('product_id')
      .notNull()
      .references(() => products.productId),
    amountMinor: minorColumn('amount_minor').notNull(),
    previousAmountMinor: minorColumn('previous_amount_minor'),
    acknowledgedAt: instantColumn('acknowledged_at'),
    couponCount: integer('coupon_count').notNull().default(0),
    depositAccountEnding: text('deposit_account_ending').notNull(),
    /** The first and last day of the offer, in the product's market; null for no limit. */
    validFrom: dayColumn('valid_from'),
    validThrough: dayColumn('valid_through'),
    withdrawnAt: instantColumn('withdrawn_at'),
    changedAt: instantColumn('changed_at'),
    changedBy: text('changed_by'),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerId, table.productId] }),
    index('offers_product').on(table.productId, table.borrowerId),
    check('offers_validity_in_order', sql`${table.validFrom} <= ${table.validThrough}`),
    ...amountChecks(table.amountMinor, table.previousAmountMinor),
    check('offers_coupon_count_range', sql`${table.couponCount} >= 0`),
  ],
);

interface ChangeableColumn {
  notNull(): unknown;
  default(value: never): unknown;
}

function termColumns() {
  const columns = termNames.map((name) => {
    const { kind, columnDefault, isNullable }: ProductTerm = productTermTable[name];
    const column: ChangeableColumn = columnOfKind[kind](
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    if (!isNullable) column.notNull();
    if (columnDefault !== undefined) column.default(columnDefault as never);
    return [name, column];
  });
  return Object.fromEntries(columns) as { [Name in TermName]: ColumnOf<TermValue<TermTable[Name]>> };
}

/** The bounds of each single term; those of several terms together are separate checks. */
function termChecks(table: Readonly<Record<TermName, AnyPgColumn>>): CheckBuilder[] {
  return termNames.flatMap((name) => {
    const [column, term]: [AnyPgColumn, ProductTerm] = [table[name], productTermTable[name]];
    switch (term.kind) {
      case 'amount':
        return amountChecks(column);
      case 'ratio':
        return between(column, 0, term.most ?? 1_000_000);
      case 'count':
        return name === 'instalmentCount' || name === 'instalmentDays'
          ? []
          : between(column, term.least, term.most);
      case 'days':
        return check(`products_${column.name}_range`, areDaysBetween(column, term.least, term.most));
      case 'choice':
        return oneOf(column, term.choices);
      case 'bands':
        return check('products_penalty_bands_list', sql`jsonb_typeof(${column}) = 'array'`);
      default:
        return [];
    }
  });
}

/** Conditions that allow each market its own currency only; the last market's follows from the rest. */
function currencyOfMarket({ market, currency }: { market: AnyPgColumn; currency: AnyPgColumn }): SQL[] {
  return allMarkets
    .slice(0, -1)
    .map(
      (each) =>
        sql`(${market} = ${sql.raw(`'${each}'`)}) = (${currency} = ${sql.raw(`'${currencyOf(each)}'`)})`,
    );
}
