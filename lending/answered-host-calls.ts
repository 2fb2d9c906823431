import { answeredSessions } from './borrower/handlers.ts';
import { answeredComplaints } from './complaint/host-complaints.ts';
import type { LendingConfiguration } from './dependencies.ts';
import { answeredClock } from './developer/clock.ts';
import { answeredSandbox } from './developer/sandbox.ts';
import type { AnsweredCall } from './http/answer-call.ts';
import { answeredReconciliation } from './ledger/host-reconciliation.ts';
import { answeredDisbursal } from './loan/disbursal.ts';
import { answeredDecision } from './loan/host-calls.ts';
import { answeredPayment } from './repayment/host-payment.ts';

/** Every call of the lender's systems that the service answers; the sandbox's in development only. */
export function answeredHostCalls(
  configuration: Pick<LendingConfiguration, 'isDevelopment'>,
): AnsweredCall[] {
  return [
    answeredSessions,
    answeredDecision,
    answeredDisbursal,
    answeredPayment,
    answeredReconciliation,
    ...answeredComplaints,
    ...(configuration.isDevelopment ? [answeredClock, answeredSandbox] : []),
  ];
}
