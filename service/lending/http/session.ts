import { hash } from 'node:crypto';
import type { Database } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Market } from '#domain/market.ts';
import { queryOf } from './read-body.ts';
import { findLiveSession, noteSessionUse } from './store.ts';

export interface Borrower {
  readonly id: string;
  /** The lender's own number of the user, for which the session was issued. */
  readonly userId: string;
  readonly name: string;
  readonly address: string;
  readonly mobilePhone: string;
  readonly market: Market;
  /** Whether nothing new can be borrowed; existing loans can be seen and paid. */
  readonly isBlocked: boolean;
}

/** Session values that a request gives; two values must agree (SESS-4). */
export interface NamedSession {
  readonly sessionIds: readonly string[];
  readonly deviceIds: readonly string[];
  readonly userIds: readonly string[];
}

/** The session values in a request's headers and query (CALL-1, CALL-2). */
export function namedSession(request: Pick<Request, 'headers' | 'url'>): NamedSession {
  const parameters = queryOf(request);
  const values = (header: string, parameter: string) =>
    [request.headers.get(header), parameters.get(parameter)].filter((value) => value !== null);
  return {
    sessionIds: values('X-Session-Id', 'sessionId'),
    deviceIds: values('X-Device-Id', 'deviceId'),
    userIds: values('X-User-Id', 'userId'),
  };
}

const longestCredential = 256;
const minuteMs = 60_000;

export function hashOfToken(token: string): string {
  return hash('sha256', token);
}

/**
 * The borrower of a request: its session must be live, on the device it was issued for, and for the user that the request names, if any.
 * Repeated values must agree, and empty ones are ignored (SESS-4, CALL-1, CALL-2). @param now real time. @param idleMinutes idle timeout of
 * a session; 0 for never. @throws CodedError 'session-required' in every other case, without telling which.
 */
export async function requireBorrower(
  database: Database,
  { sessionIds, deviceIds, userIds }: NamedSession,
  { now, idleMinutes }: { readonly now: Date; readonly idleMinutes: number },
): Promise<Borrower> {
  const inputs = (values: readonly string[]) => values.filter((value) => value !== '');
  const [token, ...otherTokens] = inputs(sessionIds);
  const devices = inputs(deviceIds);
  const users = inputs(userIds);
  if (
    token === undefined ||
    token.length > longestCredential ||
    otherTokens.some((other) => other !== token)
  ) {
    throw new CodedError('session-required');
  }
  const before = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);
  const idleSince = idleMinutes === 0 ? null : before(idleMinutes);
  const session = await findLiveSession(database, hashOfToken(token), { now, idleSince });
  const isBound =
    session !== undefined &&
    devices.length > 0 &&
    devices.every((device) => device === session.deviceId) &&
    users.every((user) => user === session.userId);
  if (!isBound) throw new CodedError('session-required');
  // At most once a minute, to spare the database a write with every call.
  if (idleSince && session.lastUsedAt < before(1)) {
    await noteSessionUse(database, session.id, { now, before: before(1) });
  }
  return session.borrower;
}
