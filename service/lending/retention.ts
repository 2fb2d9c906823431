import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';

export interface Retention {
  readonly table: string;
  readonly from: string;
  readonly days: number;
  /** The condition for deletion; all old rows when absent. */
  readonly onlyIf?: string;
  /** The key besides the borrower, for a table that is partitioned by borrower. */
  readonly key?: 'id' | 'token_hash';
}

const unusedQuotes = `loan_id is null and not exists (select from loans
  where loans.quote_id = quotes.id and loans.borrower_id = quotes.borrower_id)`;

/** Tables whose old rows are deleted. A test checks that every table is here, in `retainedTables` or in `configurationTables`. */
export const retentions: readonly Retention[] = [
  // Far longer than a signature is valid and than senders retry; payments have ids of their own in `provider_events`.
  { table: 'host_messages', from: 'received_at', days: 30 },
  { table: 'host_message_paths', from: 'received_at', days: 1 },
  { table: 'webhook_messages', from: 'received_at', days: 30 },
  // To investigate what the lender was notified of; delivery of an event ends after three days.
  { table: 'outbox_events', from: 'occurred_at', days: 90 },
  // To investigate a complaint about who was signed in; for staff the audit log says it.
  { table: 'sessions', from: 'expires_at', days: 30 },
  { table: 'desk_sessions', from: 'expires_at', days: 30 },
  // So that going back in the browser shows what was typed.
  { table: 'desk_form_drafts', from: 'expires_at', days: 0 },
  // Staff no longer send an answer that they left unsent for a month.
  { table: 'desk_drafts', from: 'kept_at', days: 30 },
  // The hold or the matter has ended; the audit log says who had it.
  { table: 'desk_payment_holds', from: 'until_day', days: 30 },
  { table: 'desk_matter_holders', from: 'handed_at', days: 400 },
  { table: 'desk_escalations', from: 'told_at', days: 400 },
  // A batch that was only previewed.
  { table: 'desk_batches', from: 'previewed_at', days: 1, onlyIf: 'sent_at is null' },
  { table: 'session_tickets', from: 'expires_at', days: 0 },
  // To answer a borrower who asks about an offer that they did not accept.
  { table: 'quotes', from: 'expires_at', days: 90, key: 'id', onlyIf: unusedQuotes },
  // To answer a sender who asks what became of a message.
  { table: 'contact_messages', from: 'received_at', days: 400 },
  // To prove a consent that was withdrawn; a consent in force stays.
  { table: 'reminder_consents', from: 'withdrawn_at', days: 1095 },
  // So that a retry gets the answer of the first request.
  { table: 'repay_tokens', from: 'expires_at', days: 1, key: 'token_hash' },
  { table: 'reference_requests', from: 'requested_at', days: 7, key: 'id' },
  // The saved card stays.
  { table: 'card_savings', from: 'started_at', days: 30, key: 'id' },
  // Codes last minutes, and the limits look back one day.
  { table: 'sms_codes', from: 'issued_at', days: 1 },
  { table: 'waiting_codes', from: 'send_at', days: 1 },
  { table: 'sms_sends', from: 'sent_at', days: 2 },
  { table: 'registration_sessions', from: 'expires_at', days: 0 },
  // To compare a campaign or a journey with that of the year before.
  { table: 'promotion_visits', from: 'visited_at', days: 400 },
  { table: 'promotion_clicks', from: 'clicked_at', days: 400 },
  { table: 'promotion_sends', from: 'sent_at', days: 400 },
  { table: 'burial_point_events', from: 'occurred_at', days: 400, key: 'id' },
];

export const retainedTables: Readonly<Record<string, string>> = {
  borrowers: 'party to the books',
  erasures: 'proof of what was erased',
  erasure_requests: 'proof of what was asked',
  borrower_block_changes: 'shows who refused somebody a loan, and why',
  borrower_changes: 'the name and address that an agreement was signed with, and what proved a change',
  borrower_links: 'goes with the erasure of either borrower',
  saved_cards: 'named by the payments made with them; the number itself is nowhere',
  card_payments: 'books',
  complaints: 'the law wants complaints kept',
  complaint_images: 'belong to complaints; loose ones go after a day (`sweepLooseImages`)',
  extensions: 'agreed with the borrower',
  ledger_transactions: 'books',
  ledger_postings: 'books',
  earning_periods: 'books',
  loans: 'books',
  loan_numbers: 'the numbers of loans',
  status_changes: 'books',
  loan_agreements_accepted: 'the law wants what was agreed kept',
  loan_files: 'the same, as the lender sends it to borrowers',
  ratings: 'one for each loan',
  instalments: 'books',
  payment_claims: 'what a borrower said of money, and what they were told',
  charge_disputes: 'what a borrower said of a charge, and what they were told',
  new_plans: 'agreed with the borrower, or proposed to them',
  penalty_pauses: 'books: why no penalty was charged',
  payment_codes: 'whose a late payment is',
  payment_references: 'a late payment still comes with its code',
  refunds: 'books',
  provider_events: 'books: what arrived, matched or not',
  loan_payments: 'books: the same of each loan',
  provider_outflows: 'books: what left again',
  cash_movements: 'books: money that is on no loan',
  settlement_files: 'books: what providers and banks settled',
  settlement_lines: 'books: what providers and banks settled',
  settlement_closings: 'books: what a day came to when it was closed',
  registrations: 'one for each number, which may register once',
  desk_people: 'named by the audit log and the books',
  desk_notes: 'what the next colleague has to know of a borrower; goes with the borrower’s data',
  desk_views: 'which matters people of the lender look at',
  desk_batch_rows: 'what became of each matter of an act on many; goes with it',
  desk_approvals: 'who asked for a correction and who approved it',
  audit_entries: 'who did what, for whoever examines the books',
};

export const configurationTables: readonly string[] = [
  'products',
  'product_versions',
  'offers',
  'channel_templates',
  'support_contacts',
  'agreement_versions',
  'terms_editions',
  'sandbox_clock',
  'production_starts',
  'retention_runs',
  'job_leases',
  'bookable_days',
  'closed_books',
  'ledger_day_sums',
  'earning_days',
  'book_comparison',
  'book_faults',
  'request_counts',
];

const dayMs = 86_400_000;
const usualBatchSize = 1000;

/** Deletes rows past their retention in small batches. @returns the number of rows by table, where there are any. */
export async function forgetExpired(database: Database, now: Date, batchSize = usualBatchSize) {
  const forgotten: Record<string, number> = {};
  for (const retention of retentions) {
    const before = new Date(now.getTime() - retention.days * dayMs);
    let count: number;
    do {
      count = await forgetBatch(database, retention, before, batchSize);
      if (count > 0) forgotten[retention.table] = (forgotten[retention.table] ?? 0) + count;
    } while (count >= batchSize);
  }
  return forgotten;
}

async function forgetBatch(
  database: Database,
  { table, from, onlyIf, key }: Retention,
  before: Date,
  batchSize: number,
): Promise<number> {
  const name = sql.identifier(table);
  const isExpired = sql`${sql.identifier(from)} < ${before.toISOString()} and (${sql.raw(onlyIf ?? 'true')})`;
  if (key === undefined) {
    const gone = await queryRows(
      database,
      sql`delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${isExpired} limit ${batchSize} for update skip locked)) returning 1 as gone`,
    );
    return gone.length;
  }
  // By key, since a physical row address is valid in one partition only.
  const column = sql.identifier(key);
  const rows = await queryRows<{ key: string; borrowerId: string }>(
    database,
    sql`select ${column}::text as key, borrower_id as "borrowerId" from ${name} where ${isExpired} limit ${batchSize}`,
  );
  if (rows.length === 0) return 0;
  const keys = rows.map((row) => row.key);
  const isOne = key === 'id' ? isAnyOf(column, keys) : sql`${column} = any(${sql.param(keys)}::text[])`;
  const borrowerIds = [...new Set(rows.map(({ borrowerId }) => borrowerId))];
  await database.execute(sql`delete from ${name}
    where ${isAnyOf(sql`borrower_id`, borrowerIds)} and ${isOne} and ${isExpired}`);
  return rows.length;
}
