import { type Transaction, together } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { LendingConfiguration } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import type { BookingContext, LockedLoan } from '../ledger/loans.ts';
import {
  adoptPaymentByHand,
  keepProviderEvent,
  type ProviderEvent,
  paymentByHand,
} from '../ledger/payments.ts';
import { findProviderEvent, loanOfEvent } from '../ledger/reverse-payment.ts';
import { requireUnansweredClaim } from '../payment-claim/meet-claims.ts';
import type { Logger } from '../ports.ts';
import { keyedHash } from '../secrets.ts';
import { bookEvent, findPaidLoan, matchEvent, type PaymentTarget } from './matching.ts';

/** How far a provider's clock may run ahead of ours. */
const clockSkewMs = 5 * 60 * 1000;

/** The oldest payment a provider may still report. */
const longestDelayMs = 366 * 24 * 60 * 60 * 1000;

/** Money that somebody says has arrived, by a code or by a loan's number. */
export interface ReportedPayment {
  readonly provider: string;
  readonly eventId: string;
  readonly named: { readonly reference: string } | { readonly orderNumber: string };
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
  readonly paidAt: Date;
  /** Keyed hash of the account it was paid from; absent where that is not known. */
  readonly payerHash?: string | null;
  /** What its payer has on their slip, where that is not `eventId`. */
  readonly trackingKey?: string | null;
  /** The claimed payment that it is, and why a person recorded it. */
  readonly byHand?: Pick<PaymentTarget, 'claimId' | 'reason'>;
}

/** What became of a report. */
export interface PaymentReceipt {
  readonly outcome: 'posted' | 'unmatched' | 'reversed';
  /** Whether it was known already, so that this report had no effect. */
  readonly isRepeated: boolean;
  readonly loan: LockedLoan | undefined;
}

/**
 * Books reported money once, whoever reports it and however often. What names no loan that was paid out is kept as unmatched
 * and the lender told; it is looked at again when it is reported again, when its loan is paid out, by a job, and on request.
 * What a person recorded by hand before its provider reports it is that payment from then on, and is not booked again.
 * @throws CodedError 'request-invalid' for a day or currency that cannot be, 'submission-repeated' for another amount,
 * currency or code under a known id; those of `requireUnansweredClaim`, and 'status-conflict' for a known id, with a claim.
 */
export async function receivePayment(
  transaction: Transaction,
  report: ReportedPayment,
  context: BookingContext & { readonly logger: Logger },
): Promise<PaymentReceipt> {
  const { now, logger } = context;
  const { named, paidAt, byHand: saidByHand, trackingKey = null, ...facts } = report;
  const delayMs = now.getTime() - paidAt.getTime();
  const isTooOld = delayMs > longestDelayMs && !(await findProviderEvent(transaction, report));
  if (delayMs < -clockSkewMs || isTooOld) throw new CodedError('request-invalid', 'paidAt');
  const found = await findPaidLoan(transaction, named);
  const target = found && { ...found, ...saidByHand };
  if (target) refuseOddPayment(target.loan, report);
  const claimId = saidByHand?.claimId;
  if (claimId !== undefined) {
    await requireUnansweredClaim(transaction, target?.loan, { claimId, eventId: report.eventId });
  }
  const reported = {
    ...facts,
    trackingKey,
    paidAt,
    borrowerId: null,
    loanId: null,
    reference: referenceOf(report),
    receivedAt: now,
    reversedAt: null,
    outcome: 'unmatched' as const,
  };
  const [byHand, kept] = await together(
    async () => target && paymentByHand(transaction, target.loan, { ...report, trackingKey }),
    () => keepProviderEvent(transaction, reported, context),
  );
  if (claimId !== undefined && !kept.isNew) throw new CodedError('status-conflict', 'eventId');
  const isAdopted = byHand !== undefined && kept.isNew;
  const event = isAdopted ? await adoptPaymentByHand(transaction, byHand, kept.event) : kept.event;
  const isNew = kept.isNew && !isAdopted;
  if (!isSamePayment(event, report)) throw new CodedError('submission-repeated', 'eventId');
  if (isNew && !target) logger.warn('a payment has no loan', { provider: report.provider, event: event.id });
  const loan =
    event.outcome !== 'unmatched'
      ? await loanOfEvent(transaction, event)
      : await (target
          ? bookEvent(transaction, { ...target, isByHand: byHand !== undefined }, event, context)
          : matchEvent(transaction, event, context));
  const isReversed = event.outcome === 'reversed';
  if (isNew && !loan && !isReversed) {
    const { provider, eventId, amountMinor, currency, reference } = event;
    const data = { provider, eventId, amountMinor, currency, reference, paidAt: paidAt.toISOString() };
    recordEvent(transaction, { type: 'payment.unmatched', subjectId: event.id, data }, context);
  }
  const outcome = isReversed ? 'reversed' : loan ? 'posted' : 'unmatched';
  return { outcome, isRepeated: !isNew, loan };
}

/** What is kept of the account a payment came from: a keyed hash, the same however it is written; null where none is said. */
export function payerHashOf(
  payerAccount: string | null | undefined,
  { masterSecrets }: Pick<LendingConfiguration, 'masterSecrets'>,
): string | null {
  const account = payerAccount?.replace(/[\s.-]/g, '').toUpperCase() ?? '';
  return account === '' ? null : keyedHash(masterSecrets[0], 'payer account', account);
}

function referenceOf({ named }: ReportedPayment): string {
  return 'reference' in named ? named.reference : named.orderNumber;
}

function isSamePayment(event: ProviderEvent, report: ReportedPayment): boolean {
  return (
    event.amountMinor === report.amountMinor &&
    event.currency === report.currency &&
    event.reference === referenceOf(report)
  );
}

function refuseOddPayment(loan: LockedLoan, { currency, amountMinor, paidAt }: ReportedPayment): void {
  if (loan.currency !== currency) throw new CodedError('request-invalid', 'currency');
  if (amountMinor > Number.MAX_SAFE_INTEGER - loan.suspenseMinor) {
    throw new CodedError('request-invalid', 'amountMinor');
  }
  if (loan.disbursedOn !== null && dayIn(loan.market, paidAt) < loan.disbursedOn) {
    throw new CodedError('request-invalid', 'paidAt');
  }
}
