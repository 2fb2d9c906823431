import { issueSession } from '#contract/host/borrower.ts';
import { answerHost } from '../http/host-gate.ts';
import { issueSession as insertSession } from '../http/session.ts';

/** Issues a session for a borrower on one device, by the real time. */
export const answeredSessions = answerHost(issueSession, async (context, request) => {
  const { transaction, clock, configuration, random } = context;
  const { ttlMinutes = configuration.sessionTtlMinutes, ...bound } = request;
  const now = clock.now();
  const session = await insertSession(transaction, { ...bound, ttlMinutes }, { now, random });
  return { data: { ...session, expiresAt: session.expiresAt.toISOString() } };
});
