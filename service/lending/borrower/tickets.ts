import type { SessionParameters } from '#contract/page-query.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { isDatabaseUnavailable } from '#db/failure.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { hashOfToken } from '../http/session.ts';
import { beginSession } from './sessions.ts';
import { findTicketOwner, lockSessionsOf, takeTicket } from './store.ts';

export interface ExchangedTicket {
  readonly parameters: SessionParameters;
  readonly expiresAt: Date;
}

export type TicketRefusal = 'session-required' | 'service-unavailable';

const longestTicket = 256;

/**
 * Exchanges a ticket for a new session of its borrower, once, however many ask at the same time. Gives 'session-required' for an expired,
 * used or unknown ticket, without telling which, and 'service-unavailable' when the database cannot serve at the moment.
 */
export async function exchangeTicket(
  { database, clock, random, logger, holdPlace }: LendingDependencies,
  ticket: string,
): Promise<ExchangedTicket | TicketRefusal> {
  if (ticket === '' || ticket.length > longestTicket) return 'session-required';
  const tokenHash = hashOfToken(ticket);
  const exchange = () => inTransaction(database, exchanged);
  try {
    const outcome = await holdPlace('ticket', [tokenHash], exchange);
    return outcome === 'busy' ? 'service-unavailable' : outcome;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    logger.warn('the database could not serve a ticket');
    return 'service-unavailable';
  }

  async function exchanged(transaction: Transaction): Promise<ExchangedTicket | TicketRefusal> {
    const now = clock.now();
    // Locks the borrower first, as a revocation does, so that the two never deadlock.
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
  }
}
