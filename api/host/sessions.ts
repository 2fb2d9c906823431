import { hostSessions } from '#contract/host.ts';
import { issueSession } from '../session.ts';
import { answerHost } from './answer-host-call.ts';

/** Issues a session for a borrower on one device, by the real time. */
export const answeredSessions = answerHost(hostSessions, async (context, request) => {
  const { database, clock, configuration } = context;
  const { ttlMinutes = configuration.sessionTtlMinutes, ...bound } = request;
  const session = await issueSession(database, { ...bound, ttlMinutes }, clock.now());
  return { data: { ...session, expiresAt: session.expiresAt.toISOString() } };
});
