import type { LoanMovementView } from '#contract/calls/loan.ts';
import { isClearing, moneyIn } from '#domain/booking/movement.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';

const borrowersAccounts: readonly string[] = ['receivable', 'suspense', 'refund-payable', 'cash'];

/** Whether a loan has a statement of account: for a sold loan only its buyer can make one. */
export function hasMovements({ loan }: Pick<CurrentLoan, 'loan'>): boolean {
  return loan.disbursedOn !== null && loan.status !== 'sold';
}

/**
 * Every movement of a loan that concerns its borrower; those within the lender's books are left out. @param current its whole history.
 * @throws CodedError 'not-found' for a loan without a statement of account.
 */
export function accountMovements(current: CurrentLoan): LoanMovementView[] {
  if (!hasMovements(current)) throw new CodedError('not-found');
  const { loan, entries } = current;
  return entries.flatMap((entry) => {
    const { kind, postings, occurredAt, bookedAt, reversesId, owedMinor, owedAfterMinor, heldAfterMinor } =
      entry;
    const isBorrowers = postings.some(
      ({ account }) => borrowersAccounts.includes(account) || isClearing(account),
    );
    // The price of a reversed sale is between the lender and the buyer.
    if (!isBorrowers || kind === 'sale') return [];
    return [
      {
        kind,
        isReversal: reversesId !== null,
        owedMinor,
        owedAfterMinor,
        heldAfterMinor,
        moneyMinor: moneyIn([entry]),
        bookedOn: dayIn(loan.market, bookedAt),
        countsFrom: dayIn(loan.market, occurredAt),
      },
    ];
  });
}
