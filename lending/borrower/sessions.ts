import { issueSession, revokeSessions } from '#contract/host/session.ts';
import type { SessionParameters } from '#contract/page-query.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { isDatabaseUnavailable } from '#db/failure.ts';
import { CodedError } from '#domain/error-code.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { answerHost } from '../http/host-gate.ts';
import { hashOfToken } from '../http/session.ts';
import type { Random } from '../ports.ts';
import {
  dropTicketsOf,
  endSession,
  endSessionsOf,
  findTicketOwner,
  insertSession,
  insertTicket,
  lockSessionsOf,
  takeTicket,
} from './store.ts';

/** What a new session is bound to. */
export interface SessionRequest {
  readonly borrowerId: string;
  readonly deviceId: string;
  /** The lender's own number of the user; the borrower's id when absent. */
  readonly userId?: string | undefined;
  readonly ttlMinutes: number;
  /** Whether other sessions on the device go on beside it. */
  readonly keepsOthers?: boolean;
}

/** A session as the pages carry it. `sessionId` is the secret: it is known to nobody but the caller afterwards. */
export interface IssuedSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

/** What a page is opened with in exchange for a ticket, and when that ends. */
export interface ExchangedTicket {
  readonly parameters: SessionParameters;
  readonly expiresAt: Date;
}

/** Why a ticket was not exchanged. */
export type TicketRefusal = 'session-required' | 'service-unavailable';

interface Now {
  /** The real time. */
  readonly now: Date;
  readonly random: Random;
}

const tokenBytes = 32;
const minuteMs = 60_000;
/** How long a ticket waits for its page. */
const ticketLifeMs = 60_000;
const longestTicket = 256;

/**
 * Issues a session for a borrower on one device, in place of those they have there unless it keeps them (SESS-4).
 * @throws CodedError 'not-found' when there is no such borrower.
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

/** Issues sessions, and tickets for them, by the real time. */
const answeredIssue = answerHost(issueSession, async (context, request) => {
  const { transaction, clock, configuration, random } = context;
  const { borrowerId, deviceId, userId = borrowerId, ticket: isTicket = false } = request;
  const { ttlMinutes = configuration.sessionTtlMinutes, keepsOthers = false } = request;
  const now = clock.now();
  if (!isTicket) {
    const bound = { borrowerId, deviceId, userId, ttlMinutes, keepsOthers };
    const session = await beginSession(transaction, bound, { now, random });
    return { data: { ...session, expiresAt: session.expiresAt.toISOString() } };
  }
  if (!(await lockSessionsOf(transaction, borrowerId))) throw new CodedError('not-found', 'borrowerId');
  const { appVersion = '', clientType = '', merchantNumber = '', mobilePhone = '' } = request;
  const ticket = random.bytes(tokenBytes).toString('base64url');
  const expiresAt = new Date(now.getTime() + ticketLifeMs);
  await insertTicket(transaction, {
    ...{ tokenHash: hashOfToken(ticket), borrowerId, deviceId, userId, ttlMinutes, expiresAt },
    ...{ appVersion, clientType, merchantNumber, mobilePhone },
  });
  return { data: { ticket, userId, expiresAt: expiresAt.toISOString() } };
});

/** Ends sessions and what could still become one. */
const answeredRevocation = answerHost(revokeSessions, async (context, request) => {
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
});

/** The calls of the lender's systems about sessions. */
export const answeredSessionCalls = [answeredIssue, answeredRevocation];

/**
 * Exchanges a ticket for a new session of its borrower, once, however many ask at the same time. Gives
 * 'session-required' for a ticket that is over, used or unknown, without telling which, and 'service-unavailable' when the
 * database cannot serve at the moment, and it is worth trying again.
 */
export async function exchangeTicket(
  { database, clock, random, logger }: LendingDependencies,
  ticket: string,
): Promise<ExchangedTicket | TicketRefusal> {
  const now = clock.now();
  if (ticket === '' || ticket.length > longestTicket) return 'session-required';
  const tokenHash = hashOfToken(ticket);
  try {
    return await inTransaction(database, async (transaction) => {
      // In the order of a revocation, which holds the borrower first: they never wait for each other.
      const owner = await findTicketOwner(transaction, tokenHash);
      if (owner === undefined) return 'session-required';
      await lockSessionsOf(transaction, owner);
      const taken = await takeTicket(transaction, tokenHash, now);
      if (!taken) return 'session-required';
      const { sessionId, expiresAt } = await beginSession(transaction, taken, { now, random });
      const { deviceId, appVersion, userId, clientType, merchantNumber, mobilePhone } = taken;
      return {
        parameters: { deviceId, appVersion, userId, sessionId, clientType, merchantNumber, mobilePhone },
        expiresAt,
      };
    });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    logger.warn('the database could not serve a ticket');
    return 'service-unavailable';
  }
}
