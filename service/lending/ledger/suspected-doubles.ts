import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '#db/database.ts';
import { columnsOf } from '#db/rows.ts';
import { loanNumbers } from '#db/schema/loan.ts';
import { providerEvents } from '#db/schema/repayment.ts';

type ProviderEvent = typeof providerEvents.$inferSelect;

const earlier = alias(providerEvents, 'earlier');

const listedMax = 1000;

export interface SuspectedDouble extends Pick<ProviderEvent, 'amountMinor' | 'currency'> {
  readonly orderNumber: string;
  readonly payments: readonly Pick<ProviderEvent, 'provider' | 'eventId' | 'paidAt'>[];
}

/** Standing pairs of payments that may be one, oldest first. @param loanId only that loan's; undefined for all. */
export async function suspectedDoubles(
  database: Queryable,
  loanId: string | undefined,
): Promise<SuspectedDouble[]> {
  const named = ({ provider, eventId, paidAt }: typeof earlier | typeof providerEvents) => ({
    provider,
    eventId,
    paidAt,
  });
  const rows = await database
    .select({
      orderNumber: loanNumbers.orderNumber,
      ...columnsOf(providerEvents, 'amountMinor', 'currency'),
      later: named(providerEvents),
      earlier: named(earlier),
    })
    .from(providerEvents)
    .innerJoin(
      earlier,
      and(eq(earlier.id, providerEvents.doubleOf), eq(earlier.borrowerId, providerEvents.borrowerId)),
    )
    .innerJoin(loanNumbers, eq(loanNumbers.loanId, providerEvents.loanId))
    .where(
      and(
        isNotNull(providerEvents.doubleOf),
        eq(providerEvents.outcome, 'posted'),
        eq(earlier.outcome, 'posted'),
        loanId === undefined ? undefined : eq(providerEvents.loanId, loanId),
      ),
    )
    .orderBy(asc(providerEvents.receivedAt), asc(providerEvents.id))
    .limit(listedMax);
  return rows.map(({ later, earlier: before, ...pair }) => ({ ...pair, payments: [later, before] }));
}

/** Records that a payment is another than the one it resembles. */
export async function clearSuspicion(transaction: Transaction, { id }: Pick<ProviderEvent, 'id'>) {
  await transaction
    .update(providerEvents)
    .set({ doubleOf: null })
    .where(
      and(isNotNull(providerEvents.doubleOf), or(eq(providerEvents.id, id), eq(providerEvents.doubleOf, id))),
    );
}
