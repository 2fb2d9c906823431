import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { complaints } from '#db/schema/complaint.ts';
import { deskMatterHolders, deskNotes, deskPeople } from '#db/schema/desk.ts';
import { loanNumbers, loans } from '#db/schema/loan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { instalments, loanPayments } from '#db/schema/repayment.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { collectionTypeId } from '#domain/complaint/complaint.ts';
import type { PromiseState } from '#domain/desk/note.ts';
import type { Language } from '#domain/language.ts';
import { runningStatuses } from '#domain/loan/loan-status.ts';
import { allMarkets, currencyOf, type Market, marketOf } from '#domain/market.ts';
import {
  brokenDays,
  type CollectionPause,
  keptDays,
  type LateBand,
  type LateSort,
  type LateView,
} from '#domain/matter/collection.ts';
import { belongsToLoan, belongsToLoans, type LoanOf } from '../../ledger/loans.ts';
import { isHeldBy } from './matter.ts';

export interface LateRow {
  readonly id: string;
  readonly borrowerId: string;
  readonly orderNumber: string;
  readonly productId: string;
  readonly borrowerName: string;
  readonly market: Market;
  readonly address: string;
  readonly mobilePhone: string;
  readonly language: Language;
  readonly daysLate: number;
  readonly oldestDueOn: LocalDate;
  readonly overdueMinor: string;
  readonly balanceMinor: string;
  readonly lastContact: {
    readonly kind: string;
    readonly result: string | null;
    readonly writtenAt: string;
  } | null;
  readonly promise: {
    readonly on: LocalDate;
    readonly amountMinor: number;
    readonly state: PromiseState;
  } | null;
  readonly holder: {
    readonly personId: string;
    readonly name: string;
    readonly namedAt: string | null;
  } | null;
  readonly pausedBy: CollectionPause | null;
  readonly pausedUntil: LocalDate | null;
}

const running = sql.raw(`(${runningStatuses.map((status) => `'${status}'`).join(', ')})`);
const isRunning = sql`${loans.status} in ${running}`;
const components = ['penalty', 'fee', 'vat', 'interest', 'principal'];
const owed = sql.raw(
  components.map((part) => `instalments.${part}_charged_minor - instalments.${part}_paid_minor`).join(' + '),
);

/** SQL condition: the oldest unpaid due date lies in a band of days before today. */
function isInBand(band: LateBand | readonly [number, number] | null, today: LocalDate): SQL {
  const [least, most] = band ?? [1, null];
  const isLate = sql`${loans.oldestDueOn} <= ${addDays(today, -least)}::date`;
  return most === null ? isLate : sql`${isLate} and ${loans.oldestDueOn} >= ${addDays(today, -most)}::date`;
}

type OfLoan = { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn };
const ofLoans = (table: OfLoan) => belongsToLoan(table, loans);

/**
 * SQL conditions of what pauses collection of a loan. Not with `exists`, for which PostgreSQL may read all open rows instead of one loan's.
 */
function pausesOf(isOf: typeof ofLoans, today: LocalDate): readonly (readonly [CollectionPause, SQL])[] {
  return [
    [
      'payment-claim',
      sql`(select true from ${paymentClaims} where ${isOf(paymentClaims)} and ${paymentClaims.state} = 'waiting' limit 1)`,
    ],
    [
      'charge-dispute',
      sql`(select true from ${chargeDisputes} where ${isOf(chargeDisputes)} and ${chargeDisputes.state} = 'open' limit 1)`,
    ],
    [
      'complaint',
      sql`(select true from ${complaints} where ${isOf(complaints)} and ${complaints.state} in ('received', 'in-review')
        and ${complaints.typeId} = ${collectionTypeId} limit 1)`,
    ],
    [
      'staff',
      sql`(select true from ${deskNotes} where ${isOf(deskNotes)} and ${deskNotes.pausedUntil} >= ${today}::date limit 1)`,
    ],
  ];
}

const lastNote = alias(deskNotes, 'last_note');

/** SQL condition of a view; only a loan's last promise counts. */
function isInView(view: LateView, today: LocalDate): SQL {
  if (view === 'paused') {
    const pauses = pausesOf(ofLoans, today).map(([, isPaused]) => isPaused);
    return sql`(${sql.join(pauses, sql` or `)})`;
  }
  if (view === 'promised')
    return hasNote(sql`${deskNotes.promise} = 'open' and ${deskNotes.promisedOn} <= ${today}::date`);
  const isBroken = (note: { readonly promise: AnyPgColumn; readonly promisedOn: AnyPgColumn }) =>
    sql`${note.promise} = 'broken' and ${note.promisedOn} >= ${addDays(today, -brokenDays)}::date`;
  const isLastBroken = sql`(select ${isBroken(lastNote)} from ${deskNotes} as ${lastNote} where ${ofLoans(lastNote)}
    and ${lastNote.promise} is not null order by ${lastNote.writtenAt} desc limit 1)`;
  // Reading the few broken promises first takes a quarter of the time of reading every overdue loan.
  return sql`${hasNote(isBroken(deskNotes))} and ${isLastBroken}`;
}

const hasNote = (condition: SQL) =>
  sql`exists (select from ${deskNotes} where ${ofLoans(deskNotes)} and ${condition})`;

export type LatePlace = readonly [key: string, id: string];

const orders = {
  days: { column: sql`${loans.oldestDueOn}`, type: sql`date` },
  amount: { column: sql`(0 - ${loans.balanceMinor})`, type: sql`bigint` },
} as const satisfies Record<LateSort, unknown>;

export function placeOf({ oldestDueOn, balanceMinor, id }: LateRow, sort: LateSort): LatePlace {
  return [sort === 'days' ? oldestDueOn : String(0n - BigInt(balanceMinor)), id];
}

/** A page of overdue loans. Details are read only for the loans of the page. */
export function listLate(
  database: Queryable,
  {
    market,
    band,
    leastMinor,
    view,
    holder,
    sort,
    today,
    those,
    after,
    limit,
  }: {
    readonly market: Market | null;
    /** Days overdue; negative before the due date. */
    readonly band: LateBand | readonly [number, number] | null;
    readonly leastMinor: number | null;
    readonly view: LateView | null;
    readonly holder: string | null;
    readonly sort: LateSort;
    readonly today: LocalDate;
    readonly those?: readonly LoanOf[];
    readonly after: LatePlace | null;
    readonly limit: number;
  },
): Promise<LateRow[]> {
  const { column, type } = orders[sort];
  const conditions = and(
    those && belongsToLoans({ loanId: loans.id, borrowerId: loans.borrowerId }, those),
    market === null ? undefined : eq(loans.currency, currencyOf(market)),
    isRunning,
    isInBand(band, today),
    leastMinor === null ? undefined : sql`${loans.balanceMinor} >= ${leastMinor}`,
    view === null ? undefined : isInView(view, today),
    isHeldBy('collection', loans.id, holder),
    after === null ? undefined : sql`(${column}, ${loans.id}) > (${after[0]}::${type}, ${after[1]}::uuid)`,
  );
  // The borrower is repeated in each condition, so that Citus asks one machine for a borrower's rows.
  const isOf = (table: OfLoan) => and(ofLoans(table), those && belongsToLoans(table, those));
  const pauses = pausesOf(isOf, today).map(([pause, isPaused]) => sql`when ${isPaused} then ${pause}`);
  return queryRows<LateRow>(
    database,
    sql`select ${loans.id}, ${loans.borrowerId} as "borrowerId", ${loans.orderNumber} as "orderNumber", ${loans.productId} as "productId", ${borrowers.name} as "borrowerName",
      ${borrowers.address}, ${borrowers.mobilePhone} as "mobilePhone", ${borrowers.language}, ${loans.market},
      (${today}::date - ${loans.oldestDueOn})::integer as "daysLate", ${loans.oldestDueOn}::text as "oldestDueOn",
      ${loans.balanceMinor}::text as "balanceMinor",
      coalesce((select sum(${owed}) from ${instalments} where ${isOf(instalments)} and ${instalments.dueDate} < ${today}::date), 0)::text as "overdueMinor",
      (select json_build_object('kind', ${deskNotes.kind}, 'result', ${deskNotes.result}, 'writtenAt', ${deskNotes.writtenAt}) from ${deskNotes}
        where ${isOf(deskNotes)} and ${deskNotes.kind} not in ('pause', 'to-send', 'not-sent') order by ${deskNotes.writtenAt} desc limit 1) as "lastContact",
      (select json_build_object('on', ${deskNotes.promisedOn}, 'amountMinor', ${deskNotes.promisedMinor}, 'state', ${deskNotes.promise}) from ${deskNotes}
        where ${isOf(deskNotes)} and ${deskNotes.promise} is not null order by ${deskNotes.writtenAt} desc limit 1) as promise,
      (select json_build_object('personId', ${deskPeople.id}, 'name', ${deskPeople.name}, 'namedAt', ${deskMatterHolders.namedAt})
        from ${deskMatterHolders} inner join ${deskPeople} on ${deskPeople.id} = ${deskMatterHolders.personId}
        where ${deskMatterHolders.kind} = 'collection' and ${deskMatterHolders.matterId} = ${loans.id}) as holder,
      case ${sql.join(pauses, sql` `)} end as "pausedBy",
      (select max(${deskNotes.pausedUntil})::text from ${deskNotes} where ${isOf(deskNotes)} and ${deskNotes.pausedUntil} >= ${today}::date)
        as "pausedUntil"
      from ${loans} inner join ${borrowers} on ${borrowers.id} = ${loans.borrowerId}
      where ${conditions} order by ${column}, ${loans.id} limit ${limit}`,
  );
}

export function loansNamed(database: Queryable, ids: readonly string[]): Promise<LoanOf[]> {
  return database
    .select({ id: loanNumbers.loanId, borrowerId: loanNumbers.borrowerId })
    .from(loanNumbers)
    .where(inArray(loanNumbers.loanId, [...ids]));
}

export type LatePart = LateBand | LateView;

/** Counts overdue loans and the unpaid amount of their plans by band and view. Bands use only the index `loans_arrears`. */
export function countLate(
  database: Queryable,
  market: Market,
  parts: readonly LatePart[],
  today: LocalDate,
): Promise<{ readonly place: number; readonly count: number; readonly owedMinor: string }[]> {
  const counts = parts.map((part, place) => {
    const isOfPart =
      typeof part === 'string'
        ? sql`${isInBand(null, today)} and ${isInView(part, today)}`
        : isInBand(part, today);
    return sql`select ${sql.raw(String(place))} as place, count(*)::integer as count, coalesce(sum(${loans.balanceMinor}), 0)::text as "owedMinor"
      from ${loans} where ${loans.currency} = ${currencyOf(market)} and ${isRunning} and ${isOfPart}`;
  });
  return queryRows(database, sql.join(counts, sql` union all `));
}

/** Promises of a market whose day was within the last days, and how many were kept. */
export async function countKept(
  database: Queryable,
  market: Market,
  today: LocalDate,
): Promise<{ readonly count: number; readonly of: number }> {
  const [kept] = await queryRows<{ count: number; of: number }>(
    database,
    sql`select (count(*) filter (where ${deskNotes.promise} = 'kept'))::integer as count, count(*)::integer as of
      from ${deskNotes} inner join ${loans} on ${ofLoans(deskNotes)}
      where ${inArray(deskNotes.promise, ['kept', 'broken'])} and ${gte(deskNotes.promisedOn, addDays(today, -keptDays))}
        and ${lte(deskNotes.promisedOn, today)} and ${loans.currency} = ${currencyOf(market)}`,
  );
  return kept ?? { count: 0, of: 0 };
}

/** Ends staff's pause of a loan. @returns whether there was one. */
export async function endPauses(transaction: Transaction, loan: LoanOf, today: LocalDate): Promise<boolean> {
  const ended = await transaction
    .update(deskNotes)
    .set({ pausedUntil: addDays(today, -1) })
    .where(and(belongsToLoan(deskNotes, loan), gte(deskNotes.pausedUntil, today)))
    .returning({ id: deskNotes.id });
  return ended.length > 0;
}

/** Records that the borrower was told the collector's name. */
export async function markHolderNamed(
  transaction: Transaction,
  loanId: string,
  namedAt: Date,
): Promise<boolean> {
  const marked = await transaction
    .update(deskMatterHolders)
    .set({ namedAt })
    .where(and(eq(deskMatterHolders.kind, 'collection'), eq(deskMatterHolders.matterId, loanId)))
    .returning({ id: deskMatterHolders.matterId });
  return marked.length > 0;
}

const promisesAtOnce = 500;

/** End of a promise's day in the market's zone. */
const promiseEnd = sql.join(
  [
    sql`case ${loans.market}`,
    ...allMarkets.map(
      (market) =>
        sql`when ${market} then (${deskNotes.promisedOn} + 1)::timestamp at time zone ${marketOf[market].timeZone}`,
    ),
    sql`end`,
  ],
  sql` `,
);

/** Open promises, earliest day first, with the money received from the promise through its day. */
export function openPromises(database: Queryable) {
  const received = sql<string>`coalesce((select sum(${loanPayments.amountMinor}) from ${loanPayments}
    where ${belongsToLoan(loanPayments, { id: loans.id, borrowerId: loans.borrowerId })} and ${loanPayments.outcome} = 'posted'
      and ${loanPayments.paidAt} >= ${deskNotes.writtenAt} and ${loanPayments.paidAt} < ${promiseEnd}), 0)::text`;
  return database
    .select({
      id: deskNotes.id,
      promisedOn: deskNotes.promisedOn,
      promisedMinor: deskNotes.promisedMinor,
      market: loans.market,
      receivedMinor: received,
    })
    .from(deskNotes)
    .innerJoin(loans, belongsToLoan({ loanId: deskNotes.loanId, borrowerId: deskNotes.borrowerId }, loans))
    .where(sql`${deskNotes.promise} = 'open'`)
    .orderBy(deskNotes.promisedOn, deskNotes.id)
    .limit(promisesAtOnce);
}

export async function settlePromise(
  transaction: Transaction,
  id: string,
  promise: PromiseState,
): Promise<void> {
  await transaction
    .update(deskNotes)
    .set({ promise })
    .where(and(eq(deskNotes.id, id), sql`${deskNotes.promise} = 'open'`));
}
