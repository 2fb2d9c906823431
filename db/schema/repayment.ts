import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Currency } from '#domain/money/money.ts';
import { amountChecks, dayColumn, idColumn, instantColumn, minorColumn, oneOf } from './columns.ts';
import { loans } from './loan.ts';

type InstalmentColumns = Record<
  `${'penalty' | 'fee' | 'vat' | 'interest' | 'principal'}${'Charged' | 'Paid'}Minor`,
  AnyPgColumn
>;

function isUnpaid(table: InstalmentColumns): SQL {
  return sql`${table.penaltyChargedMinor} > ${table.penaltyPaidMinor}
        or ${table.feeChargedMinor} > ${table.feePaidMinor}
        or ${table.vatChargedMinor} > ${table.vatPaidMinor}
        or ${table.interestChargedMinor} > ${table.interestPaidMinor}
        or ${table.principalChargedMinor} > ${table.principalPaidMinor}`;
}

function owedBy(table: InstalmentColumns): SQL {
  return sql`(${table.penaltyChargedMinor} - ${table.penaltyPaidMinor} + ${table.feeChargedMinor} - ${table.feePaidMinor}
        + ${table.vatChargedMinor} - ${table.vatPaidMinor} + ${table.interestChargedMinor} - ${table.interestPaidMinor}
        + ${table.principalChargedMinor} - ${table.principalPaidMinor})`;
}

/** What the loan asks for and when: per component what was charged and what of it was paid, as the ledger says. */
export const instalments = pgTable(
  'instalments',
  {
    id: idColumn(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    sequence: integer('sequence').notNull(),
    dueDate: dayColumn('due_date').notNull(),
    /** The date it was due before it was extended; null when it never was. An instalment is extended once (DELAY-3). */
    extendedFrom: dayColumn('extended_from'),
    /** The last day whose penalty is booked; null while never late. */
    accruedThrough: dayColumn('accrued_through'),
    /** How often penalties were reversed by hand; days booked anew afterwards are other movements. */
    penaltyRound: integer('penalty_round').notNull().default(0),
    penaltyChargedMinor: minorColumn('penalty_charged_minor').notNull(),
    penaltyPaidMinor: minorColumn('penalty_paid_minor').notNull(),
    feeChargedMinor: minorColumn('fee_charged_minor').notNull(),
    feePaidMinor: minorColumn('fee_paid_minor').notNull(),
    vatChargedMinor: minorColumn('vat_charged_minor').notNull(),
    vatPaidMinor: minorColumn('vat_paid_minor').notNull(),
    interestChargedMinor: minorColumn('interest_charged_minor').notNull(),
    interestPaidMinor: minorColumn('interest_paid_minor').notNull(),
    principalChargedMinor: minorColumn('principal_charged_minor').notNull(),
    principalPaidMinor: minorColumn('principal_paid_minor').notNull(),
  },
  (table) => [
    unique('instalments_loan_sequence').on(table.loanId, table.sequence),
    index('instalments_to_accrue')
      .on(sql`coalesce(${table.accruedThrough}, ${table.dueDate})`)
      .where(isUnpaid(table)),
    index('instalments_unpaid_due').on(table.dueDate, table.loanId).where(isUnpaid(table)),
    index('instalments_owed').on(owedBy(table), table.dueDate).where(isUnpaid(table)),
    ...amountChecks('instalments', {
      penalty_charged: table.penaltyChargedMinor,
      penalty_paid: table.penaltyPaidMinor,
      fee_charged: table.feeChargedMinor,
      fee_paid: table.feePaidMinor,
      vat_charged: table.vatChargedMinor,
      vat_paid: table.vatPaidMinor,
      interest_charged: table.interestChargedMinor,
      interest_paid: table.interestPaidMinor,
      principal_charged: table.principalChargedMinor,
      principal_paid: table.principalPaidMinor,
    }),
    check('instalments_extended_later', sql`${table.extendedFrom} < ${table.dueDate}`),
    check(
      'instalments_paid_within_charged',
      sql`${table.penaltyPaidMinor} <= ${table.penaltyChargedMinor}
        and ${table.feePaidMinor} <= ${table.feeChargedMinor}
        and ${table.vatPaidMinor} <= ${table.vatChargedMinor}
        and ${table.interestPaidMinor} <= ${table.interestChargedMinor}
        and ${table.principalPaidMinor} <= ${table.principalChargedMinor}`,
    ),
  ],
);

/** Codes a borrower pays with; each belongs to one loan and one purpose. */
export const paymentReferences = pgTable(
  'payment_references',
  {
    id: idColumn(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    purpose: text('purpose').$type<'repay' | 'extend'>().notNull(),
    channelKind: text('channel_kind')
      .$type<'bank-transfer' | 'store' | 'upi' | 'virtual-account'>()
      .notNull(),
    code: text('code').notNull().unique(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    unique('payment_references_loan_channel').on(table.loanId, table.purpose, table.channelKind),
    oneOf('payment_references_purpose_known', table.purpose, ['repay', 'extend']),
    oneOf('payment_references_channel_known', table.channelKind, [
      'bank-transfer',
      'store',
      'upi',
      'virtual-account',
    ]),
  ],
);

/** What became of reported money: booked on a loan, waiting for one, or booked and taken back. */
export const paymentOutcomes = ['posted', 'unmatched', 'reversed'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** What payment providers reported, each event once; one without a loan waits for a person to match it. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: idColumn(),
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    loanId: uuid('loan_id').references(() => loans.id),
    reference: text('reference').notNull(),
    amountMinor: minorColumn('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    paidAt: instantColumn('paid_at').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    outcome: text('outcome').$type<PaymentOutcome>().notNull(),
    /** When it was taken back or sent back; null unless its outcome is `reversed`. */
    reversedAt: instantColumn('reversed_at'),
    /** Keyed hash of the account it was paid from, where the provider tells it. */
    payerHash: text('payer_hash'),
  },
  (table) => [
    unique('provider_events_once').on(table.provider, table.eventId),
    index('provider_events_loan').on(table.loanId),
    index('provider_events_unmatched').on(table.reference).where(sql`${table.outcome} = 'unmatched'`),
    index('provider_events_waiting')
      .on(table.receivedAt, table.id)
      .where(sql`${table.outcome} = 'unmatched'`),
    index('provider_events_payer').on(table.payerHash).where(sql`${table.payerHash} is not null`),
    index('provider_events_received').on(table.receivedAt, table.id),
    ...amountChecks('provider_events', { amount: table.amountMinor }),
    oneOf('provider_events_outcome_known', table.outcome, paymentOutcomes),
    check(
      'provider_events_reversed_at',
      sql`(${table.outcome} = 'reversed') = (${table.reversedAt} is not null)`,
    ),
  ],
);

/** Where a refund stands. */
export const refundStates = ['requested', 'sent', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/** Money that is given back to borrowers out of what is held for them. */
export const refunds = pgTable(
  'refunds',
  {
    id: idColumn(),
    /** The lender's own name for it; a second request with it has no effect. */
    refundKey: text('refund_key').notNull().unique(),
    /** Whose money is given back; null for a payment that never had a loan. */
    loanId: uuid('loan_id').references(() => loans.id),
    /** The payment that is sent back, where it never had a loan. */
    eventId: uuid('event_id').references(() => providerEvents.id),
    amountMinor: minorColumn('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    state: text('state').$type<RefundState>().notNull(),
    reason: text('reason').notNull(),
    requestedBy: text('requested_by').notNull(),
    requestedAt: instantColumn('requested_at').notNull(),
    /** The transfer in the lender's books. */
    reference: text('reference'),
    sentAt: instantColumn('sent_at'),
    failedAt: instantColumn('failed_at'),
  },
  (table) => [
    check('refunds_of_one', sql`(${table.loanId} is null) <> (${table.eventId} is null)`),
    index('refunds_loan').on(table.loanId),
    index('refunds_event').on(table.eventId),
    index('refunds_state').on(table.state, table.requestedAt, table.id),
    index('refunds_requested').on(table.requestedAt, table.id),
    ...amountChecks('refunds', { amount: table.amountMinor }),
    check('refunds_amount_present', sql`${table.amountMinor} > 0`),
    oneOf('refunds_state_known', table.state, refundStates),
    oneOf('refunds_currency_known', table.currency, ['MXN', 'INR']),
  ],
);
