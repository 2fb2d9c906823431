import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { cardPayments, savedCards } from '#db/schema/card-payment.ts';
import {
  type CardPaymentState,
  canMoveCardPayment,
  codeEntryMinutes,
} from '#domain/card-payment/card-payment.ts';

/** A card payment as it is kept. */
export type CardPaymentRecord = typeof cardPayments.$inferSelect;

/** What a change of state also writes. */
type StateFacts = Partial<Pick<typeof cardPayments.$inferInsert, 'chargedAt' | 'paidAt' | 'finishedAt'>>;

/** Pending payments asked about at once by a sweep. */
const sweepSize = 50;

/** A card payment of this borrower; undefined for any other. */
export async function cardPaymentOf(
  database: Database,
  borrowerId: string,
  paymentId: string,
): Promise<CardPaymentRecord | undefined> {
  if (!isId(paymentId)) return undefined;
  const [payment] = await database
    .select()
    .from(cardPayments)
    .where(and(eq(cardPayments.id, paymentId), eq(cardPayments.borrowerId, borrowerId)));
  return payment;
}

/** Locks a card payment until the transaction ends. A transaction that locks its loan too does so before. */
export async function lockCardPayment(
  tx: Database,
  paymentId: string,
): Promise<CardPaymentRecord | undefined> {
  if (!isId(paymentId)) return undefined;
  const [payment] = await tx.select().from(cardPayments).where(eq(cardPayments.id, paymentId)).for('update');
  return payment;
}

/** The loan and the card token of a payment, for charging it. */
export async function chargeDetailsOf(database: Database, paymentId: string) {
  const [row] = await database
    .select({
      loanId: cardPayments.loanId,
      amountMinor: cardPayments.amountMinor,
      currency: cardPayments.currency,
      cardToken: savedCards.cardToken,
    })
    .from(cardPayments)
    .innerJoin(savedCards, eq(savedCards.id, cardPayments.cardId))
    .where(eq(cardPayments.id, paymentId));
  return row;
}

/** The payment of a loan that is under way: pending, or waiting for a code for not too long. There is one at most. */
export async function openCardPayment(
  database: Database,
  loanId: string,
  now: Date,
): Promise<CardPaymentRecord | undefined> {
  const [payment] = await database
    .select()
    .from(cardPayments)
    .where(
      and(
        eq(cardPayments.loanId, loanId),
        or(
          eq(cardPayments.state, 'pending'),
          and(eq(cardPayments.state, 'awaiting-code'), gt(cardPayments.startedAt, codeEntryStart(now))),
        ),
      ),
    )
    .orderBy(desc(cardPayments.startedAt))
    .limit(1);
  return payment;
}

/** The newest payment of a loan that went to the provider, if it was declined. */
export async function lastDeclinedPayment(
  database: Database,
  loanId: string,
): Promise<CardPaymentRecord | undefined> {
  const [payment] = await database
    .select()
    .from(cardPayments)
    .where(and(eq(cardPayments.loanId, loanId), isNotNull(cardPayments.chargedAt)))
    .orderBy(desc(cardPayments.startedAt))
    .limit(1);
  return payment?.state === 'declined' ? payment : undefined;
}

/**
 * Moves a locked card payment to another state.
 * @throws Error for a move that the domain does not allow; callers decide before.
 */
export async function moveCardPayment(
  tx: Database,
  payment: Pick<CardPaymentRecord, 'id' | 'state'>,
  state: CardPaymentState,
  facts: StateFacts,
): Promise<void> {
  if (!canMoveCardPayment(payment.state, state)) {
    throw new Error(`A card payment cannot go from ${payment.state} to ${state}.`);
  }
  await tx
    .update(cardPayments)
    .set({ state, ...facts })
    .where(and(eq(cardPayments.id, payment.id), eq(cardPayments.state, payment.state)));
}

/** Cancels the payment of a loan that waits for its code, if there is one. No money moved for it. */
export async function cancelAwaitingCode(tx: Database, loanId: string, now: Date): Promise<void> {
  await tx
    .update(cardPayments)
    .set({ state: 'cancelled', finishedAt: now })
    .where(and(eq(cardPayments.loanId, loanId), eq(cardPayments.state, 'awaiting-code')));
}

/** Cancels every payment whose code was not entered in time. */
export async function cancelForgotten(database: Database, now: Date): Promise<void> {
  await database
    .update(cardPayments)
    .set({ state: 'cancelled', finishedAt: now })
    .where(and(eq(cardPayments.state, 'awaiting-code'), lt(cardPayments.startedAt, codeEntryStart(now))));
}

/**
 * Claims pending payments to ask the provider about, none that was charged or asked about after `before`. Each is given
 * to one caller only.
 * @param loanId only that loan's; null for all.
 */
export async function claimPending(
  database: Database,
  { before, now, loanId }: { readonly before: Date; readonly now: Date; readonly loanId: string | null },
): Promise<string[]> {
  return database.transaction(async (tx) => {
    const rows = await tx
      .select({ id: cardPayments.id })
      .from(cardPayments)
      .where(
        and(
          eq(cardPayments.state, 'pending'),
          lt(cardPayments.chargedAt, before),
          or(isNull(cardPayments.askedAt), lt(cardPayments.askedAt, before)),
          loanId === null ? undefined : eq(cardPayments.loanId, loanId),
        ),
      )
      .orderBy(asc(cardPayments.chargedAt))
      .limit(sweepSize)
      .for('update', { skipLocked: true });
    for (const { id } of rows) {
      await tx.update(cardPayments).set({ askedAt: now }).where(eq(cardPayments.id, id));
    }
    return rows.map(({ id }) => id);
  });
}

function codeEntryStart(now: Date): Date {
  return new Date(now.getTime() - codeEntryMinutes * 60_000);
}
