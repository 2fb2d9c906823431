/** Statuses that borrowers see; the contract has their wire numbers (ORDER, decision D). */
export const borrowerLoanStatuses = [
  'under-review',
  'paying-out',
  'declined',
  'to-repay',
  'overdue',
  'settled',
] as const;

export const loanStatuses = [...borrowerLoanStatuses, 'cancelled', 'written-off', 'sold'] as const;

export type LoanStatus = (typeof loanStatuses)[number];

export type BorrowerLoanStatus = (typeof borrowerLoanStatuses)[number];

/** A backend's status; `unknown` for one that is not ours. */
export type ReportedLoanStatus = BorrowerLoanStatus | 'unknown';

/**
 * Status that a borrower sees (docs/decisions/053-what-a-borrower-sees-of-closed-loans.md): a written-off loan is still owed, a sold one
 * no longer owed here, a cancelled one was never lent.
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
 * Allowed changes; declined, cancelled and sold are final. A settled loan reopens only by a correction, such as a bounced payment or a
 * reversed waiver.
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

export const openStatuses = [
  'under-review',
  'paying-out',
  'to-repay',
  'overdue',
] as const satisfies readonly LoanStatus[];

export const runningStatuses = ['to-repay', 'overdue'] as const satisfies readonly LoanStatus[];

/** Statuses in which the borrower can pay; a written-off loan is still owed. */
export const payableStatuses = [...runningStatuses, 'written-off'] as const satisfies readonly LoanStatus[];

export function isOpen(status: LoanStatus | ReportedLoanStatus): boolean {
  return (openStatuses as readonly string[]).includes(status);
}

export function isRunning(status: LoanStatus | ReportedLoanStatus): boolean {
  return (runningStatuses as readonly string[]).includes(status);
}

export function isPayable(status: LoanStatus): boolean {
  return (payableStatuses as readonly string[]).includes(status);
}

export function canTransition(from: LoanStatus, to: LoanStatus): boolean {
  return allowedTransitions[from].includes(to);
}
