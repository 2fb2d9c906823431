import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type Database, enqueue, type Queryable, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { columnsOf, findRow, hasRows, lockRow } from '#db/rows.ts';
import { smsCodes, smsSends } from '#db/schema/sms.ts';
import type { SendPurpose, SendScope } from '#domain/sms/send-limit.ts';
import type { DeliveryReport, DeliveryState, SmsReceipt } from '#providers/ports/sms.ts';
import { isInTimePage, type TimePage } from '../http/store.ts';

export type CodeKey = Pick<typeof smsCodes.$inferSelect, 'purpose' | 'subject'>;

export type CodeRecord = typeof smsCodes.$inferSelect;

export type SendParties = Pick<
  typeof smsSends.$inferSelect,
  'purpose' | 'numberHash' | 'prefixHash' | 'addressHash' | 'networkHash' | 'country' | 'borrowerId'
>;

/** Advisory lock under which one message of a purpose at a time is counted and reserved; held for a few index lookups. */
const reservationLock = 74_126_002;
const purposeLocks: Readonly<Record<SendPurpose, number>> = {
  'card-payment': 1,
  registration: 2,
  reminder: 3,
  'loan-message': 4,
  'phone-code': 5,
  'phone-notice': 6,
};

function isCodeOf({ purpose, subject }: CodeKey) {
  return and(eq(smsCodes.purpose, purpose), eq(smsCodes.subject, subject));
}

export function replaceCode(
  transaction: Transaction,
  { purpose, subject }: CodeKey,
  issued: Pick<CodeRecord, 'codeHash' | 'issuedAt'>,
): void {
  const fresh = { ...issued, guessCount: 0, usedAt: null };
  const insertion = transaction
    .insert(smsCodes)
    .values({ purpose, subject, ...fresh })
    .onConflictDoUpdate({ target: [smsCodes.purpose, smsCodes.subject], set: fresh });
  enqueue(transaction, insertion);
}

export function findCode(database: Queryable, key: CodeKey): Promise<CodeRecord | undefined> {
  return findRow(database, smsCodes, isCodeOf(key));
}

/** Locked until the transaction ends. */
export function lockCode(transaction: Transaction, key: CodeKey): Promise<CodeRecord | undefined> {
  return lockRow(transaction, smsCodes, isCodeOf(key));
}

export function updateCode(
  transaction: Transaction,
  key: CodeKey,
  { guessCount, usedAt }: Pick<CodeRecord, 'guessCount' | 'usedAt'>,
): void {
  enqueue(transaction, transaction.update(smsCodes).set({ guessCount, usedAt }).where(isCodeOf(key)));
}

export async function deleteCode(database: Database, key: CodeKey): Promise<void> {
  await database.delete(smsCodes).where(isCodeOf(key));
}

/** Lets one transaction at a time count and reserve messages of a purpose. */
export async function lockSends(transaction: Transaction, purpose: SendPurpose): Promise<void> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(${reservationLock}::int, ${purposeLocks[purpose]}::int)`,
  );
}

export function insertSend(
  transaction: Transaction,
  message: SendParties & Pick<typeof smsSends.$inferSelect, 'id' | 'sentAt' | 'outcome'>,
): void {
  enqueue(transaction, transaction.insert(smsSends).values(message));
}

/** Inserts a reminder before it is sent. @returns false where any process did already. */
export function insertReminder(
  transaction: Transaction,
  message: SendParties & Pick<typeof smsSends.$inferSelect, 'id' | 'sentAt' | 'outcome' | 'reminderKey'>,
) {
  return hasRows(
    transaction.insert(smsSends).values(message).onConflictDoNothing().returning({ id: smsSends.id }),
  );
}

export async function existingReminders(database: Queryable, keys: readonly string[]) {
  const rows = await database
    .select({ reminderKey: smsSends.reminderKey })
    .from(smsSends)
    .where(inArray(smsSends.reminderKey, [...keys]));
  return new Set(rows.map(({ reminderKey }) => reminderKey));
}

/** The messages of a scope since an instant, waiting ones included; 0 where this message is not of the scope. */
export async function countSends(
  database: Queryable,
  scope: SendScope,
  parties: SendParties,
  since: Date,
): Promise<number> {
  const isCounted = scopeCondition(scope, parties);
  if (isCounted === null) return 0;
  const [row] = await database
    .select({ sends: count() })
    .from(smsSends)
    .where(
      and(
        isCounted,
        eq(smsSends.purpose, parties.purpose),
        ne(smsSends.outcome, 'not-sent'),
        gt(smsSends.sentAt, since),
      ),
    );
  return Number(row?.sends ?? 0);
}

/** Registration messages since an instant, and how many of their codes were entered. */
export async function registrationCounts(
  database: Queryable,
  since: Date,
): Promise<{ sentCount: number; enteredCount: number }> {
  const [row] = await database
    .select({
      sentCount: count(),
      enteredCount: sql<number>`(select count(*) from ${smsCodes} where ${smsCodes.purpose} = 'registration' and ${smsCodes.issuedAt} > ${since.toISOString()}::timestamptz and ${smsCodes.usedAt} is not null)`,
    })
    .from(smsSends)
    .where(
      and(
        eq(smsSends.purpose, 'registration'),
        inArray(smsSends.outcome, ['accepted', 'unknown']),
        gt(smsSends.sentAt, since),
      ),
    );
  return { sentCount: Number(row?.sentCount ?? 0), enteredCount: Number(row?.enteredCount ?? 0) };
}

/** Records the result of a reserved message. One that was certainly not sent no longer counts. */
export async function concludeSend(database: Database, sendId: string, receipt: SmsReceipt): Promise<void> {
  await database.update(smsSends).set(receipt).where(eq(smsSends.id, sendId));
}

/** Gateways whose latest message to a number, under any of its hashes, did not arrive. */
export async function failedGateways(database: Queryable, parties: readonly SendParties[]) {
  const hashes = parties.map(({ numberHash }) => numberHash);
  const latest = await database
    .selectDistinctOn([smsSends.gateway], { gateway: smsSends.gateway, state: smsSends.deliveryState })
    .from(smsSends)
    .where(and(inArray(smsSends.numberHash, hashes), isNotNull(smsSends.deliveryState)))
    .orderBy(smsSends.gateway, desc(smsSends.sentAt));
  return latest.flatMap(({ gateway, state }) => (state === 'undelivered' && gateway !== null ? gateway : []));
}

/** The states that each state may replace: reports come in any order. */
const statesBefore: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  'on-its-way': [],
  undelivered: ['on-its-way'],
  delivered: ['on-its-way', 'undelivered'],
};

/**
 * Stores a gateway's report on a message. @param gateways those whose messages it may be about. @returns the purpose of the message;
 * undefined for none of theirs.
 */
export async function keepDeliveryReport(
  transaction: Transaction,
  { by, id, state, failure }: DeliveryReport,
  { gateways, reportedAt }: { readonly gateways: readonly string[]; readonly reportedAt: Date },
): Promise<SendPurpose | undefined> {
  if (by === 'message-id' && !isId(id)) return undefined;
  const [message] = await transaction
    .select({ id: smsSends.id, purpose: smsSends.purpose, state: smsSends.deliveryState })
    .from(smsSends)
    .where(
      by === 'message-id'
        ? // A report may overtake the answer to the message.
          and(eq(smsSends.id, id), or(isNull(smsSends.gateway), inArray(smsSends.gateway, [...gateways])))
        : and(inArray(smsSends.gateway, [...gateways]), eq(smsSends.gatewayMessageId, id)),
    )
    .for('update');
  if (!message) return undefined;
  if (message.state === null || statesBefore[state].includes(message.state)) {
    await transaction
      .update(smsSends)
      .set({ deliveryState: state, deliveryFailure: failure, reportedAt })
      .where(eq(smsSends.id, message.id));
  }
  return message.purpose;
}

/** The time of the nth latest message of a scope, under any of its hashes; null when there were fewer. */
export async function nthLatestSend(
  database: Queryable,
  scope: SendScope,
  parties: readonly SendParties[],
  purpose: SendPurpose,
  nth: number,
): Promise<Date | null> {
  const conditions = parties.map((each) => scopeCondition(scope, each)).filter((each) => each !== null);
  if (conditions.length === 0) return null;
  const [row] = await database
    .select({ sentAt: smsSends.sentAt })
    .from(smsSends)
    .where(and(or(...conditions), eq(smsSends.purpose, purpose), ne(smsSends.outcome, 'not-sent')))
    .orderBy(desc(smsSends.sentAt))
    .offset(nth - 1)
    .limit(1);
  return row?.sentAt ?? null;
}

/** When the waiting messages of an address are sent, in order; none for an unknown address. */
export async function waitingOfAddress(
  database: Queryable,
  { addressHash }: SendParties,
): Promise<readonly Date[]> {
  if (addressHash === null) return [];
  const rows = await database
    .select({ sentAt: smsSends.sentAt })
    .from(smsSends)
    .where(and(eq(smsSends.addressHash, addressHash), eq(smsSends.outcome, 'waiting')))
    .orderBy(smsSends.sentAt);
  return rows.map(({ sentAt }) => sentAt);
}

/** The condition for a scope's messages; null when this message is not of the scope. */
function scopeCondition(
  scope: SendScope,
  { numberHash, prefixHash, addressHash, networkHash, country, borrowerId }: SendParties,
): SQL | null {
  switch (scope) {
    case 'number':
      return eq(smsSends.numberHash, numberHash);
    case 'prefix':
      return eq(smsSends.prefixHash, prefixHash);
    case 'address':
      return addressHash === null ? null : eq(smsSends.addressHash, addressHash);
    case 'network':
      return networkHash === null ? null : eq(smsSends.networkHash, networkHash);
    case 'country':
      return country === null ? null : eq(smsSends.country, country);
    case 'borrower':
      return borrowerId === null ? null : eq(smsSends.borrowerId, borrowerId);
    case 'total':
      return sql`true`;
  }
}

export function sendsAfter(database: Queryable, { since, after, limit }: TimePage) {
  return database
    .select(
      columnsOf(
        smsSends,
        'id',
        'purpose',
        'borrowerId',
        'country',
        'sentAt',
        'outcome',
        'gateway',
        'deliveryState',
        'deliveryFailure',
        'reportedAt',
      ),
    )
    .from(smsSends)
    .where(isInTimePage(smsSends.sentAt, smsSends.id, { since, after }))
    .orderBy(asc(smsSends.sentAt), asc(smsSends.id))
    .limit(limit);
}
