import { hostSessions } from '#contract/host/host.ts';
import { answerHost } from '../http/host-gate.ts';
import { issueSession } from '../http/session.ts';

/** Issues a session for a borrower on one device, by the real time. */
export const answeredSessions = answerHost(hostSessions, async (context, request) => {
  const { transaction, clock, configuration, random } = context;
  const { ttlMinutes = configuration.sessionTtlMinutes, ...bound } = request;
  const now = clock.now();
  const session = await issueSession(transaction, { ...bound, ttlMinutes }, { now, random });
  return { data: { ...session, expiresAt: session.expiresAt.toISOString() } };
});
