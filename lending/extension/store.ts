import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { extensions } from '#db/schema/extension.ts';
import { instalments } from '#db/schema/repayment.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import type { CurrentExtension } from './current-extension.ts';

/** An extension as it is kept. */
export type ExtensionRecord = typeof extensions.$inferSelect;

function isOpenOffer(loanId: string) {
  return and(eq(extensions.loanId, loanId), eq(extensions.state, 'awaiting-payment'));
}

/** The figures of an offer, as they are kept. */
function figuresOf({ offer, sequences, fromDueDate, quotedOn }: CurrentExtension) {
  return {
    quotedOn,
    days: offer.days,
    feeMinor: offer.feeMinor,
    payTodayMinor: offer.payTodayMinor,
    fromDueDate,
    newDueDate: offer.newDueDate,
    sequences,
  };
}

/** Keeps the offer of a locked loan: one is open at a time, and it follows the figures of the day. */
export async function keepOffer(
  tx: Database,
  loanId: string,
  current: CurrentExtension,
  now: Date,
): Promise<void> {
  const figures = figuresOf(current);
  const updated = await tx
    .update(extensions)
    .set(figures)
    .where(isOpenOffer(loanId))
    .returning({ id: extensions.id });
  if (updated.length > 0) return;
  await tx
    .insert(extensions)
    .values({ id: newId(), loanId, state: 'awaiting-payment', ...figures, offeredAt: now });
}

/** What arrived for an extension. */
export interface ExtensionReceipt {
  readonly paidMinor: MinorAmount;
  readonly paidAt: Date;
}

/** The offer of a loan that waits for its payment, if there is one. */
export async function openOffer(database: Database, loanId: string): Promise<ExtensionRecord | undefined> {
  const [row] = await database.select().from(extensions).where(isOpenOffer(loanId));
  return row;
}

/**
 * Records that a payment did not reach the open offer of a locked loan. The offer stays open for another payment, unless
 * nothing can be extended any more.
 */
export async function missOffer(
  tx: Database,
  loanId: string,
  receipt: ExtensionReceipt,
  { isOver }: { readonly isOver: boolean },
): Promise<void> {
  await tx
    .update(extensions)
    .set({ ...(isOver ? { state: 'lapsed' } : {}), ...receipt })
    .where(isOpenOffer(loanId));
}

/**
 * Puts an extension of a locked loan into effect: its instalments are due on the new day, and their penalties count from
 * there. An instalment that was extended before cannot move again; the database refuses it too.
 */
export async function putIntoEffect(
  tx: Database,
  loanId: string,
  current: CurrentExtension,
  receipt: ExtensionReceipt,
  now: Date,
): Promise<void> {
  await keepOffer(tx, loanId, current, now);
  await tx
    .update(extensions)
    .set({ state: 'in-effect', ...receipt })
    .where(isOpenOffer(loanId));
  for (const instalment of current.instalments) {
    await tx
      .update(instalments)
      .set({
        dueDate: current.offer.newDueDate,
        extendedFrom: instalment.dueDate,
        accruedThrough: null,
      })
      .where(eq(instalments.id, instalment.id));
  }
}

/** The last extension of a loan that something was paid for. */
export async function lastPaidExtension(
  database: Database,
  loanId: string,
): Promise<ExtensionRecord | undefined> {
  const [row] = await database
    .select()
    .from(extensions)
    .where(and(eq(extensions.loanId, loanId), isNotNull(extensions.paidAt)))
    .orderBy(desc(extensions.paidAt), desc(extensions.id))
    .limit(1);
  return row;
}
