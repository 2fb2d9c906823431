import { and, desc, eq, inArray, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias, type PgTable } from 'drizzle-orm/pg-core';
import { type Database, lockThenRead, type Queryable, type Transaction, together } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { jsonRow, jsonRows, type RowOf } from '#db/json-rows.ts';
import { prepareRow } from '#db/prepared-row.ts';
import { columnsExcept, columnsOf } from '#db/rows.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { refersTo } from '#db/schema/columns.ts';
import { extensions } from '#db/schema/extension.ts';
import { bookableDays } from '#db/schema/job.ts';
import { closedBooks, ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { loans, quotes } from '#db/schema/loan.ts';
import { newPlans } from '#db/schema/new-plan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { instalments, loanPayments, paymentReferences, penaltyPauses } from '#db/schema/repayment.ts';
import type { RescheduledInstalment } from '#domain/booking/booking.ts';
import {
  derecognitionAccounts,
  type JournalEntry,
  type JournalPart,
  journalKinds,
  type LoanPause,
  type LoanState,
  type NewPlan,
  nothingHappened,
} from '#domain/booking/state.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import {
  instalmentRecord,
  isOneOf,
  isPostingOfTransaction,
  isRowWithId,
  type LoanOf,
  type LockedLoan,
  lockedColumns,
  placeOfLoan,
} from './loans.ts';

/** A loan read without a lock. Decisions on it can be previewed but not booked. */
export interface LoanSnapshot extends LoanState {
  /** The last day for which penalties may be booked; null for any. */
  readonly bookableThrough: LocalDate | null;
  /** The last closed day of the loan's currency; null for none. */
  readonly closedThrough: LocalDate | null;
}

/** A loan locked until the transaction ends. Only reading it under its lock makes one. */
export interface LockedState extends LoanSnapshot {
  readonly loan: LockedLoan;
}

export type LoanName =
  | LoanOf
  | { readonly orderNumber: string }
  | { readonly referenceId: string; readonly borrowerId: string };

/** A loan named by its id or a payment reference. Its borrower is known, so the query reads one partition only. */
type LocatedLoan = LoanOf | { readonly referenceId: string; readonly borrowerId: string };

async function placeOf(database: Queryable, name: LoanName): Promise<LocatedLoan | undefined> {
  return 'orderNumber' in name ? placeOfLoan(database, name.orderNumber) : name;
}

/** The condition that finds a located loan. The values may be SQL placeholders. */
function isAt(
  place:
    | LocatedLoan
    | Readonly<Record<'id' | 'borrowerId', SQLWrapper>>
    | Readonly<Record<'referenceId' | 'borrowerId', SQLWrapper>>,
): SQL | undefined {
  const isTheirs = sql`${loans.borrowerId} = ${place.borrowerId}`;
  if ('id' in place) return and(isTheirs, sql`${loans.id} = ${place.id}`);
  const isReference = sql`${paymentReferences.id} = ${place.referenceId} and ${paymentReferences.borrowerId} = ${place.borrowerId}`;
  return and(
    isTheirs,
    sql`${loans.id} = (select ${paymentReferences.loanId} from ${paymentReferences} where ${isReference})`,
  );
}

export type Reads = readonly (() => PromiseLike<unknown>)[];
export type Results<Of extends Reads> = { -readonly [Place in keyof Of]: Awaited<ReturnType<Of[Place]>> };

/**
 * Locks a loan and reads it, in two statements sent at once: one statement that did both would read the state from before the wait for the
 * lock. @param part the needed part of its history. @param reads further reads under the lock, sent at once with it.
 */
export async function readState<const Of extends Reads>(
  transaction: Transaction,
  name: LoanName,
  part: JournalPart,
  ...reads: Of
): Promise<[LockedState | undefined, ...Results<Of>]> {
  const place = await placeOf(transaction, name);
  if (!place) return [undefined, ...(await together(...reads))] as [undefined, ...Results<Of>];
  const [locked, state, ...results] = await lockThenRead(
    () => transaction.select({ id: loans.id }).from(loans).where(isAt(place)).for('update'),
    () => selectState(transaction, place, part),
    ...reads,
  );
  return [locked.length === 0 ? undefined : state, ...(results as unknown as Results<Of>)];
}

export async function readSnapshot<const Of extends Reads>(
  database: Database | Transaction,
  name: LoanName,
  part: JournalPart,
  ...reads: Of
): Promise<[LoanSnapshot | undefined, ...Results<Of>]> {
  const place = await placeOf(database, name);
  if (!place) return [undefined, ...(await together(...reads))] as [undefined, ...Results<Of>];
  const [state, ...results] = await together(() => selectState(database, place, part), ...reads);
  return [state, ...(results as unknown as Results<Of>)];
}

export function readSnapshots(database: Queryable, ids: readonly string[]): Promise<LoanSnapshot[]> {
  return ids.length === 0 ? Promise.resolve([]) : selectStates(database, isAnyOf(loans.id, ids));
}

/** Reads those of several loans that are not locked, and locks each by itself, in the given order. */
export async function readFreeStates(transaction: Transaction, loansOf: readonly LoanOf[]) {
  const lock = (loan: LoanOf) => () =>
    transaction
      .select({ id: loans.id })
      .from(loans)
      .where(isRowWithId(loans, loan.id, loan))
      .for('update', { skipLocked: true });
  const [only, ...others] = loansOf;
  const [locked, states] = await lockThenRead(
    () => together(...loansOf.map(lock)),
    async () =>
      only !== undefined && others.length === 0
        ? [await selectState(transaction, only, {})].filter((state) => state !== undefined)
        : selectStates(transaction, isOneOf(loansOf)),
  );
  const free = new Set(locked.flat().map(({ id }) => id));
  return states.filter(({ loan }) => free.has(loan.id));
}

/**
 * The condition that a row belongs to the loan that is read. @param borrowerId a value where it is known, since the partition is found by
 * values alone.
 */
export function belongsToQueriedLoan(
  table: { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  borrowerId: SQLWrapper,
): SQL | undefined {
  return and(eq(table.loanId, loans.id), eq(table.borrowerId, borrowerId));
}

/** Rows of a table that belong to the loan that is read. @param rest conditions, order and limit. */
export function rowsOfLoan<Parts extends Parameters<typeof jsonRows>[0]>(
  table: PgTable & { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  parts: Parts,
  borrowerId: SQLWrapper,
  rest: SQL = sql``,
) {
  return jsonRows(parts, sql`${table} where ${belongsToQueriedLoan(table, borrowerId)} ${rest}`);
}

export const claimsMax = 50;

const reversal = alias(ledgerTransactions, 'reversal');
const isTakenBack = (borrowerId: SQLWrapper) =>
  sql<boolean>`exists (select from ${ledgerTransactions} as ${sql.identifier('reversal')}
    where ${and(eq(reversal.reversesId, ledgerTransactions.id), eq(reversal.borrowerId, borrowerId))})`;

/** The first day whose missing penalties may be booked although the clock went back since. */
const firstMissing = (borrowerId: SQLWrapper) =>
  sql`(select min(coalesce(${instalments.accruedThrough}, ${instalments.dueDate}))::timestamp at time zone 'UTC'
    from ${instalments} where ${belongsToQueriedLoan(instalments, borrowerId)}
      and ${instalments.principalChargedMinor} + ${instalments.interestChargedMinor}
      + ${instalments.feeChargedMinor} + ${instalments.vatChargedMinor} + ${instalments.penaltyChargedMinor} >
      ${instalments.principalPaidMinor} + ${instalments.interestPaidMinor} + ${instalments.feePaidMinor}
      + ${instalments.vatPaidMinor} + ${instalments.penaltyPaidMinor})`;

const journalColumns = (borrowerId: SQLWrapper) => ({
  ...columnsOf(ledgerTransactions, 'id', 'kind', 'occurredAt', 'reversesId'),
  key: ledgerTransactions.idempotencyKey,
  isTakenBack: isTakenBack(borrowerId),
  ...columnsOf(ledgerPostings, 'account', 'component', 'instalmentId', 'amountMinor'),
});

/** @param since of a `JournalPart`. @param keys as a PostgreSQL text array. */
function journalRows(borrowerId: SQLWrapper, since: SQLWrapper, keys: SQLWrapper) {
  const isOfPart = or(
    inArray(ledgerTransactions.kind, [...journalKinds]),
    and(
      eq(ledgerTransactions.kind, 'accrual'),
      // `least` ignores null.
      sql`${ledgerTransactions.occurredAt} > least(${since}::timestamptz, ${firstMissing(borrowerId)})`,
    ),
    sql`${ledgerTransactions.idempotencyKey} = any(${keys}::text[])`,
  );
  return jsonRows(
    journalColumns(borrowerId),
    sql`${ledgerPostings} join ${ledgerTransactions} on ${isPostingOfTransaction}
      where ${belongsToQueriedLoan(ledgerTransactions, borrowerId)} and ${isOfPart} order by ${ledgerTransactions.id}`,
  );
}

export const partsOf = (borrowerId: SQLWrapper) => ({
  loan: jsonRow(lockedColumns),
  instalments: rowsOfLoan(
    instalments,
    columnsExcept(instalments, 'borrowerId', 'loanId'),
    borrowerId,
    sql`order by ${instalments.sequence}`,
  ),
  pauses: rowsOfLoan(
    penaltyPauses,
    columnsOf(penaltyPauses, 'causeId', 'fromDay', 'throughDay', 'sequence', 'component', 'amountMinor'),
    borrowerId,
  ),
  payments: rowsOfLoan(
    loanPayments,
    columnsOf(loanPayments, 'id', 'provider', 'eventId', 'trackingKey', 'amountMinor', 'paidAt'),
    borrowerId,
    sql`and ${eq(loanPayments.outcome, 'posted')} order by ${loanPayments.receivedAt}, ${loanPayments.id}`,
  ),
  references: rowsOfLoan(paymentReferences, columnsOf(paymentReferences, 'code', 'channelKind'), borrowerId),
  claims: rowsOfLoan(
    paymentClaims,
    {
      ...columnsOf(paymentClaims, 'id', 'state', 'amountMinor', 'paidOn', 'channel', 'trackingKey'),
      paymentId: paymentClaims.providerEventId,
    },
    borrowerId,
    sql`order by ${desc(paymentClaims.claimedAt)}, ${desc(paymentClaims.id)} limit ${sql.raw(String(claimsMax))}`,
  ),
  disputes: rowsOfLoan(
    chargeDisputes,
    columnsOf(chargeDisputes, 'id', 'sequence', 'kind', 'state'),
    borrowerId,
    sql`order by ${desc(chargeDisputes.filedAt)}, ${desc(chargeDisputes.id)}`,
  ),
  extensions: rowsOfLoan(
    extensions,
    columnsOf(extensions, 'id', 'state', 'sequences', 'paymentEventId'),
    borrowerId,
    sql`and ${ne(extensions.state, 'lapsed')} order by ${extensions.id}`,
  ),
  newPlans: rowsOfLoan(
    newPlans,
    columnsExcept(newPlans, 'borrowerId', 'loanId', 'proposedBy', 'undoneBy', 'undoneReason'),
    borrowerId,
    sql`order by ${desc(newPlans.proposedAt)}, ${desc(newPlans.id)}`,
  ),
  derecognised: jsonRows(
    { account: ledgerPostings.account, totalMinor: sql<number>`sum(${ledgerPostings.amountMinor})::bigint` },
    sql`${ledgerPostings} where (${loans.status} = 'sold' or ${loans.writtenOffAt} is not null)
      and ${belongsToQueriedLoan(ledgerPostings, borrowerId)} and ${inArray(ledgerPostings.account, [...derecognitionAccounts])}
      group by ${ledgerPostings.account}`,
  ),
  isErased: sql<boolean>`exists (select from ${borrowers}
    where ${borrowers.id} = ${loans.borrowerId} and ${borrowers.erasedAt} is not null)`,
  bookableThrough: sql<LocalDate | null>`(select ${bookableDays.through} from ${bookableDays})`,
  closedThrough: sql<LocalDate | null>`(select ${closedBooks.closedThrough} from ${closedBooks}
    where ${closedBooks.currency} = ${loans.currency})`,
});

const stateColumns = (borrowerId: SQLWrapper, since: SQLWrapper, keys: SQLWrapper) =>
  jsonRow({ ...partsOf(borrowerId), journal: journalRows(borrowerId, since, keys) });

async function selectStates(database: Queryable, condition: SQL | undefined): Promise<LockedState[]> {
  const rows = await database
    .select({ whole: stateColumns(loans.borrowerId, sql`null`, sql`'{}'`) })
    .from(loans)
    .innerJoin(quotes, refersTo(loans.quoteId, quotes))
    .where(condition);
  return rows.map(({ whole }) => stateOf(whole));
}

/** Reads one loan. A statement apart from the lock, so that it sees what the transaction that held the lock wrote. */
async function selectState(
  database: Database | Transaction,
  place: LocatedLoan,
  { since, keys = [] }: JournalPart,
): Promise<LockedState | undefined> {
  const prepare = 'id' in place ? prepareById : prepareByReference;
  // As a PostgreSQL array literal, since only a statement with plain values is prepared once.
  const list = `{${keys.map((key) => JSON.stringify(key)).join(',')}}`;
  const values = { since: since?.toISOString() ?? null, keys: list, ...place };
  const row = await database.prepared(prepare)(database, values);
  return row && stateOf(row);
}

const prepareById = (database: Database) =>
  prepareState(database, { id: sql.placeholder('id'), borrowerId: sql.placeholder('borrowerId') });

const prepareByReference = (database: Database) =>
  prepareState(database, {
    referenceId: sql.placeholder('referenceId'),
    borrowerId: sql.placeholder('borrowerId'),
  });

function prepareState(
  database: Database,
  place: Parameters<typeof isAt>[0] & { readonly borrowerId: SQLWrapper },
) {
  return prepareRow(database, {
    row: stateColumns(
      sql`${place.borrowerId}::uuid`,
      sql`${sql.placeholder('since')}`,
      sql`${sql.placeholder('keys')}`,
    ),
    from: (select) =>
      select.from(loans).innerJoin(quotes, refersTo(loans.quoteId, quotes)).where(isAt(place)),
  });
}

type StateRow = NonNullable<Awaited<ReturnType<ReturnType<typeof prepareState>>>>;

function stateOf({ derecognised, ...row }: StateRow): LockedState {
  return {
    ...row,
    loan: row.loan as LockedLoan,
    instalments: row.instalments.map(instalmentRecord),
    pauses: row.pauses.map(loanPause),
    newPlans: row.newPlans.map(newPlanRecord),
    journal: journalOf(row.journal),
    derecognised: {
      ...nothingHappened.derecognised,
      ...Object.fromEntries(derecognised.map(({ account, totalMinor }) => [account, totalMinor])),
    },
  };
}

export interface NewPlanRecord extends NewPlan {
  readonly proposedAt: Date;
  /** Null before the agreement, as the next fields are. */
  readonly agreedOn: LocalDate | null;
  readonly owedMinor: MinorAmount | null;
  readonly waivedMinor: MinorAmount | null;
  readonly payments: readonly RescheduledInstalment[];
  readonly endedAt: Date | null;
}

export function newPlanRecord(
  plan: Omit<
    typeof newPlans.$inferSelect,
    'borrowerId' | 'loanId' | 'proposedBy' | 'undoneBy' | 'undoneReason'
  >,
): NewPlanRecord {
  const { moratoriumDays, spreadCount, spreadDays, waivesPenalties, ...row } = plan;
  const spread =
    spreadCount === null || spreadDays === null ? null : { count: spreadCount, days: spreadDays };
  const sequences = row.payments.map(({ sequence }) => sequence);
  return { ...row, sequences, terms: { moratoriumDays, spread, waivesPenalties } };
}

export function loanPause(row: Omit<typeof penaltyPauses.$inferSelect, 'borrowerId' | 'loanId'>): LoanPause {
  const { causeId, fromDay, throughDay, sequence, component, amountMinor } = row;
  const isWhole = sequence === null || component === null || amountMinor === null;
  return { causeId, fromDay, throughDay, part: isWhole ? null : { sequence, component, amountMinor } };
}

function journalOf(rows: readonly RowOf<ReturnType<typeof journalColumns>>[]): JournalEntry[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const { id, kind, key, occurredAt, reversesId } = first;
    const postings = of.map(({ account, component, instalmentId, amountMinor }) => ({
      account,
      amountMinor,
      ...(component === null ? {} : { component }),
      ...(instalmentId === null ? {} : { instalmentId }),
    }));
    const reverses = reversesId === null ? {} : { reversesId };
    return [
      {
        id,
        kind,
        key,
        occurredAt,
        ...reverses,
        postings,
        isStanding: reversesId === null && !first.isTakenBack,
      },
    ];
  });
}
