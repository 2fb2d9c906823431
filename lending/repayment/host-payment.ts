import { eq } from 'drizzle-orm';
import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { type HostRequestOf, hostPayment } from '#contract/host/host.ts';
import type { Database } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { localDateAt } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOf } from '#domain/market.ts';
import { answerHost } from '../http/host-gate.ts';
import { bookExtensionPayment } from '../ledger/extensions.ts';
import { type LoanRecord, lockLoan, selectLoans } from '../ledger/loans.ts';
import { bookPayment } from '../ledger/payments.ts';
import { keepProviderEvent, type ProviderEvent, referenceOwner } from './store.ts';

/** How far a provider's clock may run ahead of ours. */
const clockSkewMs = 5 * 60 * 1000;

/** The oldest payment a provider may still report. */
const longestDelayMs = 366 * 24 * 60 * 60 * 1000;

/**
 * Books a provider's payment once, whatever the message it comes in. One that names no loan that was paid out is kept as
 * unmatched and answered with 202.
 */
export const answeredPayment = answerHost(hostPayment, async ({ database, now, logger }, request) => {
  const paidAt = request.paidAt === undefined ? now : new Date(request.paidAt);
  const delayMs = now.getTime() - paidAt.getTime();
  if (delayMs < -clockSkewMs || delayMs > longestDelayMs) throw new CodedError('request-invalid', 'paidAt');
  const { loan, purpose } = await findLoan(database, request);
  if (loan) refuseOddPayment(loan, request, paidAt);
  const { event, isNew } = await keepProviderEvent(database, {
    provider: request.provider,
    eventId: request.eventId,
    loanId: loan?.id ?? null,
    reference: referenceOf(request),
    amountMinor: request.amountMinor,
    currency: request.currency,
    paidAt,
    receivedAt: now,
    outcome: loan ? 'posted' : 'unmatched',
  });
  if (!isSamePayment(event, request)) throw new CodedError('submission-repeated', 'eventId');
  if (isNew && loan) {
    const book = purpose === 'extend' ? bookExtensionPayment : bookPayment;
    await book(database, loan, { amountMinor: request.amountMinor, paidAt, eventId: event.id }, now);
  }
  if (isNew && !loan) logger.warn('a payment has no loan', { provider: request.provider, event: event.id });
  const [booked] = event.loanId === null ? [] : await selectLoans(database, eq(loans.id, event.loanId));
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

type ReportedPayment = HostRequestOf<typeof hostPayment>;

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

/** The loan a payment is for, locked, and what for; a payment that names the order repays. */
async function findLoan(
  database: Database,
  { reference, orderNumber }: ReportedPayment,
): Promise<{ readonly loan?: LoanRecord; readonly purpose: PaymentPurpose }> {
  const owner = reference === undefined ? undefined : await referenceOwner(database, reference);
  const purpose = owner?.purpose ?? 'repay';
  if (reference !== undefined && owner === undefined) return { purpose };
  const loan = await lockLoan(
    database,
    owner ? eq(loans.id, owner.loanId) : eq(loans.orderNumber, orderNumber ?? ''),
  );
  return loan === undefined || loan.disbursedOn === null ? { purpose } : { loan, purpose };
}

function refuseOddPayment(loan: LoanRecord, request: ReportedPayment, paidAt: Date): void {
  if (loan.currency !== request.currency) throw new CodedError('request-invalid', 'currency');
  if (request.amountMinor > Number.MAX_SAFE_INTEGER - loan.suspenseMinor) {
    throw new CodedError('request-invalid', 'amountMinor');
  }
  const paidOn = localDateAt(paidAt, marketOf[loan.market].timeZone);
  if (loan.disbursedOn !== null && paidOn < loan.disbursedOn) {
    throw new CodedError('request-invalid', 'paidAt');
  }
}
