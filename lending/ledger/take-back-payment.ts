import type { Transaction } from '#db/database.ts';
import { journalOf } from '#domain/booking/decide.ts';
import { CodedError } from '#domain/error-code.ts';
import { carryOutPlan, decideOn, type Plan } from './act.ts';
import type { BookingContext } from './loans.ts';
import { endUnmatched, type ProviderEvent } from './payments.ts';
import { type Reading, underLock } from './reading.ts';
import type { SeenState } from './states.ts';

/**
 * Takes a payment back that bounced or was charged back; one that no loan was found for is only marked.
 * @throws CodedError 'status-conflict' for one that was taken back before, or was booked meanwhile.
 */
export async function takeBackPayment(
  transaction: Transaction,
  event: ProviderEvent,
  reason: string,
  context: BookingContext,
): Promise<void> {
  const plan = await planTakeBack(underLock(transaction), event, reason, context);
  await carryOutPlan(transaction, plan, context);
}

/** What taking a payment back does, as `takeBackPayment` says it. */
export async function planTakeBack<State extends SeenState>(
  reading: Reading<State>,
  event: ProviderEvent,
  reason: string,
  context: BookingContext,
): Promise<Plan<State>> {
  const { loanId, borrowerId } = event;
  if (loanId === null || borrowerId === null) {
    if (event.outcome !== 'unmatched') throw new CodedError('status-conflict');
    return { decided: null, beside: (transaction) => endUnmatched(transaction, event, context) };
  }
  const command = { act: 'take-back', reason } as const;
  const part = journalOf({ ...command, payment: event }, context);
  const [state, payment] = await reading.state({ id: loanId, borrowerId }, part, () =>
    reading.payment(event),
  );
  if (!state || !payment) throw new Error('The loan of a payment is gone.');
  return { decided: decideOn(state, { ...command, payment }, context) };
}
