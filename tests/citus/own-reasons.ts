const plans = 'reads a plan of one server; that of a cluster stands on its workers';
const past = 'rewrites the books to those of an older version, with the triggers off, which Citus forbids';
const byNumber = 'locks a loan by its number alone, which no statement of the service does';
const wrapped =
  'expects the words of the machine that refused, of which the coordinator only tells that it cannot commit';
const parts = 'splits a table by hand that is spread already';
const filled = 'fills tables as a dump does, before they are spread, and reads plans of one server';
const spread = 'ends a statement that reads many rows, of which each machine reads few';

/** Tests that fail on a cluster for a reason of their own, by file and title (`the file` for all of it): what they do or look at is not what a service does. */
export const ownReasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'tests/proofs/db/ledger-guards.test.ts': {
    'a ledger transaction has postings when its database transaction ends': wrapped,
  },
  'tests/proofs/lending/busy-database.test.ts': {
    'a statement that waits for the row of a loan tells of the loan, and of the session that has it':
      byNumber,
  },
  'service/lending/ledger/earnings.test.ts': {
    'loans of before begin to earn by days, in whatever state they are: what they have not earned leaves their income, once':
      past,
  },
  'service/lending/ledger/penalties.test.ts': {
    'loans that lack a penalty are found by the index, among many that lack none': plans,
  },
  'service/lending/ledger/reconcile-in-batches.test.ts': {
    'a ledger too big for one statement is compared whole': spread,
  },
  'tests/proofs/lending/list-plans.test.ts': { 'the file': filled },
  'service/lending/partition-reads.test.ts': { 'the file': parts },
  'tests/proofs/lending/retention.test.ts': {
    'old rows of a partitioned table are deleted, and no row at the same place of another partition': parts,
  },
};
