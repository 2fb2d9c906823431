import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { allCurrencies } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import type { Component } from '#domain/repayment/allocation.ts';
import {
  type OutflowCause,
  type OutflowDoubt,
  type OutflowState,
  outflowCauses,
  outflowStates,
} from '#domain/repayment/outflow.ts';
import type { ReferenceFacts } from '#domain/repayment/reference-facts.ts';
import { cardPayments } from './card-payment.ts';
import {
  amountChecks,
  dayColumn,
  idColumn,
  instantColumn,
  keyText,
  minorColumn,
  oneOf,
  sameBorrower,
} from './columns.ts';
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

/** Due dates and, per component, what was charged and paid, as the ledger says. */
export const instalments = pgTable(
  'instalments',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    sequence: integer('sequence').notNull(),
    dueDate: dayColumn('due_date').notNull(),
    /** The due date before the extension; null for none. An instalment is extended once (DELAY-3). */
    extendedFrom: dayColumn('extended_from'),
    /** The last day whose penalty is booked; null while never late. */
    accruedThrough: dayColumn('accrued_through'),
    /** How often penalties were reversed by hand; days booked again afterwards are other movements. */
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
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    unique('instalments_loan_sequence').on(table.loanId, table.sequence, table.borrowerId),
    index('instalments_to_accrue')
      .on(sql`coalesce(${table.accruedThrough}, ${table.dueDate})`, table.id)
      .where(isUnpaid(table)),
    index('instalments_unpaid_due').on(table.dueDate, table.loanId).where(isUnpaid(table)),
    index('instalments_owed').on(owedBy(table), table.dueDate, table.loanId).where(isUnpaid(table)),
    ...amountChecks(
      table.penaltyChargedMinor,
      table.penaltyPaidMinor,
      table.feeChargedMinor,
      table.feePaidMinor,
      table.vatChargedMinor,
      table.vatPaidMinor,
      table.interestChargedMinor,
      table.interestPaidMinor,
      table.principalChargedMinor,
      table.principalPaidMinor,
    ),
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

const referenceKey = () => ({
  borrowerId: uuid('borrower_id').notNull(),
  loanId: uuid('loan_id').notNull(),
  purpose: text('purpose').$type<'repay' | 'extend'>().notNull(),
  channelKind: text('channel_kind').$type<'bank-transfer' | 'store' | 'upi' | 'virtual-account'>().notNull(),
  /** The issuer: a provider's name, `own` for a reference made here, `host` for one that the lender handed in. */
  provider: keyText('provider').notNull(),
  /** The only amount that it accepts; null for any amount. */
  amountMinor: minorColumn('amount_minor'),
});

const channelKinds = ['bank-transfer', 'store', 'upi', 'virtual-account'] as const;

/** Days without penalties on a loan or a part of it, while a claim or dispute is open (`PenaltyPause`). */
export const penaltyPauses = pgTable(
  'penalty_pauses',
  {
    /** The claim or dispute, or the loan itself once its borrower was erased. */
    causeId: uuid('cause_id').notNull(),
    borrowerId: uuid('borrower_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    fromDay: dayColumn('from_day').notNull(),
    throughDay: dayColumn('through_day'),
    /** The disputed charge: its instalment, component and amount; null for the whole loan. */
    sequence: integer('sequence'),
    component: text('component').$type<Component>(),
    amountMinor: minorColumn('amount_minor'),
  },
  (table) => [
    primaryKey({ columns: [table.causeId, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    check(
      'penalty_pauses_of_part',
      sql`(${table.sequence} is null) = (${table.amountMinor} is null) and (${table.sequence} is null) = (${table.component} is null)`,
    ),
    index('penalty_pauses_loan').on(table.loanId),
    check(
      'penalty_pauses_in_order',
      sql`${table.throughDay} is null or ${table.throughDay} >= ${table.fromDay}`,
    ),
  ],
);

/** Codes that a borrower pays with; each belongs to one loan and one purpose. A replaced code still accepts payments. */
export const paymentReferences = pgTable(
  'payment_references',
  {
    id: uuid('id').notNull(),
    ...referenceKey(),
    code: keyText('code').notNull(),
    /** The provider's id of the reference; null if this service created it or the lender supplied it. */
    providerReference: keyText('provider_reference'),
    facts: jsonb('facts').$type<ReferenceFacts>().notNull().default({}),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at'),
    /** When a newer reference replaced it; null for the reference that the borrower sees. */
    replacedAt: instantColumn('replaced_at'),
    /** When the provider was told to accept no more payments for it. */
    cancelledAt: instantColumn('cancelled_at'),
    shownAt: instantColumn('shown_at'),
    /** When its provider is next asked for payments; null when the service does not ask. */
    lookAt: instantColumn('look_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    uniqueIndex('payment_references_shown')
      .on(table.loanId, table.purpose, table.channelKind, table.borrowerId)
      .where(sql`${table.replacedAt} is null`),
    index('payment_references_loan').on(table.loanId),
    uniqueIndex('payment_references_code').on(table.code, table.borrowerId),
    uniqueIndex('payment_references_provider').on(table.provider, table.providerReference, table.borrowerId),
    index('payment_references_to_look').on(table.lookAt).where(sql`${table.lookAt} is not null`),
    oneOf(table.purpose, ['repay', 'extend']),
    oneOf(table.channelKind, channelKinds, { subject: 'channel' }),
    ...amountChecks(table.amountMinor),
  ],
);

/** Directory of references, unique over all machines, like `loanNumbers`. */
export const paymentCodes = pgTable(
  'payment_codes',
  {
    code: keyText('code').primaryKey(),
    provider: keyText('provider').notNull(),
    providerReference: keyText('provider_reference'),
    borrowerId: uuid('borrower_id').notNull(),
    referenceId: uuid('reference_id').notNull().unique(),
  },
  (table) => [unique('payment_codes_provider').on(table.provider, table.providerReference)],
);

/** Requests to a provider for a reference: written before the call, deleted once the reference is there. */
export const referenceRequests = pgTable(
  'reference_requests',
  {
    /** The id of the future reference; the provider makes one for it, however often it is asked. */
    id: uuid('id').notNull(),
    ...referenceKey(),
    requestedAt: instantColumn('requested_at').notNull(),
    askedAt: instantColumn('asked_at').notNull(),
    askCount: integer('ask_count').notNull(),
    /** When the last try failed; null while it is under way. */
    failedAt: instantColumn('failed_at'),
    /** When the provider refused for good; null while its answer is not known. */
    refusedAt: instantColumn('refused_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    unique('reference_requests_once').on(table.loanId, table.purpose, table.channelKind, table.borrowerId),
    index('reference_requests_requested').on(table.requestedAt),
    index('reference_requests_open').on(table.askedAt).where(sql`${table.refusedAt} is null`),
    oneOf(table.purpose, ['repay', 'extend']),
    oneOf(table.channelKind, channelKinds, { subject: 'channel' }),
    ...amountChecks(table.amountMinor),
  ],
);

export const paymentOutcomes = ['posted', 'unmatched', 'reversed'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** A tracking key reduced to letters and digits like `trackingKeyOf`, compared byte by byte like `keyText`. */
export function plainKey(written: AnyPgColumn | SQL): SQL {
  return sql`(regexp_replace(upper(${written}), '[^0-9A-Z]', '', 'g') collate "C")`;
}

export function keyOfEvent({ trackingKey, eventId }: Record<'trackingKey' | 'eventId', AnyPgColumn>): SQL {
  return plainKey(sql`coalesce(${trackingKey}, ${eventId})`);
}

/** The ledger key of a payment's last booking (`paymentKey` of its `bookingName`). */
export function bookedKey(id: SQL | AnyPgColumn, round: SQL | AnyPgColumn): SQL {
  return sql`'payment:' || ${id} || case ${round} when 0 then '' else ':' || ${round} end`;
}

/** Payments that providers reported, each event once; one without a loan waits for staff to match it. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: idColumn(),
    provider: keyText('provider').notNull(),
    eventId: keyText('event_id').notNull(),
    borrowerId: uuid('borrower_id'),
    loanId: uuid('loan_id'),
    reference: text('reference').notNull(),
    amountMinor: minorColumn('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    paidAt: instantColumn('paid_at').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    outcome: text('outcome').$type<PaymentOutcome>().notNull(),
    /** When it was reversed or sent back; null unless its outcome is `reversed`. */
    reversedAt: instantColumn('reversed_at'),
    payerHash: text('payer_hash'),
    /** The bank's or provider's id of the payment; null where that is not known. */
    trackingKey: text('tracking_key'),
    /** The sending bank and operating day, where known: a clave de rastreo is unique within both only. */
    payerBank: keyText('payer_bank'),
    operatingDay: dayColumn('operating_day'),
    /** Numbers from 1 the payments that share a key and differ in nothing else that is known; null for the first of them. */
    keyNumber: integer('key_number'),
    /** An earlier payment that may be the same; null for none, or once staff or the lender said that it is another. */
    doubleOf: uuid('double_of').references((): AnyPgColumn => providerEvents.id),
    /** The first day on which it may have been paid, where the provider says only when it was confirmed. */
    earliestPaidOn: dayColumn('earliest_paid_on'),
    /**
     * Who put it among the unmatched payments: `desk:` and an id, or `provider:` and a name for money in doubt; null for a plain report.
     * Jobs do not match it.
     */
    putBy: text('put_by'),
    /** How often staff moved or changed it; each booking has its own ledger key. */
    round: integer('round').notNull().default(0),
    /** The photo of the proof that staff attached to a payment recorded by hand; null for none. */
    proofName: text('proof_name'),
  },
  (table) => [
    sameBorrower(table.borrowerId, table.loanId, loans),
    unique('provider_events_once').on(table.provider, table.eventId),
    index('provider_events_key').on(table.currency, plainKey(table.trackingKey)),
    uniqueIndex('provider_events_identity')
      .on(
        table.currency,
        plainKey(table.trackingKey),
        sql`coalesce(${table.payerBank}, '')`,
        sql`coalesce(${table.operatingDay}, '-infinity'::date)`,
        sql`coalesce(${table.keyNumber}, 0)`,
      )
      .where(sql`${plainKey(table.trackingKey)} <> ''`),
    index('provider_events_double').on(table.doubleOf).where(sql`${table.doubleOf} is not null`),
    index('provider_events_loan').on(table.loanId),
    index('provider_events_event').on(table.eventId),
    index('provider_events_amount').on(table.currency, table.amountMinor, table.receivedAt),
    index('provider_events_unmatched').on(table.reference).where(sql`${table.outcome} = 'unmatched'`),
    index('provider_events_waiting')
      .on(table.receivedAt, table.id)
      .where(sql`${table.outcome} = 'unmatched'`),
    index('provider_events_waiting_amount')
      .on(table.amountMinor, table.receivedAt)
      .where(sql`${table.outcome} = 'unmatched'`),
    index('provider_events_unmatched_key').on(keyOfEvent(table)).where(sql`${table.outcome} = 'unmatched'`),
    index('provider_events_proof').on(table.proofName).where(sql`${table.proofName} is not null`),
    index('provider_events_payer').on(table.payerHash).where(sql`${table.payerHash} is not null`),
    index('provider_events_received').on(table.receivedAt, table.id),
    check('provider_events_whose', sql`(${table.borrowerId} is null) = (${table.loanId} is null)`),
    ...amountChecks(table.amountMinor),
    oneOf(table.outcome, paymentOutcomes),
    check(
      'provider_events_reversed_at',
      sql`(${table.outcome} = 'reversed') = (${table.reversedAt} is not null)`,
    ),
  ],
);

/**
 * The payments of `provider_events` that are booked on loans, beside the other rows of their borrower
 * (docs/decisions/095-tens-of-millions-of-loans.md).
 */
export const loanPayments = pgTable(
  'loan_payments',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    reference: text('reference').notNull(),
    trackingKey: text('tracking_key'),
    amountMinor: minorColumn('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    paidAt: instantColumn('paid_at').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    outcome: text('outcome').$type<Exclude<PaymentOutcome, 'unmatched'>>().notNull(),
    reversedAt: instantColumn('reversed_at'),
    /** The event's round at the last booking here. */
    round: integer('round').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    index('loan_payments_loan').on(table.loanId),
    index('loan_payments_received').on(table.receivedAt, table.id),
    ...amountChecks(table.amountMinor),
    oneOf(table.outcome, ['posted', 'reversed']),
    check(
      'loan_payments_reversed_at',
      sql`(${table.outcome} = 'reversed') = (${table.reversedAt} is not null)`,
    ),
  ],
);

/** Refunds, chargebacks and reversals that providers reported, one row each. Those that cannot be booked wait for staff. */
export const providerOutflows = pgTable(
  'provider_outflows',
  {
    id: idColumn(),
    provider: keyText('provider').notNull(),
    outflowId: keyText('outflow_id').notNull(),
    /** The provider and id of the payment as in `provider_events`, even if no event has arrived yet. */
    paymentProvider: text('payment_provider').notNull(),
    paymentId: text('payment_id').notNull(),
    cause: text('cause').$type<OutflowCause>().notNull(),
    amountMinor: minorColumn('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    reason: text('reason').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    /** When its provider last reported it; null for rows older than this column. */
    toldAt: instantColumn('told_at'),
    state: text('state').$type<OutflowState>().notNull(),
    /** The booked part if more money left than was paid; null otherwise. */
    bookedMinor: minorColumn('booked_minor'),
    /** Why it waits for staff; null unless its state is `waiting`. */
    doubt: text('doubt').$type<OutflowDoubt>(),
    eventId: uuid('event_id').references(() => providerEvents.id),
  },
  (table) => [
    unique('provider_outflows_once').on(table.provider, table.outflowId),
    index('provider_outflows_payment').on(table.paymentProvider, table.paymentId),
    index('provider_outflows_event').on(table.eventId),
    index('provider_outflows_waiting').on(table.receivedAt, table.id).where(sql`${table.state} = 'waiting'`),
    ...amountChecks(table.amountMinor, table.bookedMinor),
    check('provider_outflows_amount_present', sql`${table.amountMinor} > 0`),
    check('provider_outflows_doubt', sql`(${table.state} = 'waiting') = (${table.doubt} is not null)`),
    oneOf(table.cause, outflowCauses),
    oneOf(table.state, outflowStates),
    oneOf(table.currency, allCurrencies),
  ],
);

export const refundStates = ['requested', 'sent', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/** Refunds to borrowers out of money that is held for them. */
export const refunds = pgTable(
  'refunds',
  {
    id: idColumn(),
    refundKey: keyText('refund_key').notNull().unique(),
    /** Null for a payment that never had a loan. */
    borrowerId: uuid('borrower_id'),
    loanId: uuid('loan_id'),
    /** The refunded payment, if it never had a loan; null otherwise. */
    eventId: uuid('event_id').references(() => providerEvents.id),
    amountMinor: minorColumn('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    state: text('state').$type<RefundState>().notNull(),
    reason: text('reason').notNull(),
    requestedBy: text('requested_by').notNull(),
    /** The card payment that is refunded to its card; null for a refund that the lender pays out. */
    cardPaymentId: uuid('card_payment_id'),
    askedAt: instantColumn('asked_at'),
    requestedAt: instantColumn('requested_at').notNull(),
    reference: text('reference'),
    sentAt: instantColumn('sent_at'),
    failedAt: instantColumn('failed_at'),
  },
  (table) => [
    sameBorrower(table.borrowerId, table.loanId, loans),
    sameBorrower(table.borrowerId, table.cardPaymentId, cardPayments),
    check('refunds_whose', sql`(${table.borrowerId} is null) = (${table.loanId} is null)`),
    check('refunds_of_one', sql`(${table.loanId} is null) <> (${table.eventId} is null)`),
    index('refunds_loan').on(table.loanId),
    index('refunds_event').on(table.eventId),
    index('refunds_card_payment').on(table.cardPaymentId),
    index('refunds_state').on(table.state, table.requestedAt, table.id),
    index('refunds_requested').on(table.requestedAt, table.id),
    ...amountChecks(table.amountMinor),
    check('refunds_amount_present', sql`${table.amountMinor} > 0`),
    oneOf(table.state, refundStates),
    oneOf(table.currency, allCurrencies),
  ],
);
