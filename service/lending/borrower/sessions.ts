import { issueSession, revokeSessions } from '#contract/host/session.ts';
import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { answerHost } from '../http/host-gate.ts';
import { hashOfToken } from '../http/session.ts';
import type { Random } from '../ports.ts';
import {
  dropTicketsOf,
  endSession,
  endSessionsOf,
  insertSession,
  insertTicket,
  lockSessionsOf,
} from './store.ts';

export interface SessionRequest {
  readonly borrowerId: string;
  readonly deviceId: string;
  /** The lender's own number of the user; the borrower's id when absent. */
  readonly userId?: string | undefined;
  readonly ttlMinutes: number;
  readonly keepsOthers?: boolean;
}

/** A session as pages carry it. `sessionId` is the secret, known to the caller alone. */
export interface IssuedSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

interface Now {
  readonly now: Date;
  readonly random: Random;
}

const tokenBytes = 32;
const minuteMs = 60_000;
const ticketLifeMs = 60_000;

/**
 * Issues a session for a borrower on one device and ends others there unless `keepsOthers` (SESS-4). @throws CodedError 'not-found' when
 * there is no such borrower.
 */
export async function beginSession(
  transaction: Transaction,
  { borrowerId, deviceId, userId = borrowerId, ttlMinutes, keepsOthers = false }: SessionRequest,
  { now, random }: Now,
): Promise<IssuedSession> {
  if (!(await lockSessionsOf(transaction, borrowerId))) throw new CodedError('not-found', 'borrowerId');
  if (!keepsOthers) await endSessionsOf(transaction, { borrowerId, deviceId }, now);
  const sessionId = random.bytes(tokenBytes).toString('base64url');
  const expiresAt = new Date(now.getTime() + ttlMinutes * minuteMs);
  await insertSession(transaction, {
    id: random.id(),
    tokenHash: hashOfToken(sessionId),
    borrowerId,
    deviceId,
    userId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  });
  return { sessionId, userId, expiresAt };
}

export const answeredSessionCalls = [
  /** Issues sessions, and tickets for them, by the real time. */
  answerHost(issueSession, async (context, request) => {
    const { transaction, clock, configuration, random } = context;
    const { borrowerId, deviceId, userId = borrowerId, ticket: isTicket = false } = request;
    const { ttlMinutes = configuration.sessionTtlMinutes, keepsOthers = false } = request;
    const now = clock.now();
    if (!isTicket) {
      const bound = { borrowerId, deviceId, userId, ttlMinutes, keepsOthers };
      const session = await beginSession(transaction, bound, { now, random });
      return { data: session };
    }
    if (!(await lockSessionsOf(transaction, borrowerId))) throw new CodedError('not-found', 'borrowerId');
    const { appVersion = '', clientType = '', merchantNumber = '', mobilePhone = '' } = request;
    const ticket = random.bytes(tokenBytes).toString('base64url');
    const expiresAt = new Date(now.getTime() + ticketLifeMs);
    await insertTicket(transaction, {
      tokenHash: hashOfToken(ticket),
      borrowerId,
      deviceId,
      userId,
      ttlMinutes,
      expiresAt,
      appVersion,
      clientType,
      merchantNumber,
      mobilePhone,
    });
    return { data: { ticket, userId, expiresAt } };
  }),
  answerHost(revokeSessions, async (context, request) => {
    const { transaction, clock } = context;
    const { sessionId, borrowerId, deviceId } = request;
    const now = clock.now();
    if (borrowerId === undefined) {
      const tokenHash = hashOfToken(sessionId ?? '');
      return { data: { sessions: await endSession(transaction, tokenHash, now), tickets: 0 } };
    }
    if (!(await lockSessionsOf(transaction, borrowerId))) throw new CodedError('not-found', 'borrowerId');
    return {
      data: {
        sessions: await endSessionsOf(transaction, { borrowerId, deviceId }, now),
        tickets: await dropTicketsOf(transaction, { borrowerId, deviceId }, now),
      },
    };
  }),
];
