import { CodedError } from '#domain/error-code.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { currentLoan } from '../ledger/current-loan.ts';
import type { LoanRecord } from '../ledger/loans.ts';

/**
 * The borrower's own loan, if it awaits payments and owes at least this much.
 * @throws CodedError 'not-found', 'status-conflict', or 'request-invalid' for an amount of 0 or beyond what is owed.
 */
export async function payableLoan(
  context: BorrowerContext,
  { orderId, amountMinor }: { readonly orderId: string; readonly amountMinor: MinorAmount },
): Promise<LoanRecord> {
  const { loan, instalments } = await currentLoan(context, { productId: '', orderId });
  if (!isPayable(loan.status)) throw new CodedError('status-conflict');
  if (amountMinor < 1 || amountMinor > remainingTotal(instalments)) {
    throw new CodedError('request-invalid', 'amount');
  }
  return loan;
}
