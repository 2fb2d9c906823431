import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Queryable, send, type Transaction, together, underLock } from '#db/database.ts';
import { insertGiven, isAnyOf } from '#db/given-rows.ts';
import { isId } from '#db/new-id.ts';
import { loanNumbers, loans, quotes, statusChanges } from '#db/schema/loan.ts';
import { products } from '#db/schema/product.ts';
import { instalments, paymentCodes, paymentReferences } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { type DueNow, dueNow, type InstalmentBalance } from '#domain/loan/instalment-state.ts';
import { canTransition, isPayable, type LoanStatus } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { redate } from '#domain/offer/schedule.ts';
import { loanFacts, type RecordedEvent, recordEvent, recordEvents } from '../events/record-event.ts';
import type { Random } from '../ports.ts';

declare const locked: unique symbol;

/** A loan with the terms it was quoted at and what its product is called. */
export type LoanRecord = Awaited<ReturnType<typeof selectLoans>>[number];

/** A loan and whose it is, which tells in which part of the tables its rows stand. */
export type LoanOf = Pick<LoanRecord, 'id' | 'borrowerId'>;

/** The condition that a row is of a loan. */
export function isOfLoan(
  table: { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  { id, borrowerId }: LoanOf,
): SQL | undefined {
  return and(eq(table.loanId, id), eq(table.borrowerId, borrowerId));
}

/** The condition that a row is the one of an id, of the borrower of a loan. */
export function isRowOf(
  table: { readonly id: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  id: string,
  { borrowerId }: Pick<LoanOf, 'borrowerId'>,
): SQL | undefined {
  return and(eq(table.id, id), eq(table.borrowerId, borrowerId));
}

/**
 * What is shown of the loan of each row of a table, to be joined laterally: one by one, so that a page looks at as many loans as it
 * has rows, also of tables in partitions.
 */
export function loanBeside(
  database: Queryable,
  { loanId, borrowerId }: { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn },
) {
  return database
    .select({ orderNumber: loans.orderNumber, market: loans.market, currency: loans.currency })
    .from(loans)
    .where(and(eq(loans.id, loanId), eq(loans.borrowerId, borrowerId)))
    .limit(1)
    .as('loan');
}

/** A loan that nobody else changes until the transaction ends. Only `lockLoan…` and what changes it give one. */
export type LockedLoan = LoanRecord & { readonly [locked]: true };

/** What a booking is made with. */
export interface BookingContext {
  /** The time loans live in. */
  readonly now: Date;
  readonly random: Pick<Random, 'id'>;
  /** Who has it booked; the service itself when absent. */
  readonly actor?: string;
}

/** An instalment with what was charged and paid, and how far its penalties are booked. */
export interface InstalmentRecord extends InstalmentBalance {
  readonly id: string;
  readonly accruedThrough: LocalDate | null;
  /** How often penalties were reversed by hand. */
  readonly penaltyRound: number;
  /** The date it was due before it was extended; null when it never was. */
  readonly extendedFrom: LocalDate | null;
}

/** A loan with its instalments, as both stand in a transaction by now. */
export interface LockedAccount {
  readonly loan: LockedLoan;
  readonly instalments: readonly InstalmentRecord[];
}

/** What a loan is read as, where it stands beside its quote and its product. */
export const loanColumns = {
  id: loans.id,
  serialNumber: loans.serialNumber,
  orderNumber: loans.orderNumber,
  borrowerId: loans.borrowerId,
  productId: loans.productId,
  productName: products.name,
  productLogo: products.logo,
  market: loans.market,
  currency: loans.currency,
  status: loans.status,
  principalMinor: loans.principalMinor,
  termDays: loans.termDays,
  balanceMinor: loans.balanceMinor,
  suspenseMinor: loans.suspenseMinor,
  appliedAt: loans.appliedAt,
  reapplyOn: loans.reapplyOn,
  declineReason: loans.declineReason,
  disbursedOn: loans.disbursedOn,
  disbursalReference: loans.disbursalReference,
  settledAt: loans.settledAt,
  writtenOffAt: loans.writtenOffAt,
  soldAt: loans.soldAt,
  buyerName: loans.buyerName,
  buyerContact: loans.buyerContact,
  correctedOn: loans.correctedOn,
  reopenedAt: loans.reopenedAt,
  changedAt: loans.changedAt,
  terms: quotes.terms,
  schedule: quotes.schedule,
  isRepeatBorrower: quotes.isRepeatBorrower,
};

function selectLoans(database: Queryable, condition: SQL | undefined) {
  return database
    .select(loanColumns)
    .from(loans)
    .innerJoin(quotes, and(eq(quotes.id, loans.quoteId), eq(quotes.borrowerId, loans.borrowerId)))
    .innerJoin(products, eq(products.productId, loans.productId))
    .where(condition);
}

/** The condition that a loan is the one of an order number, by `loan_numbers`, which says whose it is. */
export function hasOrderNumber(orderNumber: string): SQL {
  const named = sql`from ${loanNumbers} where ${loanNumbers.orderNumber} = ${orderNumber}`;
  return sql`(${loans.borrowerId} = (select ${loanNumbers.borrowerId} ${named})
    and ${loans.id} = (select ${loanNumbers.loanId} ${named}))`;
}

/** The loan that the lender knows by a number. */
export async function findLoan(database: Queryable, orderNumber: string): Promise<LoanRecord | undefined> {
  const [loan] = await selectLoans(database, hasOrderNumber(orderNumber));
  return loan;
}

/** A borrower's own loan by its id or order number; another's is as if it did not exist (SESS-4). */
export async function findLoanOf(
  database: Queryable,
  borrowerId: string,
  idOrNumber: string,
): Promise<LoanRecord | undefined> {
  const isNamed = or(
    eq(loans.orderNumber, idOrNumber),
    isId(idOrNumber) ? eq(loans.id, idOrNumber) : undefined,
  );
  const [loan] = await selectLoans(database, and(eq(loans.borrowerId, borrowerId), isNamed));
  return loan;
}

/** Locks a loan until the transaction ends and gives it as it then is; undefined when there is none. */
export async function lockLoanById(transaction: Transaction, loan: LoanOf): Promise<LockedLoan | undefined> {
  return lockLoan(transaction, isRowOf(loans, loan.id, loan));
}

/** The same, by the number that the lender knows the loan by. */
export function lockLoanByOrderNumber(
  transaction: Transaction,
  orderNumber: string,
): Promise<LockedLoan | undefined> {
  return lockLoan(transaction, hasOrderNumber(orderNumber));
}

/** The same, by a code that pays it. */
export function lockLoanByCode(transaction: Transaction, code: string): Promise<LockedLoan | undefined> {
  const owner = sql`(select ${paymentCodes.borrowerId} from ${paymentCodes} where ${paymentCodes.code} = ${code})`;
  const { borrowerId, loanId } = paymentReferences;
  const loan = sql`(select ${loanId} from ${paymentReferences} where ${borrowerId} = ${owner} and ${paymentReferences.code} = ${code})`;
  return lockLoan(transaction, and(eq(loans.borrowerId, owner), eq(loans.id, loan)));
}

/**
 * What stands with a loan, such as a claim, as it is once the loan is locked, and the loan.
 * @param find reads it; it is read before, too, since it names the loan.
 */
export async function lockWithLoan<Found extends { readonly loanId: string; readonly borrowerId: string }>(
  transaction: Transaction,
  find: () => Promise<Found | undefined>,
): Promise<{ readonly loan: LockedLoan; readonly found: Found } | undefined> {
  const known = await find();
  if (!known) return undefined;
  const [loan, found] = await underLock(
    () => lockLoanById(transaction, { id: known.loanId, borrowerId: known.borrowerId }),
    find,
  );
  return loan && found && { loan, found };
}

async function lockLoan(
  transaction: Transaction,
  condition: SQL | undefined,
): Promise<LockedLoan | undefined> {
  // Who waited for the lock gets the loan as the other left it; its quote and its product's name stand beside it unchanged.
  const [loan] = await selectLoans(transaction, condition).for('update', { of: loans });
  return loan as LockedLoan | undefined;
}

/** Locks those of the loans that nobody else has locked, and gives them as they are, with their instalments. */
export async function lockFreeLoans(
  transaction: Transaction,
  ids: readonly string[],
): Promise<LockedAccount[]> {
  const rows = await transaction
    .select({ id: loans.id, borrowerId: loans.borrowerId })
    .from(loans)
    .where(isAnyOf(loans.id, ids))
    .orderBy(asc(loans.id))
    .for('update', { skipLocked: true });
  if (rows.length === 0) return [];
  const [free, records] = await together(
    () => selectLoans(transaction, isOneOf(rows)),
    () => instalmentsByLoan(transaction, rows),
  );
  return (free as LockedLoan[]).map((loan) => ({ loan, instalments: records.get(loan.id) ?? [] }));
}

/** The instalments of a loan, first to last; none before it is paid out. */
export async function instalmentsOf(database: Queryable, loan: LoanOf): Promise<InstalmentRecord[]> {
  return (await instalmentsByLoan(database, [loan])).get(loan.id) ?? [];
}

/** The condition that a row is of one of some loans. */
export function isOfLoans(
  table: { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  loansOf: readonly LoanOf[],
): SQL | undefined {
  const [first, ...others] = loansOf;
  if (first !== undefined && others.length === 0) return isOfLoan(table, first);
  const ids = loansOf.map(({ id }) => id);
  const borrowerIds = [...new Set(loansOf.map(({ borrowerId }) => borrowerId))];
  return and(isAnyOf(table.loanId, ids), isAnyOf(table.borrowerId, borrowerIds));
}

/** The condition that a loan is one of some. */
export function isOneOf(loansOf: readonly LoanOf[]): SQL | undefined {
  return isOfLoans({ loanId: loans.id, borrowerId: loans.borrowerId }, loansOf);
}

/** The instalments of each loan, by the loan's id, first to last. */
export async function instalmentsByLoan(
  database: Queryable,
  loansOf: readonly LoanOf[],
): Promise<ReadonlyMap<string, InstalmentRecord[]>> {
  const rows = await database
    .select()
    .from(instalments)
    .where(isOfLoans(instalments, loansOf))
    .orderBy(asc(instalments.sequence));
  const records = rows.map((row) => ({ loanId: row.loanId, ...instalmentRecord(row) }));
  return Map.groupBy(records, ({ loanId }) => loanId);
}

/** An instalment of a row of its table. */
export function instalmentRecord(row: typeof instalments.$inferSelect): InstalmentRecord {
  return {
    id: row.id,
    sequence: row.sequence,
    dueDate: row.dueDate,
    accruedThrough: row.accruedThrough,
    penaltyRound: row.penaltyRound,
    extendedFrom: row.extendedFrom,
    charged: {
      penalty: row.penaltyChargedMinor,
      fee: row.feeChargedMinor,
      vat: row.vatChargedMinor,
      interest: row.interestChargedMinor,
      principal: row.principalChargedMinor,
    },
    paid: {
      penalty: row.penaltyPaidMinor,
      fee: row.feePaidMinor,
      vat: row.vatPaidMinor,
      interest: row.interestPaidMinor,
      principal: row.principalPaidMinor,
    },
  };
}

/** A change of a loan's status, and what it also writes on the loan. */
export interface StatusChange {
  readonly to: LoanStatus;
  /** Who or what changed it. */
  readonly by: string;
  /** Why a person changed it. */
  readonly reason?: string | undefined;
  /** What was received for a loan that is sold. */
  readonly priceMinor?: MinorAmount | undefined;
  readonly facts?: Partial<
    Pick<
      typeof loans.$inferSelect,
      | 'declinedAt'
      | 'declineReason'
      | 'reapplyOn'
      | 'disbursedOn'
      | 'disbursalReference'
      | 'settledAt'
      | 'writtenOffAt'
      | 'soldAt'
      | 'buyerName'
      | 'buyerContact'
      | 'reopenedAt'
    >
  >;
}

/**
 * Moves a loan to another status, records who did it and when, tells the lender, and gives the loan as it then is. The transaction
 * fails when the loan is not in the status it was locked in.
 * @throws Error for a transition that the domain does not allow; callers refuse those before.
 */
export function changeStatus(
  transaction: Transaction,
  loan: LockedLoan,
  { to, by, reason, priceMinor, facts = {} }: StatusChange,
  { now, random }: BookingContext,
  due: DueNow | null = null,
): LockedLoan {
  if (!canTransition(loan.status, to)) throw new Error(`A loan cannot go from ${loan.status} to ${to}.`);
  const changed = transaction.$with('changed').as(
    transaction
      .update(loans)
      .set({ status: to, changedAt: now, ...facts })
      .where(and(isRowOf(loans, loan.id, loan), eq(loans.status, loan.status)))
      .returning({ id: loans.id }),
  );
  const change = { from: loan.status, to, at: now, by, reason: reason ?? null };
  send(
    transaction,
    transaction
      .with(changed)
      .insert(statusChanges)
      .values({
        ...{ id: random.id(), borrowerId: loan.borrowerId, ...change },
        // Of a loan that is not in the status it was locked in there is none, which the column refuses.
        loanId: sql`(select id from changed)`,
      }),
  );
  if (isPayable(loan.status) && !isPayable(to)) endReferences(transaction, loan);
  const changedLoan = { ...loan, status: to, ...facts };
  const event = eventOf(loan.status, changedLoan, { facts, due, reason, priceMinor });
  if (event) recordEvent(transaction, event, { now, random });
  return changedLoan;
}

/** Writes when instalments are due and up to which day their penalties are booked, where that changed. */
export function moveDates(
  transaction: Transaction,
  { borrowerId }: LockedLoan,
  before: readonly InstalmentRecord[],
  after: readonly InstalmentRecord[],
): void {
  const datesOf = ({ dueDate, extendedFrom, accruedThrough }: InstalmentRecord) => ({
    ...{ dueDate, extendedFrom, accruedThrough },
  });
  const keyOf = (record: InstalmentRecord) => JSON.stringify(datesOf(record));
  const known = new Map(before.map((record) => [record.id, keyOf(record)]));
  const moved = after.filter((record) => known.get(record.id) !== keyOf(record));
  for (const parts of Map.groupBy(moved, keyOf).values()) {
    const [first] = parts;
    if (!first) continue;
    const ids = parts.map(({ id }) => id);
    const isTheirs = and(isAnyOf(instalments.id, ids), eq(instalments.borrowerId, borrowerId));
    send(transaction, transaction.update(instalments).set(datesOf(first)).where(isTheirs));
  }
}

/** Has the providers of a loan's references asked at the next look, and told to take no more money. */
function endReferences(transaction: Transaction, loan: LoanOf): void {
  const { cancelledAt, providerReference } = paymentReferences;
  const isTheirs = and(isOfLoan(paymentReferences, loan), isNull(cancelledAt), isNotNull(providerReference));
  send(transaction, transaction.update(paymentReferences).set({ lookAt: atOnce }).where(isTheirs));
}

/** Before every time there is: the service's own clock and the one that loans live in need not agree. */
const atOnce = new Date(0);

/** What the lender is told of a change of status; undefined for a loan that is current again, or owed again, which `loan.changed` tells. */
function eventOf(
  from: LoanStatus,
  loan: LoanRecord,
  {
    facts,
    due,
    reason,
    priceMinor,
  }: {
    readonly facts: NonNullable<StatusChange['facts']>;
    readonly due: DueNow | null;
    readonly reason: string | undefined;
    readonly priceMinor: MinorAmount | undefined;
  },
): RecordedEvent | undefined {
  const subjectId = loan.id;
  const { principalMinor, status, disbursedOn, disbursalReference, settledAt } = loan;
  const common = loanFacts(loan);
  if (status === 'paying-out') {
    return { type: 'loan.approved', subjectId, data: { ...common, principalMinor } };
  }
  if (status === 'declined') {
    const { declineReason: reason = null, reapplyOn = null } = facts;
    return { type: 'loan.declined', subjectId, data: { ...common, reason, reapplyOn } };
  }
  if (status === 'to-repay' && from === 'paying-out' && disbursedOn !== null) {
    const reference = disbursalReference ?? '';
    return {
      ...{ type: 'loan.disbursed', subjectId },
      data: {
        ...{ ...common, principalMinor, totalMinor: loan.schedule.totalMinor, disbursedOn, reference },
        dueDate: redate(loan.schedule, disbursedOn).instalments[0]?.dueDate ?? null,
      },
    };
  }
  if (status === 'written-off' && reason !== undefined) {
    const { balanceMinor: amountMinor } = loan;
    return { type: 'loan.written-off', subjectId, data: { ...common, amountMinor, reason } };
  }
  if (status === 'sold' && reason !== undefined && priceMinor !== undefined) {
    const { balanceMinor: amountMinor } = loan;
    return { type: 'loan.sold', subjectId, data: { ...common, amountMinor, priceMinor, reason } };
  }
  if (status === 'cancelled' && reason !== undefined) {
    return { type: 'loan.cancelled', subjectId, data: { ...common, reason } };
  }
  if (status === 'overdue' && due !== null) return overdueEvent(loan, due);
  if (status === 'settled' && settledAt !== null) {
    return { type: 'loan.settled', subjectId, data: { ...common, settledAt: settledAt.toISOString() } };
  }
  return undefined;
}

function overdueEvent(loan: LoanRecord, { dueDate, daysLate }: DueNow): RecordedEvent {
  return { type: 'loan.overdue', subjectId: loan.id, data: { ...loanFacts(loan), dueDate, daysLate } };
}

/** How a loan stands, as the lender is told it. @param records its instalments. */
export function standingOf(loan: LoanRecord, records: readonly InstalmentRecord[], today: LocalDate) {
  const { status, balanceMinor, suspenseMinor } = loan;
  const dueDate = status === 'sold' ? null : (dueNow(records, today)?.dueDate ?? null);
  return { status, balanceMinor, suspenseMinor, dueDate };
}

/** Tells the lender how a loan stands now, where no other event does. */
export function tellOfChange(
  transaction: Transaction,
  { loan, instalments: records }: LockedAccount,
  { now, random }: BookingContext,
): void {
  const data = { ...loanFacts(loan), ...standingOf(loan, records, dayIn(loan.market, now)) };
  recordEvent(transaction, { type: 'loan.changed', subjectId: loan.id, data }, { now, random });
}

/** The status that `followInstalments` gives a loan. */
export function followedStatus(
  { status }: Pick<LoanRecord, 'status'>,
  records: readonly InstalmentRecord[],
  today: LocalDate,
): LoanStatus {
  if (!isPayable(status)) return status;
  const to = statusBy(records, today);
  return status === 'written-off' && to !== 'settled' ? status : to;
}

/** The status of a loan that was paid out, as its instalments stand on a day. */
export function statusBy(records: readonly InstalmentRecord[], today: LocalDate): LoanStatus {
  const due = dueNow(records, today);
  return due === null ? 'settled' : due.daysLate > 0 ? 'overdue' : 'to-repay';
}

/** Makes loans overdue that fell due, records it and tells the lender. */
export function markOverdue(
  transaction: Transaction,
  fallen: readonly { readonly loan: LockedLoan; readonly due: DueNow }[],
  { now, random }: BookingContext,
): void {
  if (fallen.length === 0) return;
  const areFallen = isOneOf(fallen.map(({ loan }) => loan));
  send(transaction, transaction.update(loans).set({ status: 'overdue', changedAt: now }).where(areFallen));
  const changes = fallen.map(({ loan: { id, borrowerId, status } }) => ({
    ...{ id: random.id(), borrowerId, loanId: id, from: status, to: 'overdue' as const },
    ...{ at: now, by: 'accrual' },
  }));
  send(transaction, transaction.execute(insertGiven(statusChanges, changes)));
  const events = fallen.map(({ loan, due }) => overdueEvent(loan, due));
  recordEvents(transaction, events, { now, random });
}

/**
 * Moves a loan that was paid out to overdue, to repay or settled, as its instalments stand today; one that was written off only
 * to settled.
 * @param known its instalments, where they are at hand, and when the money came that may have settled it.
 */
export async function followInstalments(
  transaction: Transaction,
  loan: LockedLoan,
  by: 'accrual' | 'payment',
  context: BookingContext,
  known: { readonly records?: readonly InstalmentRecord[]; readonly paidAt?: Date } = {},
): Promise<LockedLoan> {
  if (!isPayable(loan.status)) return loan;
  const { records = await instalmentsOf(transaction, loan), paidAt = context.now } = known;
  const today = dayIn(loan.market, context.now);
  const to = followedStatus(loan, records, today);
  if (to === loan.status) return loan;
  const facts = to === 'settled' ? { settledAt: paidAt } : {};
  const changed = changeStatus(transaction, loan, { to, by, facts }, context, dueNow(records, today));
  if (to === 'to-repay') tellOfChange(transaction, { loan: changed, instalments: records }, context);
  return changed;
}
