/**
 * Where tables stand on a Citus cluster (docs/scaling.md). Rows of a keyed table stand beside their borrower's, a copied table is whole on
 * each machine, and any other table stands on one.
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

/** Local tables that Citus does not manage: they are written with the clock of the database or in memory. */
export const unlistedTables = ['job_leases', 'request_counts'] as const;

/** Tables that are joined with keyed ones and seldom written: a write needs all machines. */
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
