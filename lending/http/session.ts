import { createHash } from 'node:crypto';
import type { Database, Queryable } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Market } from '#domain/market.ts';
import type { Random } from '../ports.ts';
import { findLiveSession, insertSession, isBorrower } from './store.ts';

/** Who is calling. */
export interface Borrower {
  readonly id: string;
  /** The lender's own number of the user, which the session was issued for. */
  readonly userId: string;
  readonly name: string;
  readonly address: string;
  readonly market: Market;
  /** Whether nothing new may be taken; what there is can be seen and paid. */
  readonly isBlocked: boolean;
}

/** What a new session is bound to. */
export interface SessionRequest {
  readonly borrowerId: string;
  readonly deviceId: string;
  /** The lender's own number of the user; the borrower's id when absent. */
  readonly userId?: string | undefined;
  readonly ttlMinutes: number;
}

/** A session as the pages carry it. `sessionId` is the secret: it is known to nobody but the caller afterwards. */
export interface IssuedSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

const tokenBytes = 32;
const longestCredential = 256;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Issues a session for a borrower on one device (SESS-4).
 * @param now the real time.
 * @throws CodedError 'not-found' when there is no such borrower.
 */
export async function issueSession(
  database: Queryable,
  { borrowerId, deviceId, userId = borrowerId, ttlMinutes }: SessionRequest,
  { now, random }: { readonly now: Date; readonly random: Random },
): Promise<IssuedSession> {
  if (!(await isBorrower(database, borrowerId))) throw new CodedError('not-found', 'borrowerId');
  const sessionId = random.bytes(tokenBytes).toString('base64url');
  const expiresAt = new Date(now.getTime() + ttlMinutes * 60_000);
  await insertSession(database, {
    id: random.id(),
    tokenHash: hashOf(sessionId),
    borrowerId,
    deviceId,
    userId,
    createdAt: now,
    expiresAt,
  });
  return { sessionId, userId, expiresAt };
}

/**
 * The borrower behind a request: the session of its header or query, unexpired, on the device it was issued for, and for
 * the user it names if it names one. Header and query must agree where both are given (SESS-4, CALL-1, CALL-2).
 * @param now the real time.
 * @throws CodedError 'session-required' in every other case, without telling which.
 */
export async function requireBorrower(database: Database, request: Request, now: Date): Promise<Borrower> {
  const parameters = new URL(request.url).searchParams;
  const given = (header: string, parameter: string): string[] =>
    [request.headers.get(header), parameters.get(parameter)].filter(
      (value): value is string => typeof value === 'string' && value !== '',
    );
  const [token, ...otherTokens] = given('X-Session-Id', 'sessionId');
  const devices = given('X-Device-Id', 'deviceId');
  const users = given('X-User-Id', 'userId');
  if (
    token === undefined ||
    token.length > longestCredential ||
    otherTokens.some((other) => other !== token)
  ) {
    throw new CodedError('session-required');
  }
  const session = await findLiveSession(database, hashOf(token), now);
  const isBound =
    session !== undefined &&
    devices.length > 0 &&
    devices.every((device) => device === session.deviceId) &&
    users.every((user) => user === session.userId);
  if (!isBound) throw new CodedError('session-required');
  return session.borrower;
}
