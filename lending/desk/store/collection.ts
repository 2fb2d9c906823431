import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { complaints } from '#db/schema/complaint.ts';
import { deskMatterHolders, deskNotes, deskPeople } from '#db/schema/desk.ts';
import { loans } from '#db/schema/loan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { instalments, loanPayments } from '#db/schema/repayment.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { collectionTypeId } from '#domain/complaint/complaint.ts';
import type { PromiseState } from '#domain/desk/note.ts';
import { runningStatuses } from '#domain/loan/loan-status.ts';
import { allMarkets, currencyOf, type Market, marketOf } from '#domain/market.ts';
import type { CollectionPause, LateBand } from '#domain/matter/collection.ts';
import { isOfLoan, isRowOf, type LoanOf } from '../../ledger/loans.ts';

/** A late loan as it was read. */
export interface LateRow {
  readonly id: string;
  readonly borrowerId: string;
  readonly orderNumber: string;
  readonly borrowerName: string;
  readonly market: Market;
  readonly daysLate: number;
  readonly oldestDueOn: LocalDate;
  readonly overdueMinor: string;
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
}

const running = sql.raw(`(${runningStatuses.map((status) => `'${status}'`).join(', ')})`);
const isRunning = sql`${loans.status} in ${running}`;
const components = ['penalty', 'fee', 'vat', 'interest', 'principal'];
const owed = sql.raw(
  components.map((part) => `instalments.${part}_charged_minor - instalments.${part}_paid_minor`).join(' + '),
);

/** The condition that a loan's oldest unpaid day lies in a band of days before today. */
function isInBand(band: LateBand | null, today: LocalDate): SQL {
  const [least, most] = band ?? [1, null];
  const isLate = sql`${loans.oldestDueOn} <= ${addDays(today, -least)}::date`;
  return most === null ? isLate : sql`${isLate} and ${loans.oldestDueOn} >= ${addDays(today, -most)}::date`;
}

/** A page of late loans, the latest first; what belongs to one is looked up once it is found. */
export function listLate(
  database: Queryable,
  {
    market,
    band,
    leastMinor,
    today,
    loan,
    after,
    limit,
  }: {
    readonly market: Market | null;
    readonly band: LateBand | null;
    readonly leastMinor: number | null;
    readonly today: LocalDate;
    /** This one alone. */
    readonly loan?: LoanOf;
    readonly after: readonly [LocalDate, string] | null;
    readonly limit: number;
  },
): Promise<LateRow[]> {
  const conditions = and(
    loan && isRowOf(loans, loan.id, loan),
    market === null ? undefined : eq(loans.currency, currencyOf(market)),
    isRunning,
    isInBand(band, today),
    leastMinor === null ? undefined : sql`${loans.balanceMinor} >= ${leastMinor}`,
    after === null
      ? undefined
      : sql`(${loans.oldestDueOn}, ${loans.id}) > (${after[0]}::date, ${after[1]}::uuid)`,
  );
  const page = { id: sql`page.id`, borrowerId: sql`page.borrower_id` };
  const isOfPage = (table: { loanId: unknown; borrowerId: unknown }) =>
    sql`${table.loanId} = ${page.id} and ${table.borrowerId} = ${page.borrowerId}`;
  return queryRows<LateRow>(
    database,
    sql`select page.id, page.borrower_id as "borrowerId", page.order_number as "orderNumber", ${borrowers.name} as "borrowerName", page.market,
      (${today}::date - page.oldest_due_on)::integer as "daysLate", page.oldest_due_on::text as "oldestDueOn",
      coalesce((select sum(${owed}) from ${instalments} where ${isOfPage(instalments)} and ${instalments.dueDate} < ${today}::date), 0)::text as "overdueMinor",
      (select json_build_object('kind', ${deskNotes.kind}, 'result', ${deskNotes.result}, 'writtenAt', ${deskNotes.writtenAt}) from ${deskNotes}
        where ${isOfPage(deskNotes)} order by ${deskNotes.writtenAt} desc limit 1) as "lastContact",
      (select json_build_object('on', ${deskNotes.promisedOn}, 'amountMinor', ${deskNotes.promisedMinor}, 'state', ${deskNotes.promise}) from ${deskNotes}
        where ${isOfPage(deskNotes)} and ${deskNotes.promise} is not null order by ${deskNotes.writtenAt} desc limit 1) as promise,
      (select json_build_object('personId', ${deskPeople.id}, 'name', ${deskPeople.name}, 'namedAt', ${deskMatterHolders.namedAt})
        from ${deskMatterHolders} inner join ${deskPeople} on ${deskPeople.id} = ${deskMatterHolders.personId}
        where ${deskMatterHolders.kind} = 'collection' and ${deskMatterHolders.matterId} = page.id) as holder,
      case when (select true from ${paymentClaims} where ${isOfPage(paymentClaims)} and ${paymentClaims.state} = 'waiting' limit 1) then 'payment-claim'
        when (select true from ${chargeDisputes} where ${isOfPage(chargeDisputes)} and ${chargeDisputes.state} = 'open' limit 1) then 'charge-dispute'
        when (select true from ${complaints} where ${isOfPage(complaints)} and ${complaints.state} in ('received', 'in-review')
          and ${complaints.typeId} = ${collectionTypeId} limit 1) then 'complaint' end as "pausedBy"
      from (select ${loans.id} as id, ${loans.borrowerId} as borrower_id, ${loans.orderNumber} as order_number, ${loans.market} as market,
          ${loans.oldestDueOn} as oldest_due_on from ${loans} where ${conditions} order by ${loans.oldestDueOn}, ${loans.id} limit ${limit}) as page
      inner join ${borrowers} on ${borrowers.id} = page.borrower_id
      order by page.oldest_due_on, page.id`,
  );
}

/** How many loans are late in each band, and what their plans have left; by the index `loans_arrears` alone. */
export function countLate(
  database: Queryable,
  market: Market,
  bands: readonly LateBand[],
  today: LocalDate,
): Promise<{ readonly place: number; readonly count: number; readonly owedMinor: string }[]> {
  const counts = bands.map(
    (
      band,
      place,
    ) => sql`select ${sql.raw(String(place))} as place, count(*)::integer as count, coalesce(sum(${loans.balanceMinor}), 0)::text as "owedMinor"
      from ${loans} where ${loans.currency} = ${currencyOf(market)} and ${isRunning} and ${isInBand(band, today)}`,
  );
  return queryRows(database, sql.join(counts, sql` union all `));
}

/** How many promises are due by a day and not kept yet. */
export function countPromised(database: Queryable, through: LocalDate): Promise<number> {
  return database.$count(
    deskNotes,
    and(sql`${deskNotes.promise} = 'open'`, lte(deskNotes.promisedOn, through)),
  );
}

const contactsShown = 100;

/** The contacts and notes of a loan, newest first. */
export function contactsOf(database: Queryable, loan: { readonly id: string; readonly borrowerId: string }) {
  return database
    .select({
      kind: deskNotes.kind,
      result: deskNotes.result,
      text: deskNotes.text,
      writtenAt: deskNotes.writtenAt,
      personName: deskPeople.name,
      promisedOn: deskNotes.promisedOn,
      promisedMinor: deskNotes.promisedMinor,
      promise: deskNotes.promise,
    })
    .from(deskNotes)
    .innerJoin(deskPeople, eq(deskPeople.id, deskNotes.personId))
    .where(isOfLoan(deskNotes, loan))
    .orderBy(desc(deskNotes.writtenAt), desc(deskNotes.id))
    .limit(contactsShown);
}

/** Notes that the borrower was told who contacts them. */
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

/** When the day of a promise is over, in the zone of the market. */
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

/** Promises that are open, those of the earliest day first, each with what came in on its loan since it was made, through its day. */
export function openPromises(database: Queryable) {
  const received = sql<string>`coalesce((select sum(${loanPayments.amountMinor}) from ${loanPayments}
    where ${isOfLoan(loanPayments, { id: loans.id, borrowerId: loans.borrowerId })} and ${loanPayments.outcome} = 'posted'
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
    .innerJoin(loans, isOfLoan({ loanId: deskNotes.loanId, borrowerId: deskNotes.borrowerId }, loans))
    .where(sql`${deskNotes.promise} = 'open'`)
    .orderBy(deskNotes.promisedOn, deskNotes.id)
    .limit(promisesAtOnce);
}

/** Says what became of a promise. */
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
