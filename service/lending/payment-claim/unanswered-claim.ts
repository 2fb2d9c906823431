import type { Queryable } from '#db/database.ts';
import type { Loan } from '#domain/booking/state.ts';
import { CodedError } from '#domain/error-code.ts';
import { trackingKeyOf } from '#domain/repayment/payment-claim.ts';
import { findClaim, hasArrived } from './store.ts';

/**
 * Checks a claim that staff answer by recording a payment. @throws CodedError 'request-invalid' for none of the loan's; 'status-conflict'
 * for one that is answered, or where a payment with that id is on the loan or unmatched.
 */
export async function requireUnansweredClaim(
  database: Queryable,
  loan: Loan | undefined,
  { claimId, eventId }: { readonly claimId: string; readonly eventId: string },
): Promise<void> {
  const claim = await findClaim(database, claimId);
  if (!loan || claim?.loanId !== loan.id) throw new CodedError('request-invalid', 'claimId');
  if (claim.state !== 'waiting') throw new CodedError('status-conflict', 'claimId');
  const key = trackingKeyOf(eventId);
  if (key !== '' && (await hasArrived(database, loan.id, key))) {
    throw new CodedError('status-conflict', 'eventId');
  }
}
