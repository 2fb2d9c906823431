import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { columnsOf, firstRow } from '#db/rows.ts';
import { loans } from '#db/schema/loan.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import { cursorKey, encodeCursor, isDay, isInstant, isSerialNumber, type Page, pageOf } from '../keyset.ts';
import { isRowWithId, type LoanOf, loanNameColumns } from './loans.ts';

export interface LoanSearch {
  readonly status?: LoanStatus | undefined;
  readonly borrowerId?: string | undefined;
  readonly dueFrom?: string | undefined;
  readonly dueThrough?: string | undefined;
  readonly changedSince?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const listed = {
  loanId: loans.id,
  ...loanNameColumns,
  owedMinor: loans.balanceMinor,
  heldMinor: loans.suspenseMinor,
  ...columnsOf(
    loans,
    'appliedAt',
    'disbursedOn',
    'settledAt',
    'writtenOffAt',
    'soldAt',
    'buyerName',
    'buyerContact',
    'changedAt',
  ),
};

/** A loan in a list, with the due date of its oldest unpaid instalment. */
export type ListedLoan = NonNullable<Awaited<ReturnType<typeof listedLoan>>>;

/** The condition that an instalment is unpaid; as a literal, so that the planner sees which partial index serves. */
export function unpaid(alias: string): SQL {
  const parts = ['penalty', 'fee', 'vat', 'interest', 'principal'].map(
    (component) => `${alias}.${component}_charged_minor > ${alias}.${component}_paid_minor`,
  );
  return sql.raw(`(${parts.join(' or ')})`);
}

/** Most rows that a page examines, so that a rare filter costs no more: such a page is short, and the next one continues. */
const lookedAtMax = 1000;

/**
 * One page of loans. Each order is that of an index, so that every page costs the same. A page may be short or empty and still have a next
 * one.
 */
export function listLoanPage(database: Queryable, search: LoanSearch): Promise<Page<ListedLoan>> {
  if (search.dueFrom !== undefined || search.dueThrough !== undefined) return listByDueDate(database, search);
  return search.changedSince === undefined ? listNewest(database, search) : listByChange(database, search);
}

function isOf({ status, borrowerId }: LoanSearch): SQL | undefined {
  return and(
    status === undefined ? undefined : eq(loans.status, status),
    borrowerId === undefined ? undefined : eq(loans.borrowerId, borrowerId),
  );
}

async function listNewest(database: Queryable, search: LoanSearch): Promise<Page<ListedLoan>> {
  const { cursor, limit } = search;
  const [serial] = cursorKey(cursor, [isSerialNumber]) ?? [];
  const isBelow = serial === undefined ? undefined : lt(loans.serialNumber, Number(serial));
  const rows = await database
    .select({ loan: listed, dueDate: loans.oldestDueOn })
    .from(loans)
    .where(and(isOf(search), isBelow))
    .orderBy(desc(loans.serialNumber))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ loan }) => [loan.serialNumber]);
}

async function listByChange(database: Queryable, search: LoanSearch): Promise<Page<ListedLoan>> {
  const { changedSince = '', cursor, limit } = search;
  const [at, serial] = cursorKey(cursor, [isInstant, isSerialNumber]) ?? [];
  const isBeyond =
    at === undefined ? sql`` : sql`and (changed_at, serial_number) > (${at}::timestamptz, ${serial}::bigint)`;
  const lookedAt = sql`(select id as loan_id, changed_at as changed, serial_number as serial from loans
    where changed_at >= ${new Date(changedSince).toISOString()}::timestamptz ${isBeyond}
    order by changed_at, serial_number limit ${lookedAtMax}) as looked_at`;
  const rows = await database
    .select({ loan: listed, dueDate: loans.oldestDueOn })
    .from(loans)
    .innerJoin(lookedAt, sql`looked_at.loan_id = ${loans.id}`)
    .where(isOf(search))
    .orderBy(sql`looked_at.changed, looked_at.serial`)
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ loan }) => [loan.changedAt, loan.serialNumber]);
  if (page.nextCursor !== null) return page;
  const changed = sql`to_char(changed at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const last = { key: [changed, sql`serial::text`], order: sql`changed, serial` };
  return { ...page, nextCursor: await lastLookedAt(database, lookedAt, last) };
}

async function listByDueDate(database: Queryable, search: LoanSearch): Promise<Page<ListedLoan>> {
  const { dueFrom, dueThrough, cursor, limit } = search;
  const [day, id] = cursorKey(cursor, [isDay, isId]) ?? [];
  const from = dueFrom === undefined ? sql`` : sql`and due_date >= ${dueFrom}::date`;
  const through = dueThrough === undefined ? sql`` : sql`and due_date <= ${dueThrough}::date`;
  const isBeyond = day === undefined ? sql`` : sql`and (due_date, loan_id) > (${day}::date, ${id}::uuid)`;
  const lookedAt = sql`(select due_date, loan_id from instalments
    where ${unpaid('instalments')} ${from} ${through} ${isBeyond}
    order by due_date, loan_id limit ${lookedAtMax}) as looked_at`;
  const dueDate = sql<LocalDate>`looked_at.due_date::text`;
  const rows = await database
    .select({ loan: listed, dueDate })
    .from(loans)
    .innerJoin(lookedAt, sql`looked_at.loan_id = ${loans.id}`)
    // As an argument: PostgreSQL expects few rows of a bare equality, and would read all loans to find them.
    .where(and(sql`coalesce(${loans.oldestDueOn} = looked_at.due_date, false)`, isOf(search)))
    .orderBy(sql`looked_at.due_date, looked_at.loan_id`)
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => [row.dueDate, row.loan.loanId]);
  if (page.nextCursor !== null) return page;
  const last = { key: [sql`due_date::text`, sql`loan_id::text`], order: sql`due_date, loan_id` };
  return { ...page, nextCursor: await lastLookedAt(database, lookedAt, last) };
}

/** The cursor after the last examined row; null at the end. */
async function lastLookedAt(
  database: Queryable,
  lookedAt: SQL,
  { key, order }: { readonly key: readonly SQL[]; readonly order: SQL },
): Promise<string | null> {
  const [last] = await queryRows<{ key: string[] }>(
    database,
    sql`select json_build_array(${sql.join([...key], sql`, `)}) as key from ${lookedAt}
      order by ${order} offset ${lookedAtMax - 1} limit 1`,
  );
  return last ? encodeCursor(last.key) : null;
}

export async function listedLoan(database: Queryable, loan: LoanOf) {
  return firstRow(
    database
      .select({ loan: listed, dueDate: loans.oldestDueOn })
      .from(loans)
      .where(isRowWithId(loans, loan.id, loan)),
  );
}
