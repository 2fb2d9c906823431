import { lendingText } from '#content/messages/lending.ts';
import { fill } from '#content/text-pack.ts';
import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { amountDueOn } from '#domain/booking/settlement.ts';
import type { CurrentExtension } from '#domain/booking/state.ts';
import { CodedError } from '#domain/error-code.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import { largestToPay } from '#domain/loan/statement.ts';
import { type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { WordedError } from '../http/answer.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { offeredExtension } from '../ledger/extensions.ts';
import { type CurrentLoan, currentLoan } from '../ledger/loan-course.ts';
import type { LoanRecord } from '../ledger/loans.ts';

interface PaymentRequest {
  readonly orderId: string;
  readonly amountMinor: MinorAmount;
  readonly purpose?: PaymentPurpose | undefined;
}

export interface PayableLoan {
  readonly loan: LoanRecord;
  /** The extension to pay; null for a payment of debt. */
  readonly extension: CurrentExtension | null;
  /** When a card was last charged for it, with any result; null for never. */
  readonly lastChargedAt: Date | null;
  readonly owedMinor: MinorAmount;
}

/**
 * The borrower's own loan, if it awaits payments and owes at least this much, or its extension has just this price today. @throws
 * CodedError 'not-found', 'status-conflict', also for another price of the extension; 'extension-unavailable'; 'request-invalid' for an
 * amount of 0, above the debt, or above the amount due where the accepted terms allow no early repayment.
 */
export async function payableLoan(context: BorrowerContext, request: PaymentRequest): Promise<PayableLoan> {
  return payableNow(
    context,
    await currentLoan(context, { productId: '', orderId: request.orderId }),
    request,
  );
}

/** As `payableLoan`, for a loan that was read before. @throws CodedError as `payableLoan`. */
export function payableNow(
  context: BorrowerContext,
  current: CurrentLoan,
  { amountMinor, purpose }: Omit<PaymentRequest, 'orderId'>,
): PayableLoan {
  const { loan, today, cardPayments, instalments } = current;
  const owedMinor = remainingTotal(instalments);
  const lastChargedAt = cardPayments.find(({ chargedAt }) => chargedAt !== null)?.chargedAt ?? null;
  if (!isPayable(loan.status)) throw new CodedError('status-conflict');
  const { allowsPrepayment } = loan.terms;
  const { due, settlesMinor } = amountDueOn(current, today);
  const dueMinor = due?.amountMinor ?? zeroMinor;
  const largestMinor = largestToPay(dueMinor, { allowsPrepayment: true, settlesMinor });
  if (amountMinor < 1) throw new CodedError('request-invalid', 'amount');
  if (purpose === 'extend') {
    const extension = offeredExtension(current);
    if (amountMinor !== extension.offer.payTodayMinor) throw new CodedError('status-conflict');
    return { loan, extension, lastChargedAt, owedMinor };
  }
  if (amountMinor > largestMinor) {
    const words = fill(lendingText[context.language].tooMuch, { amount: context.money(largestMinor) });
    throw new WordedError(new CodedError('request-invalid', 'amount'), words);
  }
  if (!allowsPrepayment && amountMinor > dueMinor) {
    const words = fill(lendingText[context.language].noPrepayment, { amount: context.money(dueMinor) });
    throw new WordedError(new CodedError('request-invalid', 'amount'), words);
  }
  return { loan, extension: null, lastChargedAt, owedMinor };
}
