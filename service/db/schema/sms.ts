import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { codePurposes, type SendPurpose, sendPurposes } from '#domain/sms/send-limit.ts';
import { codeLimits } from '#domain/sms/sms-code.ts';
import { borrowers } from './borrower.ts';
import { idColumn, instantColumn, keyText, oneOf } from './columns.ts';

/**
 * The current code of a card payment, a registration or a change of telephone. Only a keyed hash of the code and its binding is stored; a new code replaces it.
 */
export const smsCodes = pgTable(
  'sms_codes',
  {
    purpose: text('purpose').$type<SendPurpose>().notNull(),
    subject: text('subject').notNull(),
    codeHash: text('code_hash').notNull(),
    issuedAt: instantColumn('issued_at').notNull(),
    guessCount: integer('guess_count').notNull().default(0),
    usedAt: instantColumn('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.purpose, table.subject] }),
    oneOf(table.purpose, codePurposes),
    check(
      'sms_codes_guess_count_range',
      sql`${table.guessCount} between 0 and ${sql.raw(String(codeLimits.guessesMax))}`,
    ),
    index('sms_codes_issued').on(table.issuedAt),
  ],
);

/** Sent messages: codes, for the limits on them, reminders and messages of staff. Numbers and addresses are stored as keyed hashes only. */
export const smsSends = pgTable(
  'sms_sends',
  {
    id: idColumn(),
    purpose: text('purpose').$type<SendPurpose>().notNull(),
    numberHash: text('number_hash').notNull(),
    prefixHash: text('prefix_hash').notNull(),
    addressHash: text('address_hash'),
    /** Hash of the IPv6 /48; null for IPv4. */
    networkHash: text('network_hash'),
    /** ISO 3166 code of the number's country; null where it is not counted. */
    country: text('country'),
    borrowerId: uuid('borrower_id').references(() => borrowers.id),
    /** For a waiting message, when it will be sent. */
    sentAt: instantColumn('sent_at').notNull(),
    /** `waiting` until its time, `reserved` until the gateway answered; only `not-sent` does not count. */
    outcome: text('outcome').$type<'waiting' | 'reserved' | 'accepted' | 'not-sent' | 'unknown'>().notNull(),
    /** The gateway that may have it; null before, and for the inbox of development. */
    gateway: text('gateway'),
    gatewayMessageId: text('gateway_message_id'),
    deliveryState: text('delivery_state').$type<'on-its-way' | 'delivered' | 'undelivered'>(),
    deliveryFailure: text('delivery_failure'),
    reportedAt: instantColumn('reported_at'),
    /** What is sent once: loan, due day and day of a reminder, or the note of a message; null for a code. */
    reminderKey: keyText('reminder_key').unique(),
  },
  (table) => [
    index('sms_sends_number').on(table.numberHash, table.sentAt),
    index('sms_sends_prefix').on(table.prefixHash, table.sentAt),
    index('sms_sends_address').on(table.addressHash, table.sentAt),
    index('sms_sends_network').on(table.networkHash, table.sentAt),
    index('sms_sends_country').on(table.country, table.sentAt),
    index('sms_sends_borrower').on(table.borrowerId, table.sentAt),
    index('sms_sends_time').on(table.purpose, table.sentAt),
    index('sms_sends_age').on(table.sentAt),
    index('sms_sends_gateway').on(table.gateway, table.gatewayMessageId),
    oneOf(table.deliveryState, ['on-its-way', 'delivered', 'undelivered']),
    oneOf(table.purpose, sendPurposes),
    oneOf(table.outcome, ['waiting', 'reserved', 'accepted', 'not-sent', 'unknown']),
  ],
);
