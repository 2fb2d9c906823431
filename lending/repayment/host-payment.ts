import { matchPayments, recordPayment } from '#contract/host/repayment.ts';
import { CodedError } from '#domain/error-code.ts';
import { toldStatuses } from '#domain/loan/loan-status.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { recoveryProvider } from './host-corrections.ts';
import { matchUnmatchedEvents } from './matching.ts';
import { payerHashOf, receivePayment } from './receive-payment.ts';

/** Names under which the service keeps what it takes in otherwise. */
const ownProviders: readonly string[] = ['card', recoveryProvider];

/** Books a provider's payment once, whatever the message it comes in; one that names no loan that was paid out gets 202. */
const answeredPayment = answerHost(recordPayment, async (context, request) => {
  const { transaction, now } = context;
  const { provider, eventId, amountMinor, currency, orderNumber = '', reference, claimId, reason } = request;
  if (ownProviders.includes(provider)) throw new CodedError('request-invalid', 'provider');
  const named = reference === undefined ? { orderNumber } : { reference };
  const paidAt = request.paidAt === undefined ? now : new Date(request.paidAt);
  const payerHash = payerHashOf(request.payerAccount, context.configuration);
  const facts = { provider, eventId, named, amountMinor, currency, paidAt, payerHash };
  const report = { ...facts, byHand: { claimId, reason } };
  const { outcome, isRepeated, loan } = await receivePayment(transaction, report, context);
  return {
    status: outcome === 'unmatched' ? 202 : 200,
    data: {
      outcome,
      isRepeated,
      orderNumber: loan?.orderNumber ?? null,
      orderStatus: loan ? toldStatuses[loan.status] : null,
    },
  };
});

/** Looks at all unmatched payments again. */
const answeredMatching = answerHost(matchPayments, async (context) => ({
  data: { matchedCount: await matchUnmatchedEvents(context.transaction, context) },
}));

/** What the lender's systems tell about money that arrived. */
export const answeredPaymentCalls: readonly AnsweredHostCall[] = [answeredPayment, answeredMatching];
