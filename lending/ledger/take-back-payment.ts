import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import { journalOf } from '#domain/booking/decide.ts';
import { CodedError } from '#domain/error-code.ts';
import { carryOut } from './act.ts';
import type { BookingContext } from './loans.ts';
import { lockProviderEvent, type ProviderEvent } from './payments.ts';
import { type LockedState, readState } from './states.ts';

/**
 * Takes a payment back that bounced or was charged back; one that no loan was found for is only marked.
 * @returns the loan as it then stands; null when the payment was on none.
 * @throws CodedError 'status-conflict' for one that was taken back before, or was booked meanwhile.
 */
export async function takeBackPayment(
  transaction: Transaction,
  event: ProviderEvent,
  reason: string,
  context: BookingContext,
): Promise<LockedState | null> {
  const { loanId, borrowerId } = event;
  if (loanId === null || borrowerId === null) {
    const marked = await transaction
      .update(providerEvents)
      .set({ outcome: 'reversed', reversedAt: context.now })
      .where(and(eq(providerEvents.id, event.id), eq(providerEvents.outcome, 'unmatched')))
      .returning({ id: providerEvents.id });
    if (marked.length === 0) throw new CodedError('status-conflict');
    return null;
  }
  const command = { act: 'take-back', reason } as const;
  const part = journalOf({ ...command, payment: event }, context);
  const [state, payment] = await readState(transaction, { id: loanId, borrowerId }, part, () =>
    lockProviderEvent(transaction, event),
  );
  if (!state || !payment) throw new Error('The loan of a payment is gone.');
  return carryOut(transaction, state, { ...command, payment }, context).state;
}
