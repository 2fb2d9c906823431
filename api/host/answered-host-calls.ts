import type { AnsweredCall } from '../answer-call.ts';
import type { ApiConfiguration } from '../dependencies.ts';
import { answeredClock } from './clock.ts';
import { answeredComplaints } from './complaints.ts';
import { answeredDecision } from './decision.ts';
import { answeredDisbursal } from './disbursal.ts';
import { answeredPayment } from './payment.ts';
import { answeredReconciliation } from './reconciliation.ts';
import { answeredSandbox } from './sandbox.ts';
import { answeredSessions } from './sessions.ts';

/** Every call of the lender's systems that the service answers; the sandbox's in development only. */
export function answeredHostCalls(configuration: Pick<ApiConfiguration, 'isDevelopment'>): AnsweredCall[] {
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
