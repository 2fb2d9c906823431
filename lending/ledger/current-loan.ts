import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { LoanKey } from '#contract/calls/loan.ts';
import { type Database, inTransaction } from '#db/database.ts';
import { jsonRow, jsonRows } from '#db/json-rows.ts';
import { isId } from '#db/new-id.ts';
import { prepareRow } from '#db/prepared-row.ts';
import { cardPayments, savedCards } from '#db/schema/card-payment.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { complaints } from '#db/schema/complaint.ts';
import { extensions } from '#db/schema/extension.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { loans, quotes, ratings, statusChanges } from '#db/schema/loan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { products } from '#db/schema/product.ts';
import { paymentReferences, providerEvents, refunds } from '#db/schema/repayment.ts';
import { isAccrualDue } from '#domain/booking/penalties.ts';
import type { InstalmentRecord, LoanPause } from '#domain/booking/state.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { isRunning, runningStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { act } from './act.ts';
import { feePostingColumns, isFeePosting } from './charges.ts';
import {
  type BookingContext,
  instalmentRecord,
  isPostingOfTransaction,
  type LoanRecord,
  loanColumns,
} from './loans.ts';
import { claimsMax, isOfTheLoan, loanPause, parts } from './states.ts';

/** A borrower's loan as it stands today, with all that its pages tell of it, as of one moment. */
export interface CurrentLoan extends Omit<StoredLoan, 'loan' | 'instalments' | 'pauses'> {
  readonly loan: LoanRecord;
  readonly instalments: readonly InstalmentRecord[];
  readonly today: LocalDate;
  /** When it, or a part of it, is charged no penalties. */
  readonly pauses: readonly LoanPause[];
}

type StoredLoan = NonNullable<Awaited<ReturnType<typeof readLoan>>>;

interface BorrowerBooking extends BookingContext {
  readonly database: Database;
  readonly borrower: { readonly id: string };
}

/**
 * The borrower's own loan with its penalties booked up to today, by id or order number.
 * @throws CodedError 'not-found' for any other, another borrower's included (SESS-4).
 */
export async function currentLoan(context: BorrowerBooking, key: LoanKey): Promise<CurrentLoan> {
  const current = await asStored(context, key);
  const { loan, instalments: records, today } = current;
  if (!isRunning(loan.status) || !isAccrualDue(records, today)) return current;
  await inTransaction(context.database, (transaction) => act(transaction, loan, { act: 'accrue' }, context));
  return asStored(context, key);
}

async function asStored({ database, borrower, now }: BorrowerBooking, key: LoanKey): Promise<CurrentLoan> {
  const stored = await readLoan(database, borrower.id, key.orderId);
  const isOther = key.productId !== '' && key.productId !== stored?.loan.productId;
  if (!stored || isOther) throw new CodedError('not-found');
  return {
    ...stored,
    instalments: stored.instalments.map(instalmentRecord),
    pauses: stored.pauses.map(loanPause),
    today: dayIn(stored.loan.market, now),
  };
}

async function readLoan(database: Database, borrowerId: string, idOrNumber: string) {
  const id = isId(idOrNumber) ? idOrNumber : null;
  return database.prepared(prepareLoan)({ borrowerId, idOrNumber, id });
}

/** Most disputes of a loan that are looked at. */
const disputesMax = 50;

const isReinstatement = and(
  eq(statusChanges.from, 'written-off'),
  inArray(statusChanges.to, [...runningStatuses]),
);

const anyLoan = alias(loans, 'any_loan');
const lastCharge = alias(cardPayments, 'last_charge');
const lastReference = alias(paymentReferences, 'last_reference');

/** The payments of all the borrower's loans that stand, each with its code or its card. */
const paymentsOfBorrower = sql`${loans} as ${sql.identifier('any_loan')}
  join ${providerEvents} on ${and(eq(providerEvents.borrowerId, anyLoan.borrowerId), eq(providerEvents.loanId, anyLoan.id))}
  left join ${paymentReferences} as ${sql.identifier('last_reference')} on ${and(
    eq(lastReference.borrowerId, anyLoan.borrowerId),
    eq(lastReference.code, providerEvents.reference),
  )}
  left join ${cardPayments} as ${sql.identifier('last_charge')} on ${and(
    eq(lastCharge.borrowerId, anyLoan.borrowerId),
    eq(lastCharge.loanId, anyLoan.id),
    eq(sql`${lastCharge.id}::text`, providerEvents.reference),
  )}
  left join ${savedCards} on ${and(
    eq(savedCards.borrowerId, anyLoan.borrowerId),
    eq(savedCards.id, lastCharge.cardId),
    isNull(savedCards.removedAt),
  )}
  where ${and(eq(anyLoan.borrowerId, loans.borrowerId), isNull(providerEvents.reversedAt))}`;

/** The whole of a loan in one statement, so that a payment between two cannot part them. */
function prepareLoan(database: Database) {
  const isNamed = or(
    eq(loans.orderNumber, sql.placeholder('idOrNumber')),
    sql`${loans.id} = ${sql.placeholder('id')}::uuid`,
  );
  const hasPayments = sql`exists (select from ${providerEvents} where ${isOfTheLoan(providerEvents)})`;
  return prepareRow(database, {
    row: jsonRow({
      loan: jsonRow(loanColumns),
      instalments: parts.instalments,
      /** When it, or a part of it, is charged no penalties. */
      pauses: parts.pauses,
      /** Those with a card, newest first. */
      cardPayments: jsonRows(
        {
          state: cardPayments.state,
          amountMinor: cardPayments.amountMinor,
          purpose: cardPayments.purpose,
          startedAt: cardPayments.startedAt,
          chargedAt: cardPayments.chargedAt,
          finishedAt: cardPayments.finishedAt,
        },
        sql`${cardPayments} where ${isOfTheLoan(cardPayments)} order by ${desc(cardPayments.startedAt)}`,
      ),
      /** What providers reported. */
      providerEvents: jsonRows(
        {
          id: providerEvents.id,
          provider: providerEvents.provider,
          eventId: providerEvents.eventId,
          trackingKey: providerEvents.trackingKey,
          reference: providerEvents.reference,
          amountMinor: providerEvents.amountMinor,
          paidAt: providerEvents.paidAt,
          reversedAt: providerEvents.reversedAt,
        },
        sql`${providerEvents} where ${isOfTheLoan(providerEvents)}`,
      ),
      /** How the borrower paid last, on any loan of theirs. */
      lastPayment: jsonRows(
        {
          provider: providerEvents.provider,
          channelKind: lastReference.channelKind,
          cardId: savedCards.id,
          bankName: savedCards.bankName,
          maskedNumber: savedCards.maskedNumber,
        },
        sql`${paymentsOfBorrower} order by ${desc(providerEvents.paidAt)}, ${desc(providerEvents.id)} limit 1`,
      ),
      /** Its ledger in the order of the movements; none before anything was paid. */
      postings: jsonRows(
        {
          transactionId: ledgerTransactions.id,
          kind: ledgerTransactions.kind,
          occurredAt: ledgerTransactions.occurredAt,
          bookedAt: ledgerTransactions.bookedAt,
          idempotencyKey: ledgerTransactions.idempotencyKey,
          reversesId: ledgerTransactions.reversesId,
          account: ledgerPostings.account,
          component: ledgerPostings.component,
          instalmentId: ledgerPostings.instalmentId,
          amountMinor: ledgerPostings.amountMinor,
        },
        sql`${ledgerPostings} join ${ledgerTransactions} on ${isPostingOfTransaction}
          where ${isOfTheLoan(ledgerPostings)} and ${hasPayments} order by ${ledgerTransactions.id}`,
      ),
      /** Codes it is paid with, also those replaced, in the order they were made. */
      references: jsonRows(
        getTableColumns(paymentReferences),
        sql`${paymentReferences} where ${isOfTheLoan(paymentReferences)} order by ${paymentReferences.id}`,
      ),
      /** What the borrower was given back, is to be or failed to be, newest first; what failed is held for them again. */
      refunds: jsonRows(
        {
          amountMinor: refunds.amountMinor,
          requestedAt: refunds.requestedAt,
          sentAt: refunds.sentAt,
          failedAt: refunds.failedAt,
        },
        sql`${refunds} where ${isOfTheLoan(refunds)}
          order by ${desc(refunds.requestedAt)}, ${desc(refunds.id)}`,
      ),
      /** What the borrower said that they paid, newest first. */
      claims: jsonRows(
        { ...getTableColumns(paymentClaims), folio: complaints.folio },
        sql`${paymentClaims} left join ${complaints} on ${complaints.id} = ${paymentClaims.complaintId}
          where ${isOfTheLoan(paymentClaims)}
          order by ${desc(paymentClaims.claimedAt)}, ${desc(paymentClaims.id)} limit ${sql.raw(String(claimsMax))}`,
      ),
      /** The charges that the borrower does not agree with, newest first. */
      disputes: jsonRows(
        { ...getTableColumns(chargeDisputes), folio: complaints.folio },
        sql`${chargeDisputes} left join ${complaints} on ${complaints.id} = ${chargeDisputes.complaintId}
          where ${isOfTheLoan(chargeDisputes)}
          order by ${desc(chargeDisputes.filedAt)}, ${desc(chargeDisputes.id)} limit ${sql.raw(String(disputesMax))}`,
      ),
      /** What tells late and extension fees from what else was charged. */
      feePostings: jsonRows(
        feePostingColumns,
        sql`${ledgerPostings} join ${ledgerTransactions} on ${isPostingOfTransaction}
          where ${and(isOfTheLoan(ledgerPostings), isFeePosting)}`,
      ),
      /** Those that something was paid for, newest first. */
      paidExtensions: jsonRows(
        {
          state: extensions.state,
          paidMinor: extensions.paidMinor,
          paidAt: extensions.paidAt,
          paymentEventId: extensions.paymentEventId,
          fromDueDate: extensions.fromDueDate,
        },
        sql`${extensions} where ${and(isOfTheLoan(extensions), isNotNull(extensions.paymentEventId))}
          order by ${desc(extensions.offeredAt)}, ${desc(extensions.id)}`,
      ),
      /** When its write-off was taken back the last time; none for a loan that was never opened again. */
      reinstatements: jsonRows(
        { at: statusChanges.at },
        sql`${statusChanges} where ${and(isOfTheLoan(statusChanges), isNotNull(loans.reopenedAt), isReinstatement)}
          order by ${desc(statusChanges.at)} limit 1`,
      ),
      isRated: sql<boolean>`exists (select from ${ratings} where ${isOfTheLoan(ratings)})`,
    }),
    from: (select) =>
      select
        .from(loans)
        .innerJoin(quotes, and(eq(quotes.id, loans.quoteId), eq(quotes.borrowerId, loans.borrowerId)))
        .innerJoin(products, eq(products.productId, loans.productId))
        .where(and(eq(loans.borrowerId, sql.placeholder('borrowerId')), isNamed)),
  });
}
