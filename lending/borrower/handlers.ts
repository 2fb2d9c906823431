import { hostSessions } from '#contract/host/host.ts';
import { answerHost } from '../http/host-gate.ts';
import { issueSession } from '../http/session.ts';

/** Issues a session for a borrower on one device, by the real time. */
export const answeredSessions = answerHost(hostSessions, async (context, request) => {
  const { database, clock, configuration } = context;
  const { ttlMinutes = configuration.sessionTtlMinutes, ...bound } = request;
  const session = await issueSession(database, { ...bound, ttlMinutes }, clock.now());
  return { data: { ...session, expiresAt: session.expiresAt.toISOString() } };
});
