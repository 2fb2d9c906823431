/**
 * Where tables are on a Citus cluster (docs/scaling.md). A keyed table is distributed by borrower, a copied table is whole on each machine,
 * and any other table is on one machine.
 */

/** Tables whose keys and references contain `borrower_id`. */
export const keyedTables = [
  'offers',
  'quotes',
  'loans',
  'status_changes',
  'loan_agreements_accepted',
  'loan_files',
  'ratings',
  'burial_point_events',
  'instalments',
  'penalty_pauses',
  'extensions',
  'payment_references',
  'reference_requests',
  'ledger_transactions',
  'ledger_postings',
  'earning_periods',
  'charge_disputes',
  'new_plans',
  'payment_claims',
  'loan_payments',
  'saved_cards',
  'card_payments',
  'card_savings',
  'repay_tokens',
] as const;

/** Tables that Citus does not manage: leases use the clock of one database, and the counts are unlogged. */
export const unlistedTables = ['job_leases', 'request_counts'] as const;

/** Tables that are joined with keyed tables and rarely written, since each write needs all machines. */
export const copiedTables = [
  'products',
  'product_versions',
  'agreement_versions',
  'terms_editions',
  'channel_templates',
  'support_contacts',
  'closed_books',
  'bookable_days',
  'borrowers',
  'complaints',
  'complaint_images',
  'refunds',
  'desk_people',
  'desk_matter_holders',
  'desk_escalations',
  'desk_notes',
] as const;
