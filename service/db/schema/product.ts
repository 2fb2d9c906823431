import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PenaltyBand } from '#domain/loan/penalty.ts';
import { allCurrencies, allMarkets, currencyOf, type Market } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import {
  type EarlyRepayment,
  type EarlyRepaymentFee,
  earlyRepaymentFees,
  earlyRepayments,
  type PrepaymentRule,
  type ProductTerms,
  prepaymentRules,
} from '#domain/offer/product-terms.ts';
import { borrowers } from './borrower.ts';
import {
  amountChecks,
  dayColumn,
  instantColumn,
  minorColumn,
  oneOf,
  ratioChecks,
  usualLateTolerance,
} from './columns.ts';

/**
 * What is lent and on which terms; ratios in parts per million. A loan keeps the terms of its quote. The constraints are
 * those of `productProblems` that a row can be asked by itself.
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
    instalmentCount: integer('instalment_count').notNull(),
    instalmentDays: integer('instalment_days').notNull(),
    annualInterestPpm: integer('annual_interest_ppm').notNull(),
    dailyInterestPpm: integer('daily_interest_ppm').notNull(),
    feePpm: integer('fee_ppm').notNull(),
    vatPpm: integer('vat_ppm').notNull(),
    allowsPrepayment: boolean('allows_prepayment').notNull().default(true),
    earlyRepayment: text('early_repayment').$type<EarlyRepayment>().notNull().default('days-used'),
    earlyRepaymentFee: text('early_repayment_fee').$type<EarlyRepaymentFee>().notNull().default('kept'),
    prepayment: text('prepayment').$type<PrepaymentRule>().notNull().default('next-payments'),
    penaltyMaxOfPaymentPpm: integer('penalty_max_of_payment_ppm').notNull().default(1_000_000),
    penaltyMaxOfLoanPpm: integer('penalty_max_of_loan_ppm').notNull().default(1_000_000),
    pausesPenaltyOnClaim: boolean('pauses_penalty_on_claim').notNull().default(false),
    pausesPenaltyOnDispute: boolean('pauses_penalty_on_dispute').notNull().default(false),
    nonAccrualDaysLate: integer('non_accrual_days_late').notNull().default(90),
    penaltyBands: jsonb('penalty_bands').$type<readonly PenaltyBand[]>().notNull(),
    /** What is unpaid below it is not late. */
    lateToleranceMinor: minorColumn('late_tolerance_minor').notNull().default(usualLateTolerance),
    lateFeeNewMinor: minorColumn('late_fee_new_minor').notNull(),
    lateFeeRepeatMinor: minorColumn('late_fee_repeat_minor').notNull(),
    extensionDailyPpm: integer('extension_daily_ppm').notNull(),
    extensionMaxDays: integer('extension_max_days').notNull(),
    extensionCostMaxPpm: integer('extension_cost_max_ppm').notNull().default(0),
    minimumMinor: minorColumn('minimum_minor').notNull(),
    maximumMinor: minorColumn('maximum_minor').notNull(),
    stepMinor: minorColumn('step_minor').notNull(),
    /** How many business days a proposal of it holds. */
    proposalBusinessDays: integer('proposal_business_days').notNull().default(3),
    /** The newest of `product_versions`, which these terms are. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('products_version_range', sql`${table.version} > 0`),
    ...amountChecks(
      table.lateToleranceMinor,
      table.lateFeeNewMinor,
      table.lateFeeRepeatMinor,
      table.minimumMinor,
      table.maximumMinor,
      table.stepMinor,
    ),
    oneOf(table.market, allMarkets),
    oneOf(table.currency, allCurrencies),
    check('products_id_present', sql`${table.productId} <> ''`),
    check('products_currency_of_market', sql.join(currencyOfMarket(table), sql` and `)),
    check(
      'products_term_range',
      sql`${table.instalmentCount} between 1 and 365 and ${table.instalmentDays} between 1 and 365
        and ${table.instalmentCount} * ${table.instalmentDays} between 91 and 365`,
    ),
    check('products_annual_interest_range', sql`${table.annualInterestPpm} between 0 and 100000000`),
    ...ratioChecks(
      table.dailyInterestPpm,
      table.feePpm,
      table.vatPpm,
      table.extensionDailyPpm,
      table.extensionCostMaxPpm,
      table.penaltyMaxOfPaymentPpm,
      table.penaltyMaxOfLoanPpm,
    ),
    oneOf(table.earlyRepayment, earlyRepayments),
    oneOf(table.earlyRepaymentFee, earlyRepaymentFees),
    oneOf(table.prepayment, prepaymentRules),
    check('products_penalty_bands_list', sql`jsonb_typeof(${table.penaltyBands}) = 'array'`),
    check('products_non_accrual_days_late_range', sql`${table.nonAccrualDaysLate} between 1 and 365`),
    check('products_extension_max_days_range', sql`${table.extensionMaxDays} between 0 and 7`),
    check('products_proposal_business_days_range', sql`${table.proposalBusinessDays} between 1 and 30`),
    check(
      'products_amounts_in_steps',
      sql`${table.minimumMinor} > 0 and ${table.stepMinor} > 0 and ${table.maximumMinor} >= ${table.minimumMinor}
        and (${table.maximumMinor} - ${table.minimumMinor}) % ${table.stepMinor} = 0`,
    ),
  ],
);

/** What each product was called and cost, from its first version on. */
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

/** What a borrower may take of a product. An adjusted amount waits for the borrower to see it (CONFIRM-3). */
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
    /** The amount offered before it was adjusted; null when it never was. */
    previousAmountMinor: minorColumn('previous_amount_minor'),
    acknowledgedAt: instantColumn('acknowledged_at'),
    couponCount: integer('coupon_count').notNull().default(0),
    /** The last digits of the account the loan is paid out to. */
    depositAccountEnding: text('deposit_account_ending').notNull(),
    /** The first and the last day on which it can be taken, in the product's market; null for no such day. */
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

/** Conditions that together allow each market its own currency and no other's; the last market's follows from those of the rest. */
function currencyOfMarket({ market, currency }: { market: AnyPgColumn; currency: AnyPgColumn }): SQL[] {
  return allMarkets
    .slice(0, -1)
    .map(
      (each) =>
        sql`(${market} = ${sql.raw(`'${each}'`)}) = (${currency} = ${sql.raw(`'${currencyOf(each)}'`)})`,
    );
}
