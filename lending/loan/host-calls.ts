import { eq } from 'drizzle-orm';
import { hostDecision } from '#contract/host/host.ts';
import { loans } from '#db/schema/loan.ts';
import { localDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { answerHost } from '../http/host-gate.ts';
import { changeStatus, lockLoan } from '../ledger/loans.ts';

/** Decides an application under review: it is then paying out or declined; any other status refuses. */
export const answeredDecision = answerHost(hostDecision, async ({ database, now }, request) => {
  const loan = await lockLoan(database, eq(loans.orderNumber, request.orderNumber));
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  if (loan.status !== 'under-review') throw new CodedError('status-conflict');
  const status = request.decision === 'approve' ? 'paying-out' : 'declined';
  await changeStatus(database, loan, status, {
    at: now,
    by: 'host',
    facts:
      status === 'paying-out'
        ? {}
        : {
            declinedAt: now,
            declineReason: request.reason ?? null,
            reapplyOn: request.reapplyOn === undefined ? null : localDate(request.reapplyOn),
          },
  });
  return { data: { orderNumber: loan.orderNumber, orderStatus: status } };
});
