import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction } from '#db/database.ts';
import type { complaints } from '#db/schema/complaint.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { loanAgreementsAccepted, loans, statusChanges } from '#db/schema/loan.ts';
import { instalments, paymentReferences, providerEvents, refunds } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';

/** Which loans are listed, and from where on. */
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
  serialNumber: loans.serialNumber,
  orderNumber: loans.orderNumber,
  borrowerId: loans.borrowerId,
  productId: loans.productId,
  market: loans.market,
  currency: loans.currency,
  status: loans.status,
  principalMinor: loans.principalMinor,
  owedMinor: loans.balanceMinor,
  heldMinor: loans.suspenseMinor,
  appliedAt: loans.appliedAt,
  disbursedOn: loans.disbursedOn,
  settledAt: loans.settledAt,
  writtenOffAt: loans.writtenOffAt,
  changedAt: loans.changedAt,
};

/** A loan as it is listed, with the due date of its oldest instalment that is not paid. */
export type ListedLoan = NonNullable<Awaited<ReturnType<typeof listedLoan>>>;

// Written out, so that the database sees that the partial index serves.
function unpaid(alias: string): SQL {
  const parts = ['penalty', 'fee', 'vat', 'interest', 'principal'].map(
    (component) => `${alias}.${component}_charged_minor > ${alias}.${component}_paid_minor`,
  );
  return sql.raw(`(${parts.join(' or ')})`);
}

/** The due date of each loan's oldest unpaid instalment. */
const oldestDueDate = sql<LocalDate | null>`(select min(unpaid.due_date)::text from instalments as unpaid
  where unpaid.loan_id = ${loans.id} and ${unpaid('unpaid')})`;

function cursorParts(cursor: string, pattern: RegExp): readonly [string, string] {
  const found = pattern.exec(cursor);
  if (!found?.[1] || !found[2]) throw new CodedError('request-invalid', 'cursor');
  return [found[1], found[2]];
}

/** One page of loans and where the next begins; each order is that of an index, so that a page costs the same anywhere. */
export async function listLoanPage(
  database: Queryable,
  search: LoanSearch,
): Promise<{ readonly page: ListedLoan[]; readonly nextCursor: string | null }> {
  const { status, borrowerId, dueFrom, dueThrough, changedSince, cursor, limit } = search;
  const filters: (SQL | undefined)[] = [
    status === undefined ? undefined : eq(loans.status, status),
    borrowerId === undefined ? undefined : eq(loans.borrowerId, borrowerId),
    changedSince === undefined ? undefined : gte(loans.changedAt, new Date(changedSince)),
  ];
  if (dueFrom !== undefined || dueThrough !== undefined) {
    return listByDueDate(database, search, filters);
  }
  const isByChange = changedSince !== undefined;
  if (cursor !== undefined && isByChange) {
    const [at, serial] = cursorParts(cursor, /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_(\d{1,15})$/);
    const changedAt = new Date(at);
    filters.push(
      or(
        gt(loans.changedAt, changedAt),
        and(eq(loans.changedAt, changedAt), gt(loans.serialNumber, Number(serial))),
      ),
    );
    filters.push(gte(loans.changedAt, changedAt));
  } else if (cursor !== undefined) {
    if (!/^\d{1,15}$/.test(cursor)) throw new CodedError('request-invalid', 'cursor');
    filters.push(lt(loans.serialNumber, Number(cursor)));
  }
  const rows = await database
    .select({ loan: listed, dueDate: oldestDueDate })
    .from(loans)
    .where(and(...filters))
    .orderBy(...(isByChange ? [asc(loans.changedAt), asc(loans.serialNumber)] : [desc(loans.serialNumber)]))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.loan;
  const key = (loan: NonNullable<typeof last>) =>
    isByChange ? `${loan.changedAt.toISOString()}_${loan.serialNumber}` : String(loan.serialNumber);
  return { page, nextCursor: rows.length > limit && last ? key(last) : null };
}

async function listByDueDate(
  database: Queryable,
  { dueFrom, dueThrough, cursor, limit }: LoanSearch,
  filters: readonly (SQL | undefined)[],
): Promise<{ readonly page: ListedLoan[]; readonly nextCursor: string | null }> {
  const [afterDay, afterId] =
    cursor === undefined
      ? [undefined, undefined]
      : cursorParts(cursor, /^(\d{4}-\d\d-\d\d)_([0-9a-f-]{36})$/);
  const hasEarlier = sql`exists (select from instalments as earlier where earlier.loan_id = ${instalments.loanId}
    and earlier.due_date < ${instalments.dueDate} and ${unpaid('earlier')})`;
  const rows = await database
    .select({ loan: listed, dueDate: instalments.dueDate })
    .from(instalments)
    .innerJoin(loans, eq(loans.id, instalments.loanId))
    .where(
      and(
        unpaid('instalments'),
        dueFrom === undefined ? undefined : gte(instalments.dueDate, dueFrom as LocalDate),
        dueThrough === undefined ? undefined : lte(instalments.dueDate, dueThrough as LocalDate),
        afterDay === undefined
          ? undefined
          : sql`(${instalments.dueDate}, ${instalments.loanId}) > (${afterDay}::date, ${afterId}::uuid)`,
        sql`not ${hasEarlier}`,
        ...filters,
      ),
    )
    .orderBy(asc(instalments.dueDate), asc(instalments.loanId))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? `${last.dueDate}_${last.loan.loanId}` : null };
}

/** One loan as it is listed. */
export async function listedLoan(database: Queryable, loanId: string) {
  const [row] = await database
    .select({ loan: listed, dueDate: oldestDueDate })
    .from(loans)
    .where(eq(loans.id, loanId));
  return row;
}

/** A part of the ledger of one loan. */
interface EntryRow {
  readonly transactionId: string;
  readonly kind: string;
  readonly occurredAt: Date;
  readonly bookedAt: Date;
  readonly actor: string | null;
  readonly reason: string | null;
  readonly reversesId: string | null;
}

/** The ledger of a loan in the order it was booked, with what was owed and held after each. */
export async function entriesOf(database: Queryable, loanId: string) {
  const rows = await database
    .select({
      entry: {
        transactionId: ledgerTransactions.id,
        kind: ledgerTransactions.kind,
        occurredAt: ledgerTransactions.occurredAt,
        bookedAt: ledgerTransactions.bookedAt,
        actor: ledgerTransactions.actor,
        reason: ledgerTransactions.reason,
        reversesId: ledgerTransactions.reversesId,
      },
      posting: {
        account: ledgerPostings.account,
        component: ledgerPostings.component,
        sequence: instalments.sequence,
        amountMinor: ledgerPostings.amountMinor,
      },
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerPostings, eq(ledgerPostings.transactionId, ledgerTransactions.id))
    .leftJoin(instalments, eq(instalments.id, ledgerPostings.instalmentId))
    .where(eq(ledgerTransactions.loanId, loanId))
    .orderBy(asc(ledgerTransactions.bookedAt), asc(ledgerTransactions.id), asc(ledgerPostings.id));
  let owedAfterMinor = 0;
  let heldAfterMinor = 0;
  return [...Map.groupBy(rows, ({ entry }) => entry.transactionId).values()].flatMap((parts) => {
    const entry: EntryRow | undefined = parts[0]?.entry;
    if (!entry) return [];
    for (const { posting } of parts) {
      if (posting.account === 'receivable') owedAfterMinor += posting.amountMinor;
      if (posting.account === 'suspense') heldAfterMinor -= posting.amountMinor;
    }
    return [{ ...entry, postings: parts.map(({ posting }) => posting), owedAfterMinor, heldAfterMinor }];
  });
}

/** What else there is about a loan: its course, money reported for it, codes, complaints and the agreement. */
export async function storyOf(transaction: Transaction, loanId: string) {
  const [agreement] = await transaction
    .select({
      version: loanAgreementsAccepted.version,
      hash: loanAgreementsAccepted.hash,
      language: loanAgreementsAccepted.language,
      acceptedAt: loanAgreementsAccepted.acceptedAt,
    })
    .from(loanAgreementsAccepted)
    .where(eq(loanAgreementsAccepted.loanId, loanId));
  return {
    agreement: agreement ?? null,
    statusChanges: await transaction
      .select()
      .from(statusChanges)
      .where(eq(statusChanges.loanId, loanId))
      .orderBy(asc(statusChanges.at), asc(statusChanges.id)),
    payments: await transaction
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.loanId, loanId))
      .orderBy(asc(providerEvents.receivedAt), asc(providerEvents.id)),
    refunds: await transaction
      .select()
      .from(refunds)
      .where(eq(refunds.loanId, loanId))
      .orderBy(asc(refunds.requestedAt), asc(refunds.id)),
    references: await transaction
      .select({
        purpose: paymentReferences.purpose,
        channelKind: paymentReferences.channelKind,
        code: paymentReferences.code,
      })
      .from(paymentReferences)
      .where(eq(paymentReferences.loanId, loanId))
      .orderBy(asc(paymentReferences.id)),
    complaints: await queryRows<{
      folio: string;
      state: (typeof complaints.$inferSelect)['state'];
      filedAt: string;
    }>(
      transaction,
      sql`select folio, state, to_char(filed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "filedAt"
        from complaints where loan_id = ${loanId}::uuid order by serial_number`,
    ),
  };
}
