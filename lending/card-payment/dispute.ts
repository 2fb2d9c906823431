import { together, underLock } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { CodedError } from '#domain/error-code.ts';
import type { CardNotice } from '#providers/ports/card-provider.ts';
import { loanFacts, recordEvent } from '../events/record-event.ts';
import { lockLoanById } from '../ledger/loans.ts';
import { bookPayment, keepProviderEvent, readBeforePayment } from '../ledger/payments.ts';
import { eventsOfCardPayment, reversePayment } from '../ledger/reverse-payment.ts';
import type { WebhookContext } from '../webhooks/answer-webhook.ts';
import { chargeDetailsOf } from './store.ts';

/**
 * Takes in that the holder of a card disputed a charge at their bank: the payment is taken back, and what it paid is owed again;
 * when the lender wins the dispute, the money is a payment of the day it came back, which another dispute may take back again. A
 * charge that is not ours is left alone.
 * @throws CodedError 'request-invalid' for another amount or currency than was charged, which a person has to look at;
 * 'status-conflict' before the payment is booked, or for money that comes back before it was taken: the provider says so again.
 */
export async function takeDispute(
  context: WebhookContext,
  { reference, disputeId, outcome, amountMinor, currency, reason }: Extract<CardNotice, { about: 'dispute' }>,
): Promise<void> {
  const { transaction, logger, now } = context;
  const details = isId(reference) ? await chargeDetailsOf(transaction, reference) : undefined;
  if (!details) return logger.warn('a provider tells of a dispute that is not ours', {});
  if (details.amountMinor !== amountMinor || details.currency !== currency) {
    logger.error('a dispute is about another amount than was charged', { payment: reference });
    throw new CodedError('request-invalid', details.currency === currency ? 'amount' : 'currency');
  }
  const wonBackId = `${reference}:${disputeId}`;
  const [loan, events] = await underLock(
    () => lockLoanById(transaction, { id: details.loanId, borrowerId: details.borrowerId }),
    () => eventsOfCardPayment(transaction, { ...details, id: reference }),
  );
  const event = events.find(({ eventId }) => eventId === reference);
  if (!loan || !event) throw new CodedError('status-conflict');
  // Told again: what this dispute took came back.
  if (events.some(({ eventId }) => eventId === wonBackId)) return;
  const standing = events.find((each) => each.outcome === 'posted');
  if (outcome === 'taken') {
    // A person may have been faster.
    if (!standing) return;
    const why = `chargeback: ${reason}`.slice(0, 200);
    const changed = await reversePayment(transaction, standing, why, context);
    const { provider, eventId } = standing;
    const data = { ...loanFacts(changed?.loan ?? loan), provider, eventId, amountMinor, reason: why };
    recordEvent(transaction, { type: 'payment.reversed', subjectId: loan.id, data }, context);
    return;
  }
  if (standing) throw new CodedError('status-conflict');
  const { id: _id, ...facts } = event;
  const returned = {
    ...facts,
    eventId: wonBackId,
    ...{ paidAt: now, receivedAt: now, reversedAt: null, outcome: 'posted' as const },
  };
  const [kept, before] = await together(
    () => keepProviderEvent(transaction, returned, context),
    () => readBeforePayment(transaction, loan, now),
  );
  if (!kept.isNew) return;
  const payment = { amountMinor: details.amountMinor, paidAt: now, event: kept.event, before };
  await bookPayment(transaction, loan, payment, context);
}
