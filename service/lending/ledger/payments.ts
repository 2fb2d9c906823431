import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { enqueue, type Queryable, type Transaction } from '#db/database.ts';
import { findRow, firstRow, hasValues, lockRow } from '#db/rows.ts';
import { loanPayments, plainKey, providerEvents } from '#db/schema/repayment.ts';
import { equalPayment } from '#domain/booking/receive.ts';
import type { LoanState } from '#domain/booking/state.ts';
import { addDays } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, type Market, startOfDayIn } from '#domain/market.ts';
import { channelByHand, idGivers, isKnownByIdAlone } from '#domain/repayment/payment-by-hand.ts';
import { trackingKeyOf } from '#domain/repayment/payment-claim.ts';
import { compareFacts, tellApart } from '#domain/repayment/payment-identity.ts';
import { bookClearingTransfer, bookProviderReversal, bookReturn } from './cash-movements.ts';
import { type BookingContext, isRowOf } from './loans.ts';

/** A provider's report, as kept. */
export type ProviderEvent = typeof providerEvents.$inferSelect;

/** What a report may leave out. */
type OwnColumn =
  | 'payerHash'
  | 'trackingKey'
  | 'payerBank'
  | 'operatingDay'
  | 'keyNumber'
  | 'doubleOf'
  | 'earliestPaidOn'
  | 'putBy'
  | 'round'
  | 'proofName';

/** A report that is not kept yet. */
export type NewEvent = Omit<ProviderEvent, 'id' | OwnColumn> & Partial<Pick<ProviderEvent, OwnColumn>>;

/** A report as kept, and whether this call made its row. */
export interface RecordedEvent {
  readonly event: ProviderEvent;
  readonly isNew: boolean;
  /** The payment under its tracking key that it may be, though something differs; absent where there is none. */
  readonly doubtOf?: ProviderEvent;
}

/** How a report is placed among those that have its tracking key. */
export interface Placing {
  /** Whether its provider tells of it by itself: then an id of the provider's own is no key of another provider's. */
  readonly isTold?: boolean;
  /** Whether the lender says that it is another payment than those. */
  readonly isAnother?: boolean;
  /** A payment that gives up its key to this one. */
  readonly freed?: ProviderEvent | undefined;
  /** A payment under the key that it is not taken for, though their amounts are equal: a person has to say. */
  readonly doubtOf?: ProviderEvent | undefined;
}

/** Advisory locks of tracking keys. */
const keyLock = 88;

/**
 * Keeps a provider's event unless it is known, by its name or by the tracking key of its payment (`tellApart`). A second delivery waits
 * for the first and then gets its row. One that may be a payment under its key and may be another is kept beside it.
 * @returns the row, and whether this call made it; one that is known by its key alone has another name.
 */
export async function keepProviderEvent(
  transaction: Transaction,
  event: NewEvent,
  { random }: BookingContext,
  placing: Placing = {},
): Promise<RecordedEvent> {
  if (placing.freed) await giveUpKey(transaction, placing.freed);
  const insert = async (values: NewEvent) => {
    const row = { id: random.id(), ...values };
    return firstRow(transaction.insert(providerEvents).values(row).onConflictDoNothing().returning());
  };
  if (event.trackingKey == null) {
    const kept = await insert(event);
    if (kept) return { event: kept, isNew: true };
  } else {
    const plain = plainKey(sql`${event.trackingKey}::text`);
    const lock = sql`select pg_advisory_xact_lock(${keyLock}::int, hashtext(${event.currency}::text || ${plain}))`;
    // Reports under one key are compared one after the other.
    await transaction.execute(lock);
    const place = placeAmong(await eventsLike(transaction, event).for('update'), event, placing);
    if ('known' in place) {
      const known = await learnIdentity(transaction, place.known, event);
      return { event: known, isNew: false };
    }
    for (const row of place.freed) await giveUpKey(transaction, row);
    const kept = await insert(place.event);
    if (kept) return { event: kept, isNew: true, ...(place.doubtOf && { doubtOf: place.doubtOf }) };
  }
  const [named] = (await eventsLike(transaction, event).for('update')).filter((row) =>
    isSameName(row, event),
  );
  if (!named) throw new Error('A provider event is neither new nor known.');
  return { event: named, isNew: false };
}

/** What `keepProviderEvent` would give; nothing is kept. */
export async function seeProviderEvent(
  database: Queryable,
  event: NewEvent,
  context: BookingContext,
  placing: Placing = {},
): Promise<RecordedEvent> {
  const rows = (await eventsLike(database, event)).filter(({ id }) => id !== placing.freed?.id);
  const place = placeAmong(rows, event, placing);
  if ('known' in place) return { event: place.known, isNew: false };
  return {
    ...{ event: namedEvent(place.event, context), isNew: true },
    ...(place.doubtOf && { doubtOf: place.doubtOf }),
  };
}

type Place =
  | { readonly known: ProviderEvent }
  | {
      readonly event: NewEvent;
      /** Payments taken back that give up the key. */
      readonly freed: readonly ProviderEvent[];
      readonly doubtOf?: ProviderEvent | undefined;
    };

/** Where a report stands among those that have its name or its tracking key. */
function placeAmong(rows: readonly ProviderEvent[], event: NewEvent, placing: Placing): Place {
  const named = rows.find((row) => isSameName(row, event));
  if (named) return { known: named };
  const { isTold = false, isAnother = false, doubtOf: certainDoubt } = placing;
  const freed = rows.filter(
    (row) => row.outcome === 'reversed' && (isAnother || channelByHand(row.provider) !== undefined),
  );
  const standing = rows.filter((row) => !freed.includes(row));
  const isOfOther = (row: ProviderEvent) =>
    row.provider !== event.provider &&
    channelByHand(row.provider) === undefined &&
    row.amountMinor !== event.amountMinor;
  if (isTold && event.trackingKey === event.eventId && standing.some(isOfOther)) {
    return { event: { ...event, trackingKey: `${event.provider}:${event.eventId}` }, freed: [] };
  }
  const identity = { payerBank: null, operatingDay: null, ...event };
  // What one provider tells of two beneficiaries is no repetition, unless staff moved it.
  const isForOther = (row: ProviderEvent) =>
    isTold && row.provider === event.provider && row.round === 0 && row.reference !== event.reference;
  const likenessOf = (row: ProviderEvent) => {
    const likeness = tellApart(row, identity);
    const isDoubted = row.id === certainDoubt?.id || isForOther(row);
    return likeness === 'same' && isDoubted ? 'doubtful' : likeness;
  };
  const known = standing
    .filter((row) => likenessOf(row) === 'same')
    .sort((one, other) => compareFacts(other, identity).equalCount - compareFacts(one, identity).equalCount);
  if (known[0]) return { known: known[0] };
  const doubtOf = standing.find((row) => likenessOf(row) === 'doubtful');
  if (!doubtOf) return { event, freed };
  const keyNumber = Math.max(0, ...rows.map((row) => row.keyNumber ?? 0)) + 1;
  if (isAnother) return { event: { ...event, keyNumber }, freed };
  const waits = { keyNumber, doubleOf: doubtOf.id, putBy: event.putBy ?? `provider:${event.provider}` };
  return { event: { ...event, ...waits }, freed, doubtOf };
}

/** Gives a payment the bank and the day that a repeated report of it knows. */
async function learnIdentity(
  transaction: Transaction,
  known: ProviderEvent,
  { payerBank = null, operatingDay = null }: NewEvent,
): Promise<ProviderEvent> {
  const learned = {
    payerBank: known.payerBank ?? payerBank,
    operatingDay: known.operatingDay ?? operatingDay,
  };
  if (learned.payerBank === known.payerBank && learned.operatingDay === known.operatingDay) return known;
  await transaction.update(providerEvents).set(learned).where(eq(providerEvents.id, known.id));
  return { ...known, ...learned };
}

/** A report with the id that it is kept under. */
export function namedEvent(event: NewEvent, { random }: BookingContext): ProviderEvent {
  const absent = {
    ...{ payerHash: null, trackingKey: null, doubleOf: null, earliestPaidOn: null },
    ...{ payerBank: null, operatingDay: null, keyNumber: null },
    ...{ putBy: null, round: 0, proofName: null },
  };
  return { id: random.id(), ...absent, ...event };
}

function hasKey(key: string | null): SQL {
  return sql`${plainKey(providerEvents.trackingKey)} = ${plainKey(sql`${key}::text`)}`;
}

/** Events that have the name or the tracking key of one. */
function eventsLike(database: Queryable, { provider, eventId, currency, trackingKey }: NewEvent) {
  const isOne = or(
    and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)),
    and(eq(providerEvents.currency, currency), hasKey(trackingKey ?? null)),
  );
  return database.select().from(providerEvents).where(isOne);
}

/** Whether two reports are of one message. */
export function isSameName(
  one: Pick<ProviderEvent, 'provider' | 'eventId'>,
  other: Pick<ProviderEvent, 'provider' | 'eventId'>,
): boolean {
  return one.provider === other.provider && one.eventId === other.eventId;
}

/** Lets another payment have the key of one that was taken back. */
async function giveUpKey(transaction: Transaction, event: ProviderEvent): Promise<void> {
  const freed = { trackingKey: null };
  await transaction.update(providerEvents).set(freed).where(eq(providerEvents.id, event.id));
  nameBeside(transaction, event, freed);
}

/** The key of a payment that is kept under an id of its provider's own; undefined for none. */
export async function keyOfId(
  database: Queryable,
  { eventId, currency }: Pick<ProviderEvent, 'eventId' | 'currency'>,
): Promise<string | undefined> {
  const isIt = and(
    hasValues(providerEvents, { eventId, currency }),
    inArray(providerEvents.provider, [...idGivers]),
  );
  const [event] = await database
    .select({ trackingKey: providerEvents.trackingKey })
    .from(providerEvents)
    .where(isIt)
    .limit(1);
  return event?.trackingKey ?? undefined;
}

/** Whether a payment of a provider is kept with its own id as its key: it was told or recorded without its bank's. */
export async function isKeyedById(
  database: Queryable,
  { provider, eventId, currency }: Pick<ProviderEvent, 'provider' | 'eventId' | 'currency'>,
): Promise<boolean> {
  if (!idGivers.includes(provider)) return false;
  return (
    (await database.$count(providerEvents, and(eq(providerEvents.currency, currency), hasKey(eventId)))) > 0
  );
}

/**
 * Gives a payment that is known by its provider's id alone the key of its bank. Where another has that key, the two are named as one
 * that may be booked twice.
 */
export async function giveBankKey(
  transaction: Transaction,
  name: Pick<ProviderEvent, 'provider' | 'eventId'>,
  trackingKey: string,
): Promise<void> {
  const event = await findProviderEvent(transaction, name);
  if (!event || !isKnownByIdAlone(event)) return;
  const isOther = and(
    eq(providerEvents.currency, event.currency),
    hasKey(trackingKey),
    ne(providerEvents.id, event.id),
  );
  const [other] = await transaction.select().from(providerEvents).where(isOther);
  if (other && (other.loanId !== event.loanId || other.amountMinor !== event.amountMinor)) return;
  const change = other ? { doubleOf: other.id } : { trackingKey };
  await transaction.update(providerEvents).set(change).where(eq(providerEvents.id, event.id));
  if (!other) nameBeside(transaction, event, { trackingKey });
}

/** Gives a payment beside its loan, where it has one, the names that it has now. */
function nameBeside(
  transaction: Transaction,
  { id, borrowerId }: Pick<ProviderEvent, 'id' | 'borrowerId'>,
  names: Partial<typeof loanPayments.$inferInsert>,
): void {
  if (borrowerId === null) return;
  const isPayment = isRowOf(loanPayments, id, { borrowerId });
  enqueue(transaction, transaction.update(loanPayments).set(names).where(isPayment));
}

/** Keeps a provider's event that is not known, and goes on at once; were it known all the same, the transaction would fail. */
export function keepNewEvent(
  transaction: Transaction,
  state: LoanState,
  event: NewEvent,
  context: BookingContext,
): ProviderEvent {
  const named = namedEvent(event, context);
  const eventRecord = { ...named, doubleOf: equalPayment(state, named)?.id ?? null };
  insertEvent(transaction, eventRecord);
  return eventRecord;
}

/** Keeps an event that is not known, and goes on at once. */
export function insertEvent(transaction: Transaction, event: ProviderEvent): void {
  enqueue(transaction, transaction.insert(providerEvents).values(event));
}

/** A payment that a person recorded by hand. */
export type HandRecord = Pick<ProviderEvent, 'id' | 'provider' | 'trackingKey'>;

/** What a person recorded by hand on a loan that is reported too, without its key but under its name: the same amount. */
export function paymentByHand(
  { payments }: Pick<LoanState, 'payments'>,
  {
    amountMinor,
    trackingKey,
    provider,
    eventId,
  }: Pick<ProviderEvent, 'provider' | 'eventId' | 'trackingKey' | 'amountMinor'>,
): HandRecord | undefined {
  const key = trackingKeyOf(eventId);
  if (trackingKey !== null || key === '' || channelByHand(provider) !== undefined) return undefined;
  return payments.find(
    (event) =>
      channelByHand(event.provider) !== undefined &&
      event.amountMinor === amountMinor &&
      trackingKeyOf(event.eventId) === key,
  );
}

/** The name under which a provider reports money that a person recorded by hand. */
export type AdoptedName = Pick<
  ProviderEvent,
  'id' | 'provider' | 'eventId' | 'reference' | 'payerHash' | 'trackingKey'
> &
  Partial<Pick<ProviderEvent, 'payerBank' | 'operatingDay'>>;

/**
 * Gives money that a person recorded by hand the name under which its provider reports it now, in place of the event that was just
 * kept of it, if one was, so that this report and every repetition of it are of a payment that is known.
 * @returns the payment under that name.
 */
export async function adoptPaymentByHand(
  transaction: Transaction,
  event: HandRecord,
  { id, provider, eventId, reference, payerHash, trackingKey, payerBank, operatingDay }: AdoptedName,
  context: BookingContext,
): Promise<ProviderEvent> {
  if (id !== event.id) await transaction.delete(providerEvents).where(eq(providerEvents.id, id));
  const names = { provider, eventId, reference, trackingKey: trackingKey ?? event.trackingKey };
  const [adopted] = await transaction
    .update(providerEvents)
    .set({ ...names, payerHash, payerBank, operatingDay })
    .where(eq(providerEvents.id, event.id))
    .returning();
  if (!adopted) throw new Error('A payment recorded by hand is gone.');
  nameBeside(transaction, adopted, names);
  await bookClearingTransfer(transaction, { ...adopted, provider: event.provider }, provider, context);
  return adopted;
}

/** Reported money that waits for its loan, without what a person put with it: that only an assignment books. */
const isToMatch = and(eq(providerEvents.outcome, 'unmatched'), isNull(providerEvents.putBy));

/** Unmatched events that a job may match, newest first. */
export function unmatchedEvents(database: Queryable, limit: number): Promise<ProviderEvent[]> {
  return database
    .select()
    .from(providerEvents)
    .where(isToMatch)
    .orderBy(desc(providerEvents.receivedAt), desc(providerEvents.id))
    .limit(limit);
}

/** Unmatched events that a job may match and that name one of these codes or loan numbers, in the order they were paid. */
export function unmatchedEventsNaming(
  transaction: Transaction,
  references: readonly string[],
): Promise<ProviderEvent[]> {
  return transaction
    .select()
    .from(providerEvents)
    .where(and(isToMatch, inArray(providerEvents.reference, [...references])))
    .orderBy(asc(providerEvents.paidAt), asc(providerEvents.id))
    .for('update');
}

/** An unmatched payment of the amount, currency and day of another, under another name; undefined where there is none. */
export async function equalUnmatched(
  database: Queryable,
  { id, amountMinor, currency, paidAt }: ProviderEvent,
  market: Market,
) {
  const paidOn = dayIn(market, paidAt);
  return firstRow(
    database
      .select()
      .from(providerEvents)
      .where(
        and(
          hasValues(providerEvents, { outcome: 'unmatched', amountMinor, currency }),
          gte(providerEvents.paidAt, startOfDayIn(market, paidOn)),
          lt(providerEvents.paidAt, startOfDayIn(market, addDays(paidOn, 1))),
          ne(providerEvents.id, id),
        ),
      )
      .orderBy(asc(providerEvents.receivedAt), asc(providerEvents.id))
      .limit(1),
  );
}

/** Ends a payment that no loan was found for, and says where its money goes. @throws CodedError 'status-conflict' for one that was booked or ended meanwhile. */
export async function endUnmatched(
  transaction: Transaction,
  event: Pick<ProviderEvent, 'id' | 'provider' | 'amountMinor' | 'currency'>,
  to: 'provider' | { readonly refundId: string },
  context: BookingContext,
): Promise<void> {
  const { id } = event;
  const { now } = context;
  const ended = await transaction
    .update(providerEvents)
    .set({ outcome: 'reversed', reversedAt: now })
    .where(and(eq(providerEvents.id, id), eq(providerEvents.outcome, 'unmatched')))
    .returning({ id: providerEvents.id });
  if (ended.length === 0) throw new CodedError('status-conflict');
  if (to === 'provider') bookProviderReversal(transaction, event, context);
  else bookReturn(transaction, event, { kind: 'return', wasSent: false, ...to }, context);
}

/** A provider's event by its own name. */
export function findProviderEvent(
  database: Queryable,
  { provider, eventId }: Pick<ProviderEvent, 'provider' | 'eventId'>,
) {
  return findRow(
    database,
    providerEvents,
    and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)),
  );
}

/** A provider's event by its id. */
export function seePayment(database: Queryable, { id }: Pick<ProviderEvent, 'id'>) {
  return findRow(database, providerEvents, eq(providerEvents.id, id));
}

/** An event, locked until the transaction ends. */
export function lockProviderEvent(transaction: Transaction, { id }: Pick<ProviderEvent, 'id'>) {
  return lockRow(transaction, providerEvents, eq(providerEvents.id, id));
}
