import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { enqueue, type Queryable, type Transaction } from '#db/database.ts';
import { findRow, firstRow, hasValues, lockRow, nullsOf } from '#db/rows.ts';
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
import { type BookingContext, isRowWithId } from './loans.ts';

export type ProviderEvent = typeof providerEvents.$inferSelect;

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

export type NewEvent = Omit<ProviderEvent, 'id' | OwnColumn> & Partial<Pick<ProviderEvent, OwnColumn>>;

/** A stored report, and whether this call inserted it. */
export interface RecordedEvent {
  readonly event: ProviderEvent;
  readonly isNew: boolean;
  /** A payment with the same tracking key that may be the same, though something differs; absent if there is none. */
  readonly doubtOf?: ProviderEvent;
}

/** How a report is compared with those that have its tracking key. */
export interface Placing {
  /** Whether the provider reported it without our request. Its id is then unknown to other providers. */
  readonly isTold?: boolean;
  readonly isAnother?: boolean;
  readonly freed?: ProviderEvent | undefined;
  /** A payment with the same key and amount that is not certainly the same; staff must decide. */
  readonly doubtOf?: ProviderEvent | undefined;
}

const keyLock = 88;

/**
 * Inserts a provider's report unless the payment is known by its name or tracking key (`tellApart`). A second delivery waits for the first
 * and gets its row. A report that may or may not be a known payment is inserted beside it. @returns the row, and whether this call inserted
 * it; a payment known by its key alone has another name.
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
    // Reports with one key are compared one after the other.
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
    event: namedEvent(place.event, context),
    isNew: true,
    ...(place.doubtOf && { doubtOf: place.doubtOf }),
  };
}

type Place =
  | { readonly known: ProviderEvent }
  | {
      readonly event: NewEvent;
      readonly freed: readonly ProviderEvent[];
      readonly doubtOf?: ProviderEvent | undefined;
    };

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
  // Two reports of one provider that name different beneficiaries are two payments, unless staff moved one.
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

/** Adds the bank and operating day if only the repeated report has them. */
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

const noFacts = nullsOf(providerEvents);

export function namedEvent(event: NewEvent, { random }: BookingContext): ProviderEvent {
  return { id: random.id(), ...noFacts, round: 0, ...event };
}

function hasKey(key: string | null): SQL {
  return sql`${plainKey(providerEvents.trackingKey)} = ${plainKey(sql`${key}::text`)}`;
}

function eventsLike(database: Queryable, { provider, eventId, currency, trackingKey }: NewEvent) {
  const isOne = or(
    and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)),
    and(eq(providerEvents.currency, currency), hasKey(trackingKey ?? null)),
  );
  return database.select().from(providerEvents).where(isOne);
}

export function isSameName(
  one: Pick<ProviderEvent, 'provider' | 'eventId'>,
  other: Pick<ProviderEvent, 'provider' | 'eventId'>,
): boolean {
  return one.provider === other.provider && one.eventId === other.eventId;
}

async function giveUpKey(transaction: Transaction, event: ProviderEvent): Promise<void> {
  const freed = { trackingKey: null };
  await transaction.update(providerEvents).set(freed).where(eq(providerEvents.id, event.id));
  nameBeside(transaction, event, freed);
}

/** The tracking key of a payment that is stored under its provider's id; undefined for none. */
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

/** Whether a provider's payment has its own id as its key, because nobody gave the bank's key. */
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
 * Sets the bank's key of a payment known by its provider's id alone. Where another payment has that key, the two are marked as possible
 * doubles.
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

function nameBeside(
  transaction: Transaction,
  { id, borrowerId }: Pick<ProviderEvent, 'id' | 'borrowerId'>,
  names: Partial<typeof loanPayments.$inferInsert>,
): void {
  if (borrowerId === null) return;
  const isPayment = isRowWithId(loanPayments, id, { borrowerId });
  enqueue(transaction, transaction.update(loanPayments).set(names).where(isPayment));
}

/** Queues the insert of a new report. The transaction fails if the report is already stored. */
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

export function insertEvent(transaction: Transaction, event: ProviderEvent): void {
  enqueue(transaction, transaction.insert(providerEvents).values(event));
}

export type HandRecord = Pick<ProviderEvent, 'id' | 'provider' | 'trackingKey'>;

/**
 * Finds the payment that staff recorded by hand before its provider reported it without a tracking key: it has the same amount, and the
 * report's id as its key.
 */
export function paymentByHand(
  { payments }: Pick<LoanState, 'payments'>,
  report: Pick<ProviderEvent, 'provider' | 'eventId' | 'trackingKey' | 'amountMinor'>,
): HandRecord | undefined {
  const { amountMinor, trackingKey, provider, eventId } = report;
  const key = trackingKeyOf(eventId);
  if (trackingKey !== null || key === '' || channelByHand(provider) !== undefined) return undefined;
  return payments.find(
    (event) =>
      channelByHand(event.provider) !== undefined &&
      event.amountMinor === amountMinor &&
      trackingKeyOf(event.eventId) === key,
  );
}

/** The names under which a provider reports a payment that staff recorded by hand. */
export type AdoptedName = Pick<
  ProviderEvent,
  'id' | 'provider' | 'eventId' | 'reference' | 'payerHash' | 'trackingKey'
> &
  Partial<Pick<ProviderEvent, 'payerBank' | 'operatingDay'>>;

/**
 * Gives a payment recorded by hand the names under which its provider reports it now, and deletes the report's own row if there is one, so
 * that this report and repetitions find the payment. @returns the renamed payment.
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

/** Unmatched payments that jobs may match. A payment that staff put back is booked only when staff assign it. */
const isToMatch = and(eq(providerEvents.outcome, 'unmatched'), isNull(providerEvents.putBy));

export function unmatchedEvents(database: Queryable, limit: number): Promise<ProviderEvent[]> {
  return database
    .select()
    .from(providerEvents)
    .where(isToMatch)
    .orderBy(desc(providerEvents.receivedAt), desc(providerEvents.id))
    .limit(limit);
}

/** Unmatched payments that jobs may match with one of these codes or loan numbers, in the order of payment. */
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

/** Another unmatched payment of the same amount, currency and day; undefined if there is none. */
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

/**
 * Ends an unmatched payment and books where its money goes. @throws CodedError 'status-conflict' for one that was booked or ended
 * meanwhile.
 */
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

export function seePayment(database: Queryable, { id }: Pick<ProviderEvent, 'id'>) {
  return findRow(database, providerEvents, eq(providerEvents.id, id));
}

/** Locked until the transaction ends. */
export function lockProviderEvent(transaction: Transaction, { id }: Pick<ProviderEvent, 'id'>) {
  return lockRow(transaction, providerEvents, eq(providerEvents.id, id));
}
