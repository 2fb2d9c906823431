/** The statuses a borrower is told; the numbers that stand for them on the wire are the contract's (ORDER, decision D). */
export const borrowerLoanStatuses = [
  'under-review',
  'paying-out',
  'declined',
  'to-repay',
  'overdue',
  'settled',
] as const;

/** Every status of a loan. */
export const loanStatuses = [...borrowerLoanStatuses, 'cancelled', 'written-off', 'sold'] as const;

/** Where a loan stands. */
export type LoanStatus = (typeof loanStatuses)[number];

/** A status as a borrower is told it: the specification has no number for the others. */
export type BorrowerLoanStatus = (typeof borrowerLoanStatuses)[number];

/** A status as a backend tells it: one of ours, or one that only that backend knows. */
export type ReportedLoanStatus = BorrowerLoanStatus | 'unknown';

/**
 * What a borrower is told each status is (docs/decisions/053-what-a-borrower-sees-of-closed-loans.md): a written-off loan is
 * still owed, a sold one is no longer owed here, a cancelled one was not lent. Title and text say which it is.
 */
export const borrowerStatuses: Readonly<Record<LoanStatus, BorrowerLoanStatus>> = {
  'under-review': 'under-review',
  'paying-out': 'paying-out',
  declined: 'declined',
  'to-repay': 'to-repay',
  overdue: 'overdue',
  settled: 'settled',
  cancelled: 'declined',
  'written-off': 'overdue',
  sold: 'settled',
};

/**
 * The statuses each status may change to; a declined, cancelled or sold loan stays so. A settled loan is owed again only by a
 * correction: a payment that bounced, a waiver taken back.
 */
export const allowedTransitions: Readonly<Record<LoanStatus, readonly LoanStatus[]>> = {
  'under-review': ['paying-out', 'declined', 'cancelled'],
  'paying-out': ['to-repay', 'cancelled'],
  declined: [],
  'to-repay': ['overdue', 'settled', 'written-off', 'sold'],
  overdue: ['to-repay', 'settled', 'written-off', 'sold'],
  settled: ['to-repay', 'overdue', 'written-off'],
  cancelled: [],
  'written-off': ['to-repay', 'overdue', 'settled', 'sold'],
  sold: [],
};

/** The statuses of a loan whose course is not over. */
export const openStatuses = [
  'under-review',
  'paying-out',
  'to-repay',
  'overdue',
] as const satisfies readonly LoanStatus[];

/** The statuses of a loan that was paid out and is not paid back. */
export const runningStatuses = ['to-repay', 'overdue'] as const satisfies readonly LoanStatus[];

/** The statuses of a loan that is paid: it runs, or the lender wrote it off and it is owed all the same. */
export const payableStatuses = [...runningStatuses, 'written-off'] as const satisfies readonly LoanStatus[];

/** Whether a loan's course is not over. */
export function isOpen(status: LoanStatus | ReportedLoanStatus): boolean {
  return (openStatuses as readonly string[]).includes(status);
}

/** Whether a loan was paid out and is not paid back, so that it is paid, extended and charged penalties. */
export function isRunning(status: LoanStatus | ReportedLoanStatus): boolean {
  return (runningStatuses as readonly string[]).includes(status);
}

/** Whether a loan is owed and can be paid. */
export function isPayable(status: LoanStatus): boolean {
  return (payableStatuses as readonly string[]).includes(status);
}

/** Whether a loan may go from one status to the other; staying is not a transition. */
export function canTransition(from: LoanStatus, to: LoanStatus): boolean {
  return allowedTransitions[from].includes(to);
}
