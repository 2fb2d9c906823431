import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import type { HostRequestOf } from '#contract/host-call.ts';
import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import { answerHost } from '../http/host-gate.ts';
import { bookExtensionPayment } from '../ledger/extensions.ts';
import { type LockedLoan, lockLoanById, lockLoanByOrderNumber } from '../ledger/loans.ts';
import { bookPayment, keepProviderEvent, type ProviderEvent } from '../ledger/payments.ts';
import { referenceOwner } from './store.ts';

/** How far a provider's clock may run ahead of ours. */
const clockSkewMs = 5 * 60 * 1000;

/** The oldest payment a provider may still report. */
const longestDelayMs = 366 * 24 * 60 * 60 * 1000;

/**
 * Books a provider's payment once, whatever the message it comes in. One that names no loan that was paid out is kept as
 * unmatched and answered with 202.
 */
export const answeredPayment = answerHost(recordPayment, async (context, request) => {
  const { transaction, now, logger } = context;
  const paidAt = request.paidAt === undefined ? now : new Date(request.paidAt);
  const delayMs = now.getTime() - paidAt.getTime();
  if (delayMs < -clockSkewMs || delayMs > longestDelayMs) throw new CodedError('request-invalid', 'paidAt');
  const { loan, purpose } = await findPaidLoan(transaction, request);
  if (loan) refuseOddPayment(loan, request, paidAt);
  const reported = {
    provider: request.provider,
    eventId: request.eventId,
    loanId: loan?.id ?? null,
    reference: referenceOf(request),
    amountMinor: request.amountMinor,
    currency: request.currency,
    paidAt,
    receivedAt: now,
    outcome: loan ? ('posted' as const) : ('unmatched' as const),
  };
  const { event, isNew } = await keepProviderEvent(transaction, reported, context);
  if (!isSamePayment(event, request)) throw new CodedError('submission-repeated', 'eventId');
  if (isNew && !loan) logger.warn('a payment has no loan', { provider: request.provider, event: event.id });
  const book = purpose === 'extend' ? bookExtensionPayment : bookPayment;
  const payment = { amountMinor: request.amountMinor, paidAt, eventId: event.id };
  const booked =
    isNew && loan ? await book(transaction, loan, payment, context) : await loanOf(transaction, event);
  return {
    status: event.outcome === 'posted' ? 200 : 202,
    data: {
      outcome: event.outcome,
      isRepeated: !isNew,
      orderNumber: booked?.orderNumber ?? null,
      orderStatus: booked?.status ?? null,
    },
  };
});

type ReportedPayment = HostRequestOf<typeof recordPayment>;

function referenceOf({ reference, orderNumber }: ReportedPayment): string {
  return reference ?? orderNumber ?? '';
}

function isSamePayment(event: ProviderEvent, request: ReportedPayment): boolean {
  return (
    event.amountMinor === request.amountMinor &&
    event.currency === request.currency &&
    event.reference === referenceOf(request)
  );
}

/** The loan a payment is for, locked, and what for; a payment that names the loan's number repays. */
async function findPaidLoan(
  transaction: Transaction,
  { reference, orderNumber = '' }: ReportedPayment,
): Promise<{ readonly loan?: LockedLoan; readonly purpose: PaymentPurpose }> {
  const owner = reference === undefined ? undefined : await referenceOwner(transaction, reference);
  const purpose = owner?.purpose ?? 'repay';
  if (reference !== undefined && owner === undefined) return { purpose };
  const loan = owner
    ? await lockLoanById(transaction, owner.loanId)
    : await lockLoanByOrderNumber(transaction, orderNumber);
  return loan === undefined || loan.disbursedOn === null ? { purpose } : { loan, purpose };
}

async function loanOf(transaction: Transaction, { loanId }: ProviderEvent): Promise<LockedLoan | undefined> {
  return loanId === null ? undefined : lockLoanById(transaction, loanId);
}

function refuseOddPayment(loan: LockedLoan, request: ReportedPayment, paidAt: Date): void {
  if (loan.currency !== request.currency) throw new CodedError('request-invalid', 'currency');
  if (request.amountMinor > Number.MAX_SAFE_INTEGER - loan.suspenseMinor) {
    throw new CodedError('request-invalid', 'amountMinor');
  }
  if (loan.disbursedOn !== null && dayIn(loan.market, paidAt) < loan.disbursedOn) {
    throw new CodedError('request-invalid', 'paidAt');
  }
}
