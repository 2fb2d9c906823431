import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/postgres.ts';
import { connectDatabase } from './connect.ts';
import { queryRows } from './database.ts';
import { migrate } from './migrate.ts';

const { url, drop } = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
const { db, close } = await connectDatabase({ databaseUrl: url });
afterAll(async () => {
  await close();
  await drop();
});

/** Texts of unique keys that follow the order of the database, by the reason (docs/decisions/141-keys-in-the-order-of-bytes.md). */
const inOrderOfDatabase: Readonly<Record<string, readonly string[]>> = {
  'a few words of the code or a market, which no language orders otherwise': [
    'agreement_versions.market',
    'book_faults.books',
    'borrower_changes.kind',
    'charge_disputes.kind',
    'closed_books.currency',
    'desk_batch_rows.kind',
    'desk_escalations.kind',
    'desk_matter_holders.kind',
    'earning_days.currency',
    'job_leases.job',
    'ledger_day_sums.currency',
    'loan_files.kind',
    'payment_references.channel_kind',
    'payment_references.purpose',
    'provider_events.currency',
    'reference_requests.channel_kind',
    'reference_requests.purpose',
    'reminder_consents.channel',
    'retention_runs.market',
    'sms_codes.purpose',
    'support_contacts.market',
  ],
  'numbered by a sequence, which gives no number twice': [
    'complaints.folio',
    'loan_numbers.order_number',
    'loans.order_number',
    'quotes.proposal_number',
  ],
  'made at random, so that no two are alike; one that is not found opens nothing': [
    'complaint_images.name',
    'desk_sessions.token_hash',
    'registration_sessions.sid_hash',
    'repay_tokens.token_hash',
    'session_tickets.token_hash',
    'sessions.token_hash',
  ],
  'behind the borrower or the loan in the index, which has few of them': [
    'complaints.submission_hash',
    'loans.product_id',
    'offers.product_id',
    'payment_claims.tracking_key',
    'saved_cards.card_token',
  ],
  'digests in hexadecimal, which no language orders otherwise': ['terms_editions.hash'],
  'sums of a closed day, written once, and compared with the ledger each night': ['ledger_day_sums.account'],
  'names that staff or the lender give, few, and no money or message rests on them': [
    'agreement_versions.version',
    'channel_templates.template_id',
    'desk_people.issuer',
    'desk_people.subject',
    'desk_views.name',
    'product_versions.product_id',
    'products.id',
  ],
  'gone after minutes, or asked for again': [
    'registrations.mobile_phone',
    'request_counts.key',
    'sms_codes.subject',
  ],
};

test('each text of a unique index is in the order of bytes, or is listed with the reason', async () => {
  await migrate(db);
  const parts = await queryRows<{ name: string }>(
    db,
    sql`select distinct index.indrelid::regclass::text || '.' || pg_get_indexdef(indexrelid, part.place::integer, true) as name
      from pg_index as index join pg_class as owner on owner.oid = index.indrelid
      cross join lateral unnest(index.indcollation) with ordinality as part (id, place)
      join pg_collation on pg_collation.oid = part.id
      where index.indisunique and owner.relnamespace = 'public'::regnamespace and collname <> 'C'`,
  );
  const listed = Object.values(inOrderOfDatabase).flat();
  expect(parts.map(({ name }) => name).sort()).toEqual(listed.sort());
});
