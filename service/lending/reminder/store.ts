import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { hasRows, hasValues } from '#db/rows.ts';
import { reminderConsents } from '#db/schema/reminder.ts';
import type { ReminderChannel } from '#domain/reminder/reminder-channel.ts';

export type ReminderConsentRecord = typeof reminderConsents.$inferSelect;

export async function chosenChannels(database: Queryable, borrowerId: string): Promise<ReminderChannel[]> {
  const rows = await database
    .select({ channel: reminderConsents.channel })
    .from(reminderConsents)
    .where(and(eq(reminderConsents.borrowerId, borrowerId), isNull(reminderConsents.withdrawnAt)));
  return rows.map(({ channel }) => channel);
}

export async function borrowersReminded(
  database: Queryable,
  borrowerIds: readonly string[],
  channel: ReminderChannel,
): Promise<ReadonlySet<string>> {
  const rows = await database
    .select({ borrowerId: reminderConsents.borrowerId })
    .from(reminderConsents)
    .where(
      and(
        isAnyOf(reminderConsents.borrowerId, borrowerIds),
        eq(reminderConsents.channel, channel),
        isNull(reminderConsents.withdrawnAt),
      ),
    );
  return new Set(rows.map(({ borrowerId }) => borrowerId));
}

/** Inserts a consent. @returns false where one stands already. */
export function insertConsent(transaction: Transaction, consent: Omit<ReminderConsentRecord, 'withdrawnAt'>) {
  return hasRows(
    transaction
      .insert(reminderConsents)
      .values(consent)
      .onConflictDoNothing()
      .returning({ id: reminderConsents.id }),
  );
}

/** Withdraws a standing consent. @returns false for none. */
export function withdrawConsent(
  transaction: Transaction,
  { borrowerId, channel }: { readonly borrowerId: string; readonly channel: ReminderChannel },
  withdrawnAt: Date,
) {
  return hasRows(
    transaction
      .update(reminderConsents)
      .set({ withdrawnAt })
      .where(and(hasValues(reminderConsents, { borrowerId, channel }), isNull(reminderConsents.withdrawnAt)))
      .returning({ id: reminderConsents.id }),
  );
}

export function consentsAfter(
  database: Queryable,
  search: {
    readonly borrowerId: string | undefined;
    readonly isStanding: boolean;
    readonly afterId: string | undefined;
    readonly limit: number;
  },
): Promise<ReminderConsentRecord[]> {
  const { borrowerId, isStanding, afterId, limit } = search;
  return database
    .select()
    .from(reminderConsents)
    .where(
      and(
        borrowerId === undefined ? undefined : eq(reminderConsents.borrowerId, borrowerId),
        isStanding ? isNull(reminderConsents.withdrawnAt) : undefined,
        afterId === undefined ? undefined : gt(reminderConsents.id, afterId),
      ),
    )
    .orderBy(asc(reminderConsents.id))
    .limit(limit);
}
