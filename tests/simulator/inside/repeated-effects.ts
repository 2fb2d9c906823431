import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#db/database.ts';

/** Of what one may be at most, written down apart from the keys that keep it so: what it is called, and what tells it apart. */
const onlyOne = {
  'payment by its name': `select provider || ' ' || event_id from provider_events where borrower_id = any ($1)`,
  'payment by its tracking key': `select currency || ' ' || upper(tracking_key) from provider_events
    where borrower_id = any ($1) and tracking_key is not null`,
  'movement by its key': 'select idempotency_key from ledger_transactions where borrower_id = any ($1)',
  'payout of a loan': `select loan_id::text from ledger_transactions where borrower_id = any ($1) and kind = 'disbursal'`,
  'refund by its key': 'select refund_key from refunds where borrower_id = any ($1)',
  'open loan of a product': `select borrower_id || product_id from loans where borrower_id = any ($1)
    and status in ('under-review', 'paying-out', 'to-repay', 'overdue') and reopened_at is null`,
  'open payment with a card': `select loan_id::text from card_payments where borrower_id = any ($1)
    and state in ('awaiting-code', 'pending')`,
  'open complaint of a content': `select borrower_id || submission_hash from complaints where borrower_id = any ($1)
    and state in ('received', 'in-review')`,
  'session on a device': `select borrower_id || device_id from sessions where borrower_id = any ($1) and revoked_at is null`,
} as const;

/** What there is more than one of, of some borrowers. */
export async function repeatedEffects(database: Database, borrowerIds: readonly string[]): Promise<string[]> {
  const borrowers = `'{${borrowerIds.join()}}'::uuid[]`;
  const counts = Object.entries(onlyOne).map(
    ([name, names]) =>
      `select '${name}' as name, count(*)::integer as count from (${names.replace('$1', borrowers)}) as each (of)
      group by of having count(*) > 1`,
  );
  const rows = await queryRows<{ name: string; count: number }>(
    database,
    sql.raw(counts.join(' union all ')),
  );
  return rows.map(({ name, count }) => `${count} times the ${name}`);
}
