import { lendingText } from '#content/messages/lending.ts';
import { fill } from '#content/text-pack.ts';
import { CodedError } from '#domain/error-code.ts';
import { dueNow, remainingTotal } from '#domain/loan/instalment-state.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { WordedError } from '../http/answer.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { currentLoan } from '../ledger/current-loan.ts';
import type { LoanRecord } from '../ledger/loans.ts';

/**
 * The borrower's own loan, if it awaits payments and owes at least this much.
 * @throws CodedError 'not-found', 'status-conflict', or 'request-invalid' for an amount of 0, beyond what is owed, or
 * beyond what is asked for now where the terms that were accepted offer no early repayment.
 */
export async function payableLoan(
  context: BorrowerContext,
  { orderId, amountMinor }: { readonly orderId: string; readonly amountMinor: MinorAmount },
): Promise<LoanRecord> {
  const { loan, instalments, today } = await currentLoan(context, { productId: '', orderId });
  if (!isPayable(loan.status)) throw new CodedError('status-conflict');
  if (amountMinor < 1 || amountMinor > remainingTotal(instalments)) {
    throw new CodedError('request-invalid', 'amount');
  }
  const due = dueNow(instalments, today);
  if (!loan.terms.allowsPrepayment && due !== null && amountMinor > due.amountMinor) {
    const words = fill(lendingText[context.language].noPrepayment, {
      amount: context.money(due.amountMinor),
    });
    throw new WordedError(new CodedError('request-invalid', 'amount'), words);
  }
  return loan;
}
