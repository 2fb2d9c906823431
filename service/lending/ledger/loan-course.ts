import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { LoanKey } from '#contract/calls/loan.ts';
import { type Database, inTransaction, type Transaction } from '#db/database.ts';
import { jsonRow, jsonRows } from '#db/json-rows.ts';
import { isId } from '#db/new-id.ts';
import { prepareRow } from '#db/prepared-row.ts';
import { columnsExcept, columnsOf } from '#db/rows.ts';
import { cardPayments, savedCards } from '#db/schema/card-payment.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { refersTo } from '#db/schema/columns.ts';
import { complaints } from '#db/schema/complaint.ts';
import { deskNotes } from '#db/schema/desk.ts';
import { extensions } from '#db/schema/extension.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { loanAgreementsAccepted, loans, quotes, ratings, statusChanges } from '#db/schema/loan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { products } from '#db/schema/product.ts';
import { loanPayments, paymentReferences, refunds } from '#db/schema/repayment.ts';
import { feeKinds } from '#domain/booking/charge-list.ts';
import { dayOf } from '#domain/booking/loan-day.ts';
import { negated, relievingKinds, settlingKinds, totalOn } from '#domain/booking/movement.ts';
import { isAccrualDue } from '#domain/booking/penalties.ts';
import { paymentIdOf } from '#domain/booking/receive.ts';
import type { InstalmentRecord } from '#domain/booking/state.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { isCharged } from '#domain/loan/instalment-state.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { addMinor, zeroMinor } from '#domain/money/money.ts';
import { act } from './act.ts';
import {
  type BookingContext,
  instalmentRecord,
  isPostingOfTransaction,
  type LoanOf,
  loanColumns,
} from './loans.ts';
import { belongsToQueriedLoan, claimsMax, loanPause, newPlanRecord, partsOf, rowsOfLoan } from './states.ts';

/** A loan and its history at one moment. Every page, call and document about the loan reads this. */
export type LoanCourse = NonNullable<Awaited<ReturnType<typeof readLoan>>>;

/** A loan with its history and penalties booked up to a day. */
export interface CurrentLoan extends LoanCourse {
  readonly today: LocalDate;
}

interface BorrowerBooking extends BookingContext {
  readonly database: Database;
  readonly borrower: { readonly id: string };
}

/**
 * The borrower's own loan with its penalties booked up to today, by id or order number. @throws CodedError 'not-found' for any other,
 * another borrower's included (SESS-4).
 */
export async function currentLoan(context: BorrowerBooking, key: LoanKey, part?: CoursePart) {
  const { database, borrower } = context;
  const current = await courseUpToDate(database, { borrowerId: borrower.id, id: key.orderId }, context, part);
  const isOther = key.productId !== '' && key.productId !== current?.loan.productId;
  if (!current || isOther) throw new CodedError('not-found');
  return current;
}

/** A loan with missing penalties booked up to today; undefined for no such loan. */
export async function courseUpToDate(
  on: Database | Transaction,
  named: LoanOf,
  context: BookingContext,
  part?: CoursePart,
): Promise<CurrentLoan | undefined> {
  const course = await readLoan(on, named, part);
  if (!course) return undefined;
  const { loan, instalments } = course;
  const today = dayOf(loan, context.now);
  if (!isRunning(loan.status) || !isAccrualDue(instalments, today)) return { ...course, today };
  await inTransaction(on, (transaction) => act(transaction, loan, { act: 'accrue' }, context));
  const accrued = await readLoan(on, named, part);
  return accrued && { ...accrued, today };
}

/**
 * How much of a loan's history is read: `whole`, or what the borrower is shown: before the first payment only movements of fees, only
 * statuses that reopened the loan, and neither complaints nor agreement.
 */
type CoursePart = 'whole' | 'shown';

/**
 * Reads a loan and its movements in the order of booking. Each movement has its payment, postings and date, and the debt and held amount
 * after it. A single statement reads everything, so that the loan and its history agree while a payment is being booked.
 */
export async function readLoan(
  on: Database | Transaction,
  { borrowerId, id: idOrNumber }: LoanOf,
  part: CoursePart = 'shown',
) {
  const id = isId(idOrNumber) ? idOrNumber : null;
  const isWhole = part === 'whole';
  const stored = await on.prepared(prepareLoan)(on, { borrowerId, idOrNumber, id, isWhole });
  if (!stored) return undefined;
  const { postings, ...course } = stored;
  const instalments = course.instalments.map(instalmentRecord);
  return {
    ...course,
    instalments: instalments.filter(isCharged),
    pauses: course.pauses.map(loanPause),
    newPlans: course.newPlans.map(newPlanRecord),
    entries: entriesOf(postings, instalments, course.payments),
  };
}

type StoredCourse = NonNullable<Awaited<ReturnType<ReturnType<typeof prepareLoan>>>>;

function entriesOf(
  rows: StoredCourse['postings'],
  instalments: readonly Pick<InstalmentRecord, 'id' | 'sequence'>[],
  payments: StoredCourse['payments'],
) {
  const sequenceOf = new Map(instalments.map(({ id, sequence }) => [id, sequence]));
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]));
  const takenBack = new Set(rows.map(({ reversesId }) => reversesId));
  const booked = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const { id, kind, key, occurredAt, bookedAt, actor, reason, reversesId } = first;
    const postings = of.map(({ account, component, instalmentId, amountMinor }) => {
      const sequence = instalmentId === null ? null : (sequenceOf.get(instalmentId) ?? null);
      return { account, component, instalmentId, sequence, amountMinor };
    });
    const isStanding = reversesId === null && !takenBack.has(id);
    const facts = { id, kind, key, occurredAt, bookedAt, actor, reason, reversesId, isStanding };
    return [
      {
        ...facts,
        postings,
        place: bookedPlace(first),
        payment: paymentOf.get(paymentIdOf(key) ?? '') ?? null,
      },
    ];
  });
  let owedAfterMinor = zeroMinor;
  let heldAfterMinor = zeroMinor;
  return booked
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ place: _place, ...entry }) => {
      const owedMinor = totalOn('receivable', [entry]);
      const heldMinor = negated(totalOn('suspense', [entry]));
      owedAfterMinor = addMinor(owedAfterMinor, owedMinor);
      heldAfterMinor = addMinor(heldAfterMinor, heldMinor);
      return { ...entry, owedMinor, heldMinor, owedAfterMinor, heldAfterMinor };
    });
}

/**
 * The sort key of a movement. Ids sort by the millisecond in which they were made, not within one booking; there reversed penalties come
 * first, and a charge comes before a payment of the same moment.
 */
function bookedPlace({ id, bookedAt, reversesId, occurredAt, kind }: StoredCourse['postings'][number]) {
  const place = reversesId === null ? occurredAt.toISOString() : '';
  const settles = Number(settlingKinds.includes(kind));
  return [id.slice(0, 13), bookedAt.toISOString(), place, settles, id].join(' ');
}

const disputesMax = 50;
const messagesMax = 3;

const entryColumns = {
  ...columnsExcept(ledgerTransactions, 'borrowerId', 'loanId', 'currency', 'idempotencyKey'),
  key: ledgerTransactions.idempotencyKey,
  ...columnsOf(ledgerPostings, 'account', 'component', 'instalmentId', 'amountMinor'),
};

const anyLoan = alias(loans, 'any_loan');
const lastCharge = alias(cardPayments, 'last_charge');
const lastReference = alias(paymentReferences, 'last_reference');

/** The payments of all the borrower's loans that are not reversed, each with its code or card. */
const paymentsOf = (borrowerId: SQLWrapper) => sql`${loans} as ${sql.identifier('any_loan')}
  join ${loanPayments} on ${refersTo(loanPayments.loanId, anyLoan)}
  left join ${paymentReferences} as ${sql.identifier('last_reference')} on ${and(
    eq(lastReference.borrowerId, anyLoan.borrowerId),
    eq(lastReference.code, loanPayments.reference),
  )}
  left join ${cardPayments} as ${sql.identifier('last_charge')} on ${and(
    eq(lastCharge.borrowerId, anyLoan.borrowerId),
    eq(lastCharge.loanId, anyLoan.id),
    eq(sql`${lastCharge.id}::text`, loanPayments.reference),
  )}
  left join ${savedCards} on ${and(
    eq(savedCards.borrowerId, anyLoan.borrowerId),
    eq(savedCards.id, lastCharge.cardId),
    isNull(savedCards.removedAt),
  )}
  where ${and(eq(anyLoan.borrowerId, borrowerId), isNull(loanPayments.reversedAt))}`;

const limitTo = (max: number) => sql.raw(`limit ${max}`);

const moneyParts = (borrowerId: SQLWrapper, hasBookings: SQLWrapper) => ({
  /** Newest first. */
  cardPayments: rowsOfLoan(
    cardPayments,
    columnsOf(cardPayments, 'state', 'amountMinor', 'purpose', 'startedAt', 'chargedAt', 'finishedAt'),
    borrowerId,
    sql`order by ${desc(cardPayments.startedAt)}`,
  ),
  payments: rowsOfLoan(
    loanPayments,
    columnsExcept(loanPayments, 'borrowerId', 'loanId', 'currency', 'round'),
    borrowerId,
    sql`order by ${loanPayments.receivedAt}, ${loanPayments.id}`,
  ),
  lastPayment: jsonRows(
    {
      provider: loanPayments.provider,
      channelKind: lastReference.channelKind,
      cardId: savedCards.id,
      ...columnsOf(savedCards, 'bankName', 'maskedNumber'),
    },
    sql`${paymentsOf(borrowerId)} order by ${desc(loanPayments.paidAt)}, ${desc(loanPayments.id)} limit 1`,
  ),
  postings: jsonRows(
    entryColumns,
    sql`${ledgerPostings} join ${ledgerTransactions} on ${isPostingOfTransaction}
      where ${belongsToQueriedLoan(ledgerPostings, borrowerId)} and (${hasBookings} or ${eq(ledgerPostings.account, 'receivable')})
        and (${hasBookings} or ${inArray(ledgerTransactions.kind, [...feeKinds, ...relievingKinds])})
      order by ${ledgerTransactions.id}, ${ledgerPostings.id}`,
  ),
  /** Replaced references too, in the order in which they were made. */
  references: rowsOfLoan(
    paymentReferences,
    getTableColumns(paymentReferences),
    borrowerId,
    sql`order by ${paymentReferences.id}`,
  ),
  /** Newest first; a failed refund is held for the borrower again. */
  refunds: rowsOfLoan(
    refunds,
    columnsOf(refunds, 'refundKey', 'amountMinor', 'state', 'requestedAt', 'sentAt', 'failedAt'),
    borrowerId,
    sql`order by ${desc(refunds.requestedAt)}, ${desc(refunds.id)}`,
  ),
});

const questionParts = (borrowerId: SQLWrapper) => ({
  claims: jsonRows(
    { ...getTableColumns(paymentClaims), folio: complaints.folio },
    sql`${paymentClaims} left join ${complaints} on ${complaints.id} = ${paymentClaims.complaintId}
      where ${belongsToQueriedLoan(paymentClaims, borrowerId)}
      order by ${desc(paymentClaims.claimedAt)}, ${desc(paymentClaims.id)} ${limitTo(claimsMax)}`,
  ),
  disputes: jsonRows(
    { ...getTableColumns(chargeDisputes), folio: complaints.folio },
    sql`${chargeDisputes} left join ${complaints} on ${complaints.id} = ${chargeDisputes.complaintId}
      where ${belongsToQueriedLoan(chargeDisputes, borrowerId)}
      order by ${desc(chargeDisputes.filedAt)}, ${desc(chargeDisputes.id)} ${limitTo(disputesMax)}`,
  ),
});

/** What happened to the loan. @param isWhole whether complaints, agreement and all statuses are read. */
const historyParts = (borrowerId: SQLWrapper, isWhole: SQLWrapper) => ({
  paidExtensions: rowsOfLoan(
    extensions,
    columnsOf(extensions, 'state', 'paidMinor', 'paidAt', 'paymentEventId', 'fromDueDate'),
    borrowerId,
    sql`and ${isNotNull(extensions.paymentEventId)} order by ${desc(extensions.offeredAt)}, ${desc(extensions.id)}`,
  ),
  /** Oldest first. */
  statusChanges: rowsOfLoan(
    statusChanges,
    getTableColumns(statusChanges),
    borrowerId,
    sql`and (${isWhole} or ${isNotNull(loans.reopenedAt)}) order by ${statusChanges.at}, ${statusChanges.id}`,
  ),
  complaints: jsonRows(
    columnsOf(complaints, 'folio', 'state', 'filedAt'),
    sql`${complaints} where ${isWhole} and ${eq(complaints.loanId, loans.id)} order by ${complaints.serialNumber}`,
  ),
  agreements: rowsOfLoan(
    loanAgreementsAccepted,
    columnsOf(loanAgreementsAccepted, 'version', 'hash', 'language', 'acceptedAt'),
    borrowerId,
    // A limit, since a condition that is false beforehand would hide the borrower from the partitioning.
    sql`limit ${isWhole}::integer`,
  ),
  /** Messages of staff, newest first. */
  messages: rowsOfLoan(
    deskNotes,
    columnsOf(deskNotes, 'id', 'text', 'writtenAt', 'message'),
    borrowerId,
    sql`and ${deskNotes.kind} = 'we-wrote' and ${isNotNull(deskNotes.sendAt)} order by ${desc(deskNotes.writtenAt)} ${limitTo(messagesMax)}`,
  ),
  isRated: sql<boolean>`exists (select from ${ratings} where ${belongsToQueriedLoan(ratings, borrowerId)})`,
});

function prepareLoan(database: Database) {
  const borrowerId = sql`${sql.placeholder('borrowerId')}::uuid`;
  const { instalments, pauses, newPlans } = partsOf(borrowerId);
  const isWhole = sql`${sql.placeholder('isWhole')}::boolean`;
  const isNamed = or(
    eq(loans.orderNumber, sql.placeholder('idOrNumber')),
    sql`${loans.id} = ${sql.placeholder('id')}::uuid`,
  );
  const hasPayments = sql`exists (select from ${loanPayments} where ${belongsToQueriedLoan(loanPayments, borrowerId)})`;
  return prepareRow(database, {
    row: jsonRow({
      loan: jsonRow(loanColumns),
      instalments,
      pauses,
      newPlans,
      ...moneyParts(borrowerId, sql`(${isWhole} or ${hasPayments})`),
      ...questionParts(borrowerId),
      ...historyParts(borrowerId, isWhole),
    }),
    from: (select) =>
      select
        .from(loans)
        .innerJoin(quotes, refersTo(loans.quoteId, quotes))
        .innerJoin(products, eq(products.productId, loans.productId))
        .where(and(eq(loans.borrowerId, borrowerId), isNamed)),
  });
}
