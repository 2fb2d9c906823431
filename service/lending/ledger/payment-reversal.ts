import { journalOf } from '#domain/booking/decide.ts';
import { CodedError } from '#domain/error-code.ts';
import { decideOn, type Plan } from './act.ts';
import type { BookingContext } from './loans.ts';
import { endUnmatched, type ProviderEvent } from './payments.ts';
import type { Reading } from './reading.ts';
import type { LoanSnapshot } from './states.ts';

/**
 * Plans the reversal of a payment that bounced or was charged back; an unmatched one is only marked. @throws CodedError 'status-conflict'
 * for one that is reversed already.
 */
export async function planTakeBack<State extends LoanSnapshot>(
  reading: Reading<State>,
  event: ProviderEvent,
  reason: string,
  context: BookingContext,
): Promise<Plan<State>> {
  const { loanId, borrowerId } = event;
  if (loanId === null || borrowerId === null) {
    const current = await reading.payment(event);
    // It was matched meanwhile.
    if (current && current.loanId !== null) return planTakeBack(reading, current, reason, context);
    if (current?.outcome !== 'unmatched') throw new CodedError('status-conflict');
    return {
      decided: null,
      beside: (transaction) => endUnmatched(transaction, current, 'provider', context),
    };
  }
  const command = { act: 'take-back', reason } as const;
  const part = journalOf({ ...command, payment: event }, context);
  const [state, payment] = await reading.state({ id: loanId, borrowerId }, part, () =>
    reading.payment(event),
  );
  if (!state || !payment) throw new Error('The loan of a payment is gone.');
  return { decided: decideOn(state, { ...command, payment }, context) };
}
