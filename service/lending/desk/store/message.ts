import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { columnsOf, hasRows, hasValues, lockRow } from '#db/rows.ts';
import { deskNotes } from '#db/schema/desk.ts';
import { reminderConsents } from '#db/schema/reminder.ts';
import { messagesADay } from '#domain/matter/message-time.ts';
import type { ReminderChannel } from '#domain/reminder/reminder-channel.ts';
import { belongsToLoan, type LoanOf } from '../../ledger/loans.ts';

type MessageKey = Pick<typeof deskNotes.$inferSelect, 'id' | 'borrowerId'>;

const isMessage = ({ id, borrowerId }: MessageKey) =>
  and(eq(deskNotes.id, id), eq(deskNotes.borrowerId, borrowerId));
const waits = sql`${deskNotes.kind} = 'to-send'`;

/** Locked until the transaction ends. */
export function lockMessage(transaction: Transaction, key: MessageKey) {
  return lockRow(transaction, deskNotes, isMessage(key));
}

/** Changes a message that waits. @returns false if it does not wait any more. */
export function changeMessage(
  transaction: Transaction,
  key: MessageKey,
  change: Partial<Pick<typeof deskNotes.$inferInsert, 'kind' | 'writtenAt' | 'sendAt' | 'message'>>,
): Promise<boolean> {
  return hasRows(
    transaction
      .update(deskNotes)
      .set(change)
      .where(and(isMessage(key), waits))
      .returning({ id: deskNotes.id }),
  );
}

export function waitingMessages(database: Queryable, loan: LoanOf) {
  return database
    .select({
      ...columnsOf(deskNotes, 'id', 'text'),
      sendAt: sql<Date>`${deskNotes.sendAt}`.mapWith(deskNotes.sendAt),
    })
    .from(deskNotes)
    .where(and(belongsToLoan(deskNotes, loan), waits))
    .orderBy(asc(deskNotes.sendAt), asc(deskNotes.id));
}

const dueAtOnce = 100;

export function dueMessages(database: Queryable, now: Date): Promise<MessageKey[]> {
  return database
    .select(columnsOf(deskNotes, 'id', 'borrowerId'))
    .from(deskNotes)
    .where(and(waits, lte(deskNotes.sendAt, now)))
    .orderBy(asc(deskNotes.sendAt), asc(deskNotes.id))
    .limit(dueAtOnce);
}

/** When the message was sent, or is to be, that is `messagesADay` before the next one; null for none since an instant. */
export async function limitingMessage(database: Queryable, borrowerId: string, since: Date) {
  const [limiting] = await database
    .select(columnsOf(deskNotes, 'sendAt'))
    .from(deskNotes)
    .where(
      and(
        eq(deskNotes.borrowerId, borrowerId),
        isNotNull(deskNotes.sendAt),
        gt(deskNotes.sendAt, since),
        inArray(deskNotes.kind, ['to-send', 'we-wrote']),
      ),
    )
    .orderBy(desc(deskNotes.sendAt))
    .offset(messagesADay - 1)
    .limit(1);
  return limiting?.sendAt ?? null;
}

/** Whether a borrower withdrew consent to a channel and has not given it again. */
export async function hasWithdrawn(database: Queryable, borrowerId: string, channel: ReminderChannel) {
  const rows = await database
    .select({ withdrawnAt: reminderConsents.withdrawnAt })
    .from(reminderConsents)
    .where(hasValues(reminderConsents, { borrowerId, channel }));
  return rows.length > 0 && rows.every(({ withdrawnAt }) => withdrawnAt !== null);
}
