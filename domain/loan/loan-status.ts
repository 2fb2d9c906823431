/** Every order status on the wire (ORDER, decision D). */
export const loanStatuses = [21, 151, 110, 174, 180, 200] as const;

/** 21 under review, 151 paying out, 110 declined, 174 to repay, 180 overdue, 200 settled. */
export type LoanStatus = (typeof loanStatuses)[number];

/** What an order status means. */
export type LoanStatusName = 'under-review' | 'paying-out' | 'declined' | 'to-repay' | 'overdue' | 'settled';

/** The meaning of each order status (ORDER, decision D). */
export const loanStatusNames: Readonly<Record<LoanStatus, LoanStatusName>> = {
  21: 'under-review',
  151: 'paying-out',
  110: 'declined',
  174: 'to-repay',
  180: 'overdue',
  200: 'settled',
};

/** The statuses each status may change to; a declined or settled order stays so. */
export const allowedTransitions: Readonly<Record<LoanStatus, readonly LoanStatus[]>> = {
  21: [151, 110],
  151: [174],
  110: [],
  174: [180, 200],
  180: [174, 200],
  200: [],
};

/** The statuses of an order that still runs. */
export const openStatuses = [21, 151, 174, 180] as const satisfies readonly LoanStatus[];

/** Whether a number from outside is an order status. */
export function isLoanStatus(value: number): value is LoanStatus {
  return (loanStatuses as readonly number[]).includes(value);
}

/** Whether an order may go from one status to the other; staying is not a transition. */
export function canTransition(from: LoanStatus, to: LoanStatus): boolean {
  return allowedTransitions[from].includes(to);
}
