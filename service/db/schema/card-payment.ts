import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type CardPaymentState, cardPaymentStates } from '#domain/card-payment/card-payment.ts';
import { allCurrencies } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import { borrowers } from './borrower.ts';
import { amountChecks, instantColumn, minorColumn, oneOf, sameBorrower } from './columns.ts';
import { loans } from './loan.ts';

/** Saved cards: a masked number and the provider's token; the number itself is stored nowhere. */
export const savedCards = pgTable(
  'saved_cards',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    bankName: text('bank_name').notNull(),
    bankCode: text('bank_code').notNull(),
    maskedNumber: text('masked_number').notNull(),
    cardToken: text('card_token').notNull(),
    savedAt: instantColumn('saved_at').notNull(),
    confirmedAt: instantColumn('confirmed_at'),
    removedAt: instantColumn('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    index('saved_cards_borrower').on(table.borrowerId),
    uniqueIndex('saved_cards_one_for_each_token')
      .on(table.borrowerId, table.cardToken)
      .where(sql`${table.removedAt} is null`),
    check('saved_cards_number_masked', sql`${table.maskedNumber} !~ '[0-9]{7}'`),
  ],
);

/** Payments with a saved card; the id is the reference that the provider charges at most once. */
export const cardPayments = pgTable(
  'card_payments',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    loanId: uuid('loan_id').notNull(),
    cardId: uuid('card_id').notNull(),
    amountMinor: minorColumn('amount_minor').notNull(),
    /** Debt, or an extension at the price it had when it was charged. */
    purpose: text('purpose').$type<'repay' | 'extend'>().notNull().default('repay'),
    currency: text('currency').$type<Currency>().notNull(),
    state: text('state').$type<CardPaymentState>().notNull(),
    startedAt: instantColumn('started_at').notNull(),
    /** What the loan owed at the start; the attempt ends when that changes. Null for attempts made before version 0.3. */
    owedMinor: minorColumn('owed_minor'),
    /** When the provider was called, by the real time; null before. */
    chargedAt: instantColumn('charged_at'),
    /** The same moment in business time: the payment counts from here, however late the answer comes. */
    paidAt: instantColumn('paid_at'),
    askedAt: instantColumn('asked_at'),
    /** The bank's page on which the borrower confirms it; null when they need not. */
    actionLink: text('action_link'),
    finishedAt: instantColumn('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    sameBorrower(table.borrowerId, table.cardId, savedCards),
    ...amountChecks(table.amountMinor),
    oneOf(table.state, cardPaymentStates),
    oneOf(table.purpose, ['repay', 'extend']),
    oneOf(table.currency, allCurrencies),
    check(
      'card_payments_charged_when_told',
      sql`${table.state} in ('awaiting-code', 'cancelled') or (${table.chargedAt} is not null and ${table.paidAt} is not null)`,
    ),
    uniqueIndex('card_payments_one_open')
      .on(table.loanId, table.borrowerId)
      .where(sql`${table.state} in ('awaiting-code', 'pending')`),
    index('card_payments_pending').on(table.chargedAt).where(sql`${table.state} = 'pending'`),
    index('card_payments_loan').on(table.loanId, table.startedAt),
  ],
);

/** The provider's forms for saving a card; the id is the reference that the provider knows. */
export const cardSavings = pgTable(
  'card_savings',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    providerId: text('provider_id'),
    state: text('state').$type<'open' | 'saved' | 'given-up' | 'credit-refused'>().notNull(),
    cardId: uuid('card_id'),
    startedAt: instantColumn('started_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.cardId, savedCards),
    oneOf(table.state, ['open', 'saved', 'given-up', 'credit-refused']),
    check('card_savings_saved_with_card', sql`(${table.state} = 'saved') = (${table.cardId} is not null)`),
    index('card_savings_borrower').on(table.borrowerId, table.startedAt),
    index('card_savings_started').on(table.startedAt),
  ],
);

/** Permissions to commit one payment each, stored as SHA-256 (PAYWAY-4). */
export const repayTokens = pgTable(
  'repay_tokens',
  {
    tokenHash: text('token_hash').notNull(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    loanId: uuid('loan_id').notNull(),
    /** Payments of the loan when the token was issued; one more makes the figures on its page stale. */
    paymentCount: integer('payment_count').notNull(),
    issuedAt: instantColumn('issued_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
    cardPaymentId: uuid('card_payment_id'),
  },
  (table) => [
    primaryKey({ columns: [table.tokenHash, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    sameBorrower(table.borrowerId, table.cardPaymentId, cardPayments),
    index('repay_tokens_expiry').on(table.expiresAt),
    index('repay_tokens_borrower').on(table.borrowerId),
  ],
);
