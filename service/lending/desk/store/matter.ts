import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { BatchName } from '#contract/batch.ts';
import { type Queryable, queryRows, type Transaction, together } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { complaints } from '#db/schema/complaint.ts';
import {
  deskApprovals,
  deskEscalations,
  deskMatterHolders,
  deskPaymentHolds,
  deskPeople,
  deskViews,
} from '#db/schema/desk.ts';
import { outboxEvents } from '#db/schema/event.ts';
import { loanNumbers, loans } from '#db/schema/loan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { products } from '#db/schema/product.ts';
import { providerEvents, providerOutflows, refunds } from '#db/schema/repayment.ts';
import { contactMessages } from '#db/schema/support.ts';
import { allMarkets, currencyOf, type Market } from '#domain/market.ts';
import {
  type MatterFilter,
  type MatterHours,
  type MatterKind,
  matterKinds,
  type WorkKind,
} from '#domain/matter/matter.ts';
import type { Currency } from '#domain/money/money.ts';
import { belongsToLoan } from '../../ledger/loans.ts';
import { isWrittenFrom } from '../../support/store.ts';

/** How matters of a kind are read: each kind has its own table. */
interface Source {
  readonly table: PgTable;
  readonly id: AnyPgColumn;
  readonly cameAt: AnyPgColumn;
  /** The stored deadline; absent where it follows from the arrival. */
  readonly dueAt?: AnyPgColumn;
  /** Which rows of the table are of the kind. */
  readonly which?: SQL;
  readonly state: AnyPgColumn;
  readonly open: readonly string[];
  readonly ended: readonly string[];
  readonly name: AnyPgColumn | SQL;
  readonly borrowerId?: AnyPgColumn;
  readonly loanId?: AnyPgColumn;
  readonly amountMinor?: AnyPgColumn;
  readonly currency?: AnyPgColumn | SQL;
  readonly detail: SQL;
  /** SQL condition on the market; absent where the kind has none. */
  readonly isIn?: (market: Market) => SQL;
}

const isOfCurrency = (currency: AnyPgColumn | SQL) => (market: Market) =>
  sql`${currency} = ${currencyOf(market)}`;
const isOfLoanIn =
  (table: { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn }) => (market: Market) =>
    sql`exists (select from ${loans} where ${belongsToLoan(table, loans)} and ${loans.market} = ${market})`;
const approvalCurrency = sql`${deskApprovals.effect} ->> 'currency'`;

const ofComplaints = {
  ...{ table: complaints, id: complaints.id, cameAt: complaints.filedAt, state: complaints.state },
  ...{ name: complaints.folio, borrowerId: complaints.borrowerId, loanId: complaints.loanId },
  detail: sql`jsonb_build_object('typeId', ${complaints.typeId}, 'subtypeId', ${complaints.subtypeId}, 'state', ${complaints.state})`,
  isIn: (market: Market) =>
    sql`exists (select from ${borrowers} where ${borrowers.id} = ${complaints.borrowerId} and ${borrowers.market} = ${market})`,
};

const sources: Readonly<Record<MatterKind, Source>> = {
  complaint: {
    ...ofComplaints,
    ...{ open: ['received', 'in-review'], ended: ['answered', 'closed'] },
    which: sql`${complaints.dueAt} is null`,
  },
  'data-request': {
    ...ofComplaints,
    // What an answer grants is still to be carried out.
    ...{ open: ['received', 'in-review', 'answered'], ended: ['closed'], dueAt: complaints.dueAt },
    which: sql`${complaints.dueAt} is not null`,
  },
  'payment-claim': {
    ...{
      table: paymentClaims,
      id: paymentClaims.id,
      cameAt: paymentClaims.claimedAt,
      state: paymentClaims.state,
    },
    ...{ open: ['waiting'], ended: ['received', 'not-found'], name: sql`${paymentClaims.id}::text` },
    ...{
      borrowerId: paymentClaims.borrowerId,
      loanId: paymentClaims.loanId,
      amountMinor: paymentClaims.amountMinor,
    },
    detail: sql`jsonb_build_object('channel', ${paymentClaims.channel}, 'paidOn', ${paymentClaims.paidOn})`,
    isIn: isOfLoanIn(paymentClaims),
  },
  'charge-dispute': {
    ...{
      table: chargeDisputes,
      id: chargeDisputes.id,
      cameAt: chargeDisputes.filedAt,
      state: chargeDisputes.state,
    },
    ...{ open: ['open'], ended: ['upheld', 'rejected', 'withdrawn'], name: sql`${chargeDisputes.id}::text` },
    ...{
      borrowerId: chargeDisputes.borrowerId,
      loanId: chargeDisputes.loanId,
      amountMinor: chargeDisputes.amountMinor,
    },
    detail: sql`jsonb_build_object('charge', ${chargeDisputes.kind}, 'sequence', ${chargeDisputes.sequence}, 'reason', ${chargeDisputes.reason})`,
    isIn: isOfLoanIn(chargeDisputes),
  },
  message: {
    ...{
      table: contactMessages,
      id: contactMessages.id,
      cameAt: contactMessages.receivedAt,
      state: contactMessages.state,
    },
    ...{ open: ['open'], ended: ['answered', 'closed'], name: sql`${contactMessages.id}::text` },
    detail: sql`jsonb_build_object('remark', left(${contactMessages.remark}, 120))`,
  },
  unmatched: {
    ...{
      table: providerEvents,
      id: providerEvents.id,
      cameAt: providerEvents.receivedAt,
      state: providerEvents.outcome,
    },
    ...{ open: ['unmatched'], ended: [], name: providerEvents.reference },
    ...{ amountMinor: providerEvents.amountMinor, currency: providerEvents.currency },
    detail: sql`jsonb_build_object('provider', ${providerEvents.provider}, 'eventId', ${providerEvents.eventId}, 'heldUntil',
      (select ${deskPaymentHolds.untilDay} from ${deskPaymentHolds} where ${deskPaymentHolds.eventId} = ${providerEvents.id}))`,
    isIn: isOfCurrency(providerEvents.currency),
  },
  outflow: {
    ...{
      table: providerOutflows,
      id: providerOutflows.id,
      cameAt: providerOutflows.receivedAt,
      state: providerOutflows.state,
    },
    ...{ open: ['waiting'], ended: [], name: sql`${providerOutflows.id}::text` },
    ...{ amountMinor: providerOutflows.amountMinor, currency: providerOutflows.currency },
    detail: sql`jsonb_build_object('cause', ${providerOutflows.cause}, 'provider', ${providerOutflows.provider})`,
    isIn: isOfCurrency(providerOutflows.currency),
  },
  refund: {
    ...{ table: refunds, id: refunds.id, cameAt: refunds.requestedAt, state: refunds.state },
    ...{ open: ['requested'], ended: ['sent', 'failed'], name: refunds.refundKey },
    ...{ borrowerId: refunds.borrowerId, loanId: refunds.loanId, amountMinor: refunds.amountMinor },
    currency: refunds.currency,
    detail: sql`jsonb_build_object('reason', ${refunds.reason}, 'payment', (select jsonb_build_object('provider', ${providerEvents.provider},
      'eventId', ${providerEvents.eventId}) from ${providerEvents} where ${providerEvents.id} = ${refunds.eventId}))`,
    isIn: isOfCurrency(refunds.currency),
  },
  approval: {
    ...{
      table: deskApprovals,
      id: deskApprovals.id,
      cameAt: deskApprovals.askedAt,
      state: deskApprovals.state,
    },
    ...{
      open: ['waiting'],
      ended: ['approved', 'sent-back', 'taken-back'],
      name: sql`${deskApprovals.id}::text`,
    },
    ...{ amountMinor: deskApprovals.amountMinor, currency: approvalCurrency },
    detail: sql`jsonb_build_object('call', ${deskApprovals.call}, 'component', ${deskApprovals.fields} -> 'component', 'act', ${deskApprovals.fields} -> 'act', 'decision', ${deskApprovals.fields} -> 'decision',
      'payment', ${deskApprovals.effect} -> 'payment', 'orderNumber', ${deskApprovals.orderNumber}, 'reason', ${deskApprovals.reason},
      'askedBy', ${deskApprovals.askedBy}, 'askedByName', (select ${deskPeople.name} from ${deskPeople} where ${deskPeople.id} = ${deskApprovals.askedBy}))`,
    isIn: isOfCurrency(approvalCurrency),
  },
  application: {
    ...{ table: loans, id: loans.id, cameAt: loans.appliedAt, state: loans.status },
    ...{ open: ['under-review'], ended: [], name: loans.orderNumber },
    ...{ borrowerId: loans.borrowerId, loanId: loans.id, amountMinor: loans.principalMinor },
    currency: loans.currency,
    detail: sql`jsonb_build_object('productId', ${loans.productId}, 'product', (select ${products.name} from ${products} where ${products.productId} = ${loans.productId}))`,
    isIn: (market) => sql`${loans.market} = ${market}`,
  },
  payout: {
    ...{ table: loans, id: loans.id, cameAt: loans.changedAt, state: loans.status },
    ...{ open: ['paying-out'], ended: [], name: loans.orderNumber },
    ...{ borrowerId: loans.borrowerId, loanId: loans.id, amountMinor: loans.principalMinor },
    currency: loans.currency,
    detail: sql`jsonb_build_object('product', (select ${products.name} from ${products} where ${products.productId} = ${loans.productId}))`,
    isIn: (market) => sql`${loans.market} = ${market}`,
  },
  event: {
    ...{
      table: outboxEvents,
      id: outboxEvents.id,
      cameAt: outboxEvents.occurredAt,
      state: outboxEvents.state,
    },
    ...{ open: ['dead'], ended: [], name: sql`${outboxEvents.id}::text` },
    detail: sql`jsonb_build_object('serial', ${outboxEvents.serialNumber}, 'type', ${outboxEvents.type}, 'lastFailure', ${outboxEvents.lastFailure})`,
  },
};

/** Matters that have been overdue for longer are not reported to the lender. */
const toldWithinHours = 7 * 24;

/** Position in the list: the time or amount it is sorted by, the kind's place, the id. */
export interface MatterKey {
  readonly at: string;
  readonly place: number;
  readonly id: string;
}

/** A borrower by id and loans; the phone number finds contact messages, order numbers find approvals. */
export interface MatterOwner {
  readonly borrowerId: string;
  readonly market: Market;
  readonly mobilePhone: string;
  readonly loans: readonly { readonly id: string; readonly orderNumber: string }[];
}

interface MatterPage {
  readonly after: MatterKey | null;
  readonly limit: number;
  readonly isBackwards?: boolean;
}

export interface MatterQuery extends MatterFilter {
  readonly kinds: readonly MatterKind[];
  readonly hours: MatterHours;
  readonly now: Date;
  /** The reader; null for the service itself. */
  readonly personId: string | null;
  readonly ids?: readonly string[] | undefined;
  readonly owner?: MatterOwner;
  /** Only overdue matters that were not reported to the lender yet. */
  readonly isUntold?: boolean;
}

const placeOf = (kind: MatterKind) => matterKinds.indexOf(kind);

/** SQL condition on the assignee: a person, `nobody`, or null for any. */
export function isHeldBy(kind: WorkKind, id: AnyPgColumn, holder: string | null): SQL | undefined {
  if (holder === null) return undefined;
  const held = sql`select from ${deskMatterHolders} where ${deskMatterHolders.kind} = ${sql.raw(`'${kind}'`)}
    and ${deskMatterHolders.matterId} = ${id}`;
  return holder === 'nobody'
    ? sql`not exists (${held})`
    : sql`exists (${held} and ${deskMatterHolders.personId} = ${holder}::uuid)`;
}

/** SQL condition: belongs to a borrower; null where the kind has no borrowers. */
function isOf(kind: MatterKind, { borrowerId, market, mobilePhone, loans: theirs }: MatterOwner): SQL | null {
  const { borrowerId: column } = sources[kind];
  // Refunds are found by loan: by state too many rows would be read.
  const belongsToLoans =
    kind === 'refund'
      ? isAnyOf(
          refunds.loanId,
          theirs.map(({ id }) => id),
        )
      : undefined;
  if (column) return sql`${and(eq(column, borrowerId), belongsToLoans)}`;
  if (kind === 'message') return isWrittenFrom(market, mobilePhone);
  if (kind !== 'approval') return null;
  const isOfThem = sql`${deskApprovals.effect} ->> 'subject' = ${`borrower:${borrowerId}`}`;
  if (theirs.length === 0) return isOfThem;
  const numbers = theirs.map(({ orderNumber }) => orderNumber);
  return sql`(${inArray(deskApprovals.orderNumber, numbers)} or ${isOfThem})`;
}

/** SQL condition of a filter without its state; null where no matter of the kind can match. */
function conditionOf(kind: MatterKind, query: MatterQuery): SQL | null {
  const source = sources[kind];
  const { market, holder, fromMinor, toMinor, isPast, isOthers, hours, now, ids, owner, personId } = query;
  const asksAmount = fromMinor !== null || toMinor !== null;
  if ((market !== null && !source.isIn) || (asksAmount && !source.amountMinor)) return null;
  const isTheirs = owner && isOf(kind, owner);
  if (isTheirs === null) return null;
  const conditions: (SQL | undefined)[] = [
    source.which,
    market === null ? undefined : source.isIn?.(market),
    isHeldBy(kind, source.id, holder),
    fromMinor === null ? undefined : sql`${source.amountMinor} >= ${fromMinor}`,
    toMinor === null ? undefined : sql`${source.amountMinor} <= ${toMinor}`,
    isPast ? sql`${clockOf(source)} < ${startOf(now, hours[kind])}::timestamptz` : undefined,
    isOthers && kind === 'approval' ? sql`${deskApprovals.askedBy} <> ${personId}` : undefined,
    isTheirs,
    query.isUntold
      ? sql`${clockOf(source)} >= ${startOf(now, hours[kind] + toldWithinHours)}::timestamptz and not exists (select from ${deskEscalations} where ${deskEscalations.kind} = ${sql.raw(`'${kind}'`)}
        and ${deskEscalations.matterId} = ${source.id})`
      : undefined,
    ids === undefined ? undefined : sql`${source.id} = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`,
  ];
  return and(...conditions) ?? sql`true`;
}

const clockOf = ({ dueAt, cameAt }: Pick<Source, 'dueAt' | 'cameAt'>) => dueAt ?? cameAt;

/** Arrival time of a matter whose deadline is now. */
function startOf(now: Date, hours: number): string {
  return new Date(now.getTime() - hours * 3_600_000).toISOString();
}

function orderOf(kind: MatterKind, { isEnded, sort, hours }: MatterQuery, isBackwards: boolean) {
  const { id, amountMinor } = sources[kind];
  const isDown = (isEnded || sort === 'amount') !== isBackwards;
  const isByAmount = sort === 'amount' && !isEnded;
  const isByClock = sort === 'due' && !isEnded;
  const span = sql.raw(`interval '${isByClock ? hours[kind] : 0} hours'`);
  const time = isByClock ? clockOf(sources[kind]) : sources[kind].cameAt;
  const sorted = isByAmount ? sql`coalesce(${amountMinor ?? sql`null`}, 0)` : sql`${time}`;
  const beyond = sql.raw(isDown ? '<' : '>');
  return {
    ...{ isByAmount, span, time, sorted, way: sql.raw(isDown ? 'desc' : 'asc') },
    isAfter({ at, place, id: matterId }: MatterKey): SQL {
      const from = isByAmount ? sql`${at}::bigint` : sql`(${at}::timestamptz - ${span})`;
      if (placeOf(kind) === place) return sql`(${sorted}, ${id}) ${beyond} (${from}, ${matterId}::uuid)`;
      const isSooner = isDown ? placeOf(kind) < place : placeOf(kind) > place;
      return sql`${sorted} ${beyond}${sql.raw(isSooner ? '=' : '')} ${from}`;
    },
  };
}

const stateIn = (states: readonly string[]) => sql.raw(states.map((state) => `'${state}'`).join(', '));

function branchesOf(query: MatterQuery, { after, limit, isBackwards = false }: MatterPage): SQL[] {
  return query.kinds.flatMap((kind) => {
    const source = sources[kind];
    const condition = conditionOf(kind, query);
    if (condition === null) return [];
    const { id, cameAt, amountMinor } = source;
    const { isByAmount, span, time, sorted, way, isAfter } = orderOf(kind, query, isBackwards);
    const states = query.isEnded ? source.ended : source.open;
    return states.map(
      (
        state,
      ) => sql`(select ${sql.raw(String(placeOf(kind)))} as place, ${id} as id, ${source.name} as name, ${source.detail} as detail,
        ${source.borrowerId ?? sql`null::uuid`} as borrower_id, ${source.loanId ?? sql`null::uuid`} as loan_id,
        ${amountMinor ?? sql`null::bigint`} as amount_minor, ${source.currency ?? sql`null::text`} as currency, ${cameAt} as came_at,
        ${source.dueAt ?? sql`null::timestamptz`} as due_at,
        ${isByAmount ? sorted : sql`null::bigint`} as by_amount, ${time} + ${span} as by_time
        from ${source.table} where ${source.state} = ${stateIn([state])} and ${condition} and ${after ? isAfter(after) : sql`true`}
        order by ${sorted} ${way}, ${id} ${way} limit ${limit})`,
    );
  });
}

const currencyOfBorrower = sql`case ${borrowers.market} ${sql.join(
  allMarkets.map((market) => sql`when ${market} then ${currencyOf(market)}`),
  sql` `,
)} end`;

const instant = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);

export interface MatterRow {
  readonly place: number;
  readonly id: string;
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly borrowerId: string | null;
  readonly borrowerName: string | null;
  readonly orderNumber: string | null;
  readonly market: Market | null;
  readonly currency: Currency | null;
  readonly amountMinor: string | null;
  readonly cameAt: string;
  readonly dueAt: string | null;
  readonly at: string;
  readonly holderId: string | null;
  readonly holderName: string | null;
}

/**
 * A page of matters after a position. Each kind returns at most a page by its own index, so a page costs the same however many matters
 * there were; sorting by amount reads all open ones.
 */
export async function listMatters(
  database: Queryable,
  query: MatterQuery,
  page: MatterPage,
): Promise<MatterRow[]> {
  const branches = branchesOf(query, page);
  if (branches.length === 0) return [];
  const isByAmount = query.sort === 'amount' && !query.isEnded;
  const isDown = (query.isEnded || isByAmount) !== (page.isBackwards ?? false);
  const way = isDown ? 'desc' : 'asc';
  const order = sql.raw(`${isByAmount ? 'by_amount' : 'by_time'} ${way}, place ${way}, id ${way}`);
  const { kind, matterId, personId } = deskMatterHolders;
  const kinds = sql.raw(`(array[${matterKinds.map((each) => `'${each}'`).join(', ')}])[matter.place + 1]`);
  return queryRows<MatterRow>(
    database,
    sql`select matter.place, matter.id, matter.name, matter.detail, matter.borrower_id as "borrowerId", ${borrowers.name} as "borrowerName",
      coalesce(${loanNumbers.orderNumber}, matter.detail ->> 'orderNumber') as "orderNumber",
      ${borrowers.market} as market, coalesce(matter.currency, case when matter.loan_id is not null then ${currencyOfBorrower} end) as currency,
      matter.amount_minor::text as "amountMinor", ${instant('matter.came_at')} as "cameAt", ${instant('matter.due_at')} as "dueAt",
      coalesce(matter.by_amount::text, ${instant('matter.by_time')}) as at, holder.id as "holderId", holder.name as "holderName"
      from (select * from (${sql.join(branches, sql` union all `)}) as every order by ${order} limit ${page.limit}) as matter
      left join ${borrowers} on ${borrowers.id} = matter.borrower_id
      left join ${loanNumbers} on ${loanNumbers.loanId} = matter.loan_id
      left join lateral (select ${deskPeople.id} as id, ${deskPeople.name} as name from ${deskMatterHolders}
        inner join ${deskPeople} on ${deskPeople.id} = ${personId} where ${matterId} = matter.id and ${kind} = ${kinds} limit 1) as holder on true
      order by ${order}`,
  );
}

/** Counts open matters of a filter by kind: all, overdue, assigned, and one person's. */
export async function countMatters(database: Queryable, query: MatterQuery) {
  const { personId } = query;
  const counted = query.kinds.flatMap((kind) => {
    const condition = conditionOf(kind, query);
    const { table, id, state, open } = sources[kind];
    if (condition === null) return [];
    const isOpen = sql`${state} in (${stateIn(open)}) and ${condition}`;
    const others = kind === 'approval' ? sql`${deskApprovals.askedBy} <> ${personId}` : sql`true`;
    const place = sql.raw(String(placeOf(kind)));
    return [
      {
        all: sql`select ${place} as place, count(*)::integer as "all", (count(*) filter (where ${others}))::integer as others,
          (count(*) filter (where ${clockOf(sources[kind])} < ${startOf(query.now, query.hours[kind])}::timestamptz))::integer as past from ${table} where ${isOpen}`,
        held: sql`select ${place} as place, count(*)::integer as held,
          (count(*) filter (where ${deskMatterHolders.personId} = ${personId}))::integer as mine from ${deskMatterHolders}
          inner join ${table} on ${id} = ${deskMatterHolders.matterId} and ${isOpen}
          where ${deskMatterHolders.kind} = ${sql.raw(`'${kind}'`)}`,
      },
    ];
  });
  if (counted.length === 0) return [];
  const [all, held] = await together(
    () =>
      queryRows<{ place: number; all: number; others: number; past: number }>(
        database,
        sql.join(
          counted.map((each) => each.all),
          sql` union all `,
        ),
      ),
    () =>
      queryRows<{ place: number; held: number; mine: number }>(
        database,
        sql.join(
          counted.map((each) => each.held),
          sql` union all `,
        ),
      ),
  );
  return all.map((each) => ({
    held: 0,
    mine: 0,
    ...held.find(({ place }) => place === each.place),
    ...each,
  }));
}

/** Counts open matters of a filter, those after a position, and whether the matter there is still open. */
export async function placeOfMatter(database: Queryable, query: MatterQuery, at: MatterKey) {
  const branches = query.kinds.flatMap((kind) => {
    const condition = conditionOf(kind, query);
    if (condition === null) return [];
    const { table, id, state, open } = sources[kind];
    const isIt = placeOf(kind) === at.place ? sql`${id} = ${at.id}::uuid` : sql`false`;
    return [
      sql`select count(*)::integer as "all", (count(*) filter (where ${orderOf(kind, query, false).isAfter(at)}))::integer as after,
        (count(*) filter (where ${isIt}))::integer as here from ${table} where ${state} in (${stateIn(open)}) and ${condition}`,
    ];
  });
  const counts =
    branches.length === 0
      ? []
      : await queryRows<Record<'all' | 'after' | 'here', number>>(
          database,
          sql.join(branches, sql` union all `),
        );
  const sum = (of: 'all' | 'after' | 'here') => counts.reduce((total, count) => total + count[of], 0);
  return { all: sum('all'), after: sum('after'), isHere: sum('here') > 0 };
}

/** Marks a matter as reported to the lender. @returns false if it was before. */
export async function insertEscalation(
  transaction: Transaction,
  escalation: typeof deskEscalations.$inferInsert,
): Promise<boolean> {
  const rows = await transaction
    .insert(deskEscalations)
    .values(escalation)
    .onConflictDoNothing()
    .returning({ matterId: deskEscalations.matterId });
  return rows.length > 0;
}

/** Assigns matters to a person; null to nobody. */
export async function putHolders(
  transaction: Transaction,
  names: readonly BatchName[],
  holder: { readonly personId: string | null; readonly handedAt: Date },
): Promise<void> {
  const { personId, handedAt } = holder;
  for (const [kind, of] of Map.groupBy(names, (each) => each.kind)) {
    const ids = of.map(({ id }) => id);
    if (personId === null) {
      await transaction
        .delete(deskMatterHolders)
        .where(and(eq(deskMatterHolders.kind, kind), inArray(deskMatterHolders.matterId, ids)));
    } else {
      await transaction
        .insert(deskMatterHolders)
        .values(ids.map((matterId) => ({ kind, matterId, personId, handedAt })))
        .onConflictDoUpdate({
          target: [deskMatterHolders.kind, deskMatterHolders.matterId],
          set: { personId, handedAt, namedAt: null },
        });
    }
  }
}

export async function holderOf(database: Queryable, kind: WorkKind, matterId: string) {
  const [holder] = await database
    .select({
      personId: deskPeople.id,
      name: deskPeople.name,
      namedAt: deskMatterHolders.namedAt,
    })
    .from(deskMatterHolders)
    .innerJoin(deskPeople, eq(deskPeople.id, deskMatterHolders.personId))
    .where(and(eq(deskMatterHolders.kind, kind), eq(deskMatterHolders.matterId, matterId)));
  return holder;
}

export function viewsOf(database: Queryable, personId: string, limit: number) {
  return database
    .select({ id: deskViews.id, name: deskViews.name, query: deskViews.query })
    .from(deskViews)
    .where(eq(deskViews.personId, personId))
    .orderBy(asc(deskViews.name))
    .limit(limit);
}

export async function putView(transaction: Transaction, view: typeof deskViews.$inferInsert): Promise<void> {
  await transaction
    .insert(deskViews)
    .values(view)
    .onConflictDoUpdate({ target: [deskViews.personId, deskViews.name], set: { query: view.query } });
}

export async function deleteView(database: Queryable, personId: string, id: string): Promise<void> {
  await database.delete(deskViews).where(and(eq(deskViews.id, id), eq(deskViews.personId, personId)));
}
