import { and, desc, eq, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { smsSends } from '#db/schema/sms.ts';
import {
  addressBlock,
  maySend,
  numberPrefix,
  type SendDecision,
  type SendLimit,
  type SendScope,
  sendLimits,
} from '#domain/sms/send-limit.ts';
import type { SmsOutcome } from '#providers/ports/sms.ts';
import { keyedHash } from './keyed-hash.ts';

/** Whose message it is, for the limits. */
export interface SendParties {
  /** E.164. */
  readonly mobilePhone: string;
  readonly borrowerId: string | null;
  /** The caller's network address; null where it is not known. */
  readonly address: string | null;
}

type CountedColumns = Pick<
  typeof smsSends.$inferInsert,
  'numberHash' | 'prefixHash' | 'addressHash' | 'borrowerId'
>;

/** Only one message at a time is counted and reserved; the lock lasts as long as a few index lookups. */
const reservationLock = 74_126_002;

/** How long sends are kept: the longest window of a limit, and some. */
const keptDays = 2;

/** Whether a message may be sent now, from the messages in the log. */
export async function judgeSend(
  database: Database,
  parties: SendParties,
  secret: string,
  now: Date,
): Promise<SendDecision> {
  const counted = countedColumns(parties, secret);
  const tallies = [];
  for (const limit of sendLimits) {
    tallies.push({ limit, nthLatestAt: await nthLatest(database, limit, counted) });
  }
  return maySend(tallies, now);
}

/**
 * Reserves one message against the limits, in a transaction of the caller.
 * @returns the id of the reservation, or the decision that refuses it.
 */
export async function reserveSend(
  tx: Database,
  parties: SendParties,
  secret: string,
  now: Date,
): Promise<{ readonly sendId: string } | Extract<SendDecision, { isAllowed: false }>> {
  await tx.execute(sql`select pg_advisory_xact_lock(${reservationLock})`);
  const decision = await judgeSend(tx, parties, secret, now);
  if (!decision.isAllowed) return decision;
  const sendId = newId();
  await tx
    .insert(smsSends)
    .values({ id: sendId, ...countedColumns(parties, secret), sentAt: now, outcome: 'reserved' });
  return { sendId };
}

function countedColumns({ mobilePhone, address, borrowerId }: SendParties, secret: string): CountedColumns {
  return {
    numberHash: keyedHash(secret, 'number', mobilePhone),
    prefixHash: keyedHash(secret, 'prefix', numberPrefix(mobilePhone)),
    addressHash: address === null ? null : keyedHash(secret, 'address', addressBlock(address)),
    borrowerId,
  };
}

/** Records what became of a reserved message. One that was certainly not sent no longer counts. */
export async function concludeSend(database: Database, sendId: string, outcome: SmsOutcome): Promise<void> {
  await database.update(smsSends).set({ outcome }).where(eq(smsSends.id, sendId));
}

/** Forgets the messages that no limit looks at any more. */
export async function forgetOldSends(database: Database, now: Date): Promise<void> {
  await database.delete(smsSends).where(lt(smsSends.sentAt, new Date(now.getTime() - keptDays * 86_400_000)));
}

/** The time of the `limit.sends`-th latest message of a limit's scope; null when there were fewer. */
async function nthLatest(tx: Database, limit: SendLimit, counted: CountedColumns): Promise<Date | null> {
  const scope = scopeCondition(limit.scope, counted);
  if (scope === null) return null;
  const [row] = await tx
    .select({ sentAt: smsSends.sentAt })
    .from(smsSends)
    .where(and(scope, ne(smsSends.outcome, 'not-sent')))
    .orderBy(desc(smsSends.sentAt))
    .offset(limit.sends - 1)
    .limit(1);
  return row?.sentAt ?? null;
}

/** Which messages a scope counts; null when this message has nothing of it. */
function scopeCondition(scope: SendScope, counted: CountedColumns): SQL | null {
  switch (scope) {
    case 'number':
      return eq(smsSends.numberHash, counted.numberHash);
    case 'prefix':
      return eq(smsSends.prefixHash, counted.prefixHash);
    case 'address':
      return counted.addressHash == null ? null : eq(smsSends.addressHash, counted.addressHash);
    case 'borrower':
      return counted.borrowerId == null ? null : eq(smsSends.borrowerId, counted.borrowerId);
    case 'total':
      return sql`true`;
  }
}
