/**
 * Where tables stand on a database over several machines (docs/scaling.md). A keyed table's rows stand with their borrower's, a copied
 * one is small and whole on each machine, and any other stands in one place.
 */

/** Those whose keys and references have `borrower_id` in them. */
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

/** Those in one place that are written by themselves, with the clock of the database or in memory: Citus is not told of them. */
export const unlistedTables = ['job_leases', 'request_counts'] as const;

/** Those that are read beside keyed ones, and written seldom: a write needs all machines. */
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
