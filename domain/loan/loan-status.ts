/** Every status of a loan; the numbers that stand for them on the wire are the contract's (ORDER, decision D). */
export const loanStatuses = [
  'under-review',
  'paying-out',
  'declined',
  'to-repay',
  'overdue',
  'settled',
] as const;

/** Where a loan stands. */
export type LoanStatus = (typeof loanStatuses)[number];

/** A status as a backend tells it: one of ours, or one that only that backend knows. */
export type ReportedLoanStatus = LoanStatus | 'unknown';

/** The statuses each status may change to; a declined or settled loan stays so. */
export const allowedTransitions: Readonly<Record<LoanStatus, readonly LoanStatus[]>> = {
  'under-review': ['paying-out', 'declined'],
  'paying-out': ['to-repay'],
  declined: [],
  'to-repay': ['overdue', 'settled'],
  overdue: ['to-repay', 'settled'],
  settled: [],
};

/** The statuses of a loan that can still change. */
export const openStatuses = [
  'under-review',
  'paying-out',
  'to-repay',
  'overdue',
] as const satisfies readonly LoanStatus[];

/** The statuses of a loan that was paid out and is not paid back. */
export const runningStatuses = ['to-repay', 'overdue'] as const satisfies readonly LoanStatus[];

/** Whether a loan can still change. */
export function isOpen(status: ReportedLoanStatus): boolean {
  return (openStatuses as readonly ReportedLoanStatus[]).includes(status);
}

/** Whether a loan was paid out and is not paid back, so that it is paid, extended and charged penalties. */
export function isRunning(status: ReportedLoanStatus): boolean {
  return (runningStatuses as readonly ReportedLoanStatus[]).includes(status);
}

/** Whether a loan may go from one status to the other; staying is not a transition. */
export function canTransition(from: LoanStatus, to: LoanStatus): boolean {
  return allowedTransitions[from].includes(to);
}
