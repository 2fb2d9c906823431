import { eq, sql } from 'drizzle-orm';
import { type Database, enqueue, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { duplicateIn, isDivisionByZero } from '#db/failure.ts';
import { hasRows } from '#db/rows.ts';
import { hostMessagePaths, hostMessages } from '#db/schema/host.ts';

type HostMessageKey = Pick<typeof hostMessages.$inferSelect, 'messageId' | 'path' | 'bodyHash'>;

type HostMessagePath = Pick<HostMessageKey, 'messageId' | 'path'>;

/**
 * Claims a message id; waits for a message that is under way. Fails the transaction where the id was answered or belongs to another path
 * (`isMessageTaken`).
 */
export function claimHostMessage(
  transaction: Transaction,
  { messageId, path, bodyHash }: HostMessageKey,
  receivedAt: Date,
): void {
  const isElsewhere = sql`exists (select from ${hostMessagePaths} where message_id = ${messageId} and path <> ${path})`;
  // Divides by zero where the id belongs to another path.
  const status = sql`1 / (not ${isElsewhere})::integer - 1`;
  enqueue(
    transaction,
    transaction.execute(sql`insert into ${hostMessages} (message_id, path, body_hash, status, sealed_answer, received_at)
      select ${messageId}::text, ${path}::text, ${bodyHash}::text, ${status}, '', ${receivedAt.toISOString()}::timestamptz`),
  );
}

/** Whether a transaction may have failed because its message id is taken. */
export function isMessageTaken(error: unknown): boolean {
  return duplicateIn(error) === 'host_messages_pkey' || isDivisionByZero(error);
}

export function releaseHostMessage(transaction: Transaction, messageId: string): void {
  enqueue(transaction, transaction.delete(hostMessages).where(eq(hostMessages.messageId, messageId)));
}

export function keepHostAnswer(
  transaction: Transaction,
  messageId: string,
  answer: {
    readonly status: number;
    readonly sealedAnswer: string;
    readonly subjectId: string | null;
  },
): void {
  enqueue(
    transaction,
    transaction.update(hostMessages).set(answer).where(eq(hostMessages.messageId, messageId)),
  );
}

type AnsweredMessage = Pick<
  typeof hostMessages.$inferSelect,
  'bodyHash' | 'status' | 'sealedAnswer' | 'subjectId'
>;

/** Whether a message id belongs to another path, and the stored answer if it took effect. */
export async function findHostMessage(
  queryable: Queryable,
  { messageId, path }: HostMessagePath,
): Promise<{ readonly isOfAnotherPath: boolean; readonly message: AnsweredMessage | undefined }> {
  const rows = await queryRows<AnsweredMessage & { readonly path: string }>(
    queryable,
    sql`select path, body_hash as "bodyHash", status, sealed_answer as "sealedAnswer", subject_id as "subjectId"
        from ${hostMessages} where message_id = ${messageId}
      union all select path, null, null, null, null from ${hostMessagePaths} where message_id = ${messageId}`,
  );
  return {
    isOfAnotherPath: rows.some((row) => row.path !== path),
    message: rows.find(({ status }) => status !== null),
  };
}

/** Binds the id of a signed message without a stored answer to a path. @returns false where it belongs to another one. */
export function bindHostMessage(database: Database, { messageId, path }: HostMessagePath, receivedAt: Date) {
  return hasRows(
    queryRows(
      database,
      sql`insert into ${hostMessagePaths} as bound (message_id, path, received_at)
      select ${messageId}::text, ${path}::text, ${receivedAt.toISOString()}::timestamptz
      where not exists (select from ${hostMessages} where message_id = ${messageId} and path <> ${path})
      on conflict (message_id) do update set path = excluded.path where bound.path = excluded.path
      returning 1 as kept`,
    ),
  );
}
