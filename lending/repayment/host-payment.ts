import { matchPayments, recordPayment } from '#contract/host/repayment.ts';
import type { HostRequestOf } from '#contract/host-call.ts';
import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { toldStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { recordEvent } from '../events/record-event.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import { type LockedLoan, lockLoanById } from '../ledger/loans.ts';
import { keepProviderEvent, type ProviderEvent } from '../ledger/payments.ts';
import { keyedHash } from '../secrets.ts';
import { bookEvent, findPaidLoan, matchEvent, matchUnmatchedEvents } from './matching.ts';

/** How far a provider's clock may run ahead of ours. */
const clockSkewMs = 5 * 60 * 1000;

/** The oldest payment a provider may still report. */
const longestDelayMs = 366 * 24 * 60 * 60 * 1000;

/**
 * Books a provider's payment once, whatever the message it comes in. One that names no loan that was paid out is kept as
 * unmatched and answered with 202; it is looked at again when it is reported again, when its loan is paid out, by a job, and on
 * request.
 */
const answeredPayment = answerHost(recordPayment, async (context, request) => {
  const { transaction, now, logger } = context;
  const paidAt = request.paidAt === undefined ? now : new Date(request.paidAt);
  const delayMs = now.getTime() - paidAt.getTime();
  if (delayMs < -clockSkewMs || delayMs > longestDelayMs) throw new CodedError('request-invalid', 'paidAt');
  const { orderNumber = '', reference } = request;
  const target = await findPaidLoan(transaction, reference === undefined ? { orderNumber } : { reference });
  if (target) refuseOddPayment(target.loan, request, paidAt);
  const reported = {
    provider: request.provider,
    eventId: request.eventId,
    loanId: null,
    reference: referenceOf(request),
    amountMinor: request.amountMinor,
    currency: request.currency,
    paidAt,
    receivedAt: now,
    reversedAt: null,
    payerHash: payerHashOf(request, context),
    outcome: 'unmatched' as const,
  };
  const { event, isNew } = await keepProviderEvent(transaction, reported, context);
  if (!isSamePayment(event, request)) throw new CodedError('submission-repeated', 'eventId');
  if (isNew && !target) logger.warn('a payment has no loan', { provider: request.provider, event: event.id });
  const booked =
    event.outcome !== 'unmatched'
      ? await loanOf(transaction, event)
      : await (target
          ? bookEvent(transaction, target, event, context)
          : matchEvent(transaction, event, context));
  const isReversed = event.outcome === 'reversed';
  if (isNew && !booked && !isReversed) {
    const { provider, eventId, amountMinor, currency, reference } = event;
    const data = { provider, eventId, amountMinor, currency, reference, paidAt: paidAt.toISOString() };
    await recordEvent(transaction, { type: 'payment.unmatched', subjectId: event.id, data }, context);
  }
  return {
    status: booked || isReversed ? 200 : 202,
    data: {
      outcome: isReversed ? ('reversed' as const) : booked ? ('posted' as const) : ('unmatched' as const),
      isRepeated: !isNew,
      orderNumber: booked?.orderNumber ?? null,
      orderStatus: booked ? toldStatuses[booked.status] : null,
    },
  };
});

/** Looks at all unmatched payments again. */
const answeredMatching = answerHost(matchPayments, async (context) => ({
  data: { matchedCount: await matchUnmatchedEvents(context.transaction, context) },
}));

/** What the lender's systems tell about money that arrived. */
export const answeredPaymentCalls: readonly AnsweredHostCall[] = [answeredPayment, answeredMatching];

type ReportedPayment = HostRequestOf<typeof recordPayment>;

function referenceOf({ reference, orderNumber }: ReportedPayment): string {
  return reference ?? orderNumber ?? '';
}

function payerHashOf({ payerAccount }: ReportedPayment, { configuration }: HostContext): string | null {
  const account = payerAccount?.replace(/[\s.-]/g, '').toUpperCase() ?? '';
  return account === '' ? null : keyedHash(configuration.masterSecrets[0], 'payer account', account);
}

function isSamePayment(event: ProviderEvent, request: ReportedPayment): boolean {
  return (
    event.amountMinor === request.amountMinor &&
    event.currency === request.currency &&
    event.reference === referenceOf(request)
  );
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
