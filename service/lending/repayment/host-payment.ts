import { matchPayments, recordPayment } from '#contract/host/repayment.ts';
import { CodedError } from '#domain/error-code.ts';
import { borrowerStatuses } from '#domain/loan/loan-status.ts';
import { channelByHand } from '#domain/repayment/payment-by-hand.ts';
import { trackingKeyOf } from '#domain/repayment/payment-claim.ts';
import { answerDecision } from '../decision/answer-decision.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { keyOfId } from '../ledger/payments.ts';
import { recoveryProvider } from './host-corrections.ts';
import { matchUnmatchedEvents } from './matching.ts';
import { payerHashOf, planReceipt } from './receive-payment.ts';

const internalProviders: readonly string[] = ['card', recoveryProvider];

/**
 * The bank's tracking key of a reported payment. For a payment that staff recorded by hand without one, it is the id that they read from
 * the slip. @throws CodedError 'request-invalid' for a key without letters and digits.
 */
function readTrackingKey(options: {
  readonly provider: string;
  readonly eventId: string;
  readonly trackingKey?: string | undefined;
}): string | null {
  const { provider, eventId, trackingKey } = options;
  if (trackingKey === undefined) {
    return channelByHand(provider) === undefined ? null : trackingKeyOf(eventId) || null;
  }
  if (trackingKeyOf(trackingKey) === '') throw new CodedError('request-invalid', 'trackingKey');
  return trackingKey;
}

export const answeredPaymentCalls: readonly AnsweredHostCall[] = [
  /** Books a provider's payment once, whatever the message; 202 for one that names no paid-out loan. */
  answerDecision(recordPayment, async (context, request) => {
    const { reading, now } = context;
    const {
      provider,
      eventId,
      amountMinor,
      currency,
      orderNumber = '',
      reference,
      claimId,
      reason,
    } = request;
    if (internalProviders.includes(provider)) throw new CodedError('request-invalid', 'provider');
    const loanName = reference === undefined ? { orderNumber } : { reference };
    const paidAt = request.paidAt === undefined ? now : new Date(request.paidAt);
    const payerHash = payerHashOf(request.payerAccount, context.configuration);
    const facts = { provider, eventId, loanName, amountMinor, currency, paidAt, payerHash };
    const lenderFacts = { claimId, reason, isAnother: request.anotherPayment === true, proof: request.proof };
    const said = readTrackingKey(request);
    const id = { eventId: request.trackingKey ?? eventId, currency };
    const trackingKey = said === null ? null : ((await keyOfId(reading.database, id)) ?? said);
    const report = { ...facts, trackingKey, lenderFacts };
    const { receipt, ...plan } = await planReceipt(reading, report, context);
    const { outcome, isRepeated, loan } = receipt;
    return {
      ...plan,
      money: report,
      status: outcome === 'unmatched' ? 202 : 200,
      data: {
        outcome,
        isRepeated,
        orderNumber: loan?.orderNumber ?? null,
        orderStatus: loan ? borrowerStatuses[loan.status] : null,
      },
    };
  }),
  answerHost(matchPayments, async (context) => ({
    data: { matchedCount: await matchUnmatchedEvents(context.transaction, context) },
  })),
];
