import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Queryable, queryRows } from '#db/database.ts';
import { columnsOf } from '#db/rows.ts';
import { borrowers, nameKeys, phoneReversed } from '#db/schema/borrower.ts';
import { complaints } from '#db/schema/complaint.ts';
import { loanNumbers, loans } from '#db/schema/loan.ts';
import { paymentCodes, paymentReferences, plainKey, providerEvents } from '#db/schema/repayment.ts';
import { openStatuses } from '#domain/loan/loan-status.ts';
import { allCurrencies } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { belongsToLoan, isRowWithId } from '../../ledger/loans.ts';

const whoColumns = {
  borrowerId: borrowers.id,
  borrowerName: borrowers.name,
  market: borrowers.market,
  mobilePhone: borrowers.mobilePhone,
};

const wordsOf = (text: SQL | AnyPgColumn) => sql<string[]>`search_words(${text})`;

/** Words of a text as the index of names has them. */
export async function searchWords(database: Queryable, text: string): Promise<readonly string[]> {
  const [row] = await queryRows<{ words: string[] }>(
    database,
    sql`select ${wordsOf(sql`${text}::text`)} as words`,
  );
  return row?.words ?? [];
}

/**
 * Borrowers with all words of a text, or the beginnings of theirs. With `isNear` also those with a word that may differ by one letter; some
 * of them differ by two.
 */
export function borrowersNamed(
  database: Queryable,
  text: string,
  { isNear, limit }: { readonly isNear: boolean; readonly limit: number },
) {
  const query = sql`search_query(${wordsOf(sql`${text}::text`)}, ${isNear}::boolean)`;
  return database
    .select({ ...whoColumns, words: wordsOf(borrowers.name) })
    .from(borrowers)
    .where(sql`${nameKeys(borrowers)} @@ ${query}`)
    .limit(limit);
}

export function borrowersByPhoneEnd(database: Queryable, end: string, limit: number) {
  const reversed = [...end].reverse().join('');
  const column = phoneReversed(borrowers);
  return (
    database
      .select(whoColumns)
      .from(borrowers)
      // A colon is the character after the nine.
      .where(and(gte(column, reversed), lt(column, `${reversed}:`)))
      .limit(limit)
  );
}

/** Open loans of these borrowers, newest first. */
export function openLoansOf(database: Queryable, borrowerIds: readonly string[]) {
  return database
    .select(columnsOf(loans, 'borrowerId', 'orderNumber', 'status'))
    .from(loans)
    .where(and(inArray(loans.borrowerId, [...borrowerIds]), inArray(loans.status, [...openStatuses])))
    .orderBy(desc(loans.serialNumber));
}

export function borrowersById(
  database: Queryable,
  { id, lenderBorrowerId }: { readonly id: string | null; readonly lenderBorrowerId: string },
) {
  const isIt = id === null ? eq(borrowers.lenderBorrowerId, lenderBorrowerId) : eq(borrowers.id, id);
  return database.select(whoColumns).from(borrowers).where(isIt).limit(2);
}

const loanHitColumns = {
  ...whoColumns,
  orderNumber: loans.orderNumber,
  status: loans.status,
  balanceMinor: loans.balanceMinor,
  currency: loans.currency,
};

/** Loans with one of these numbers, or with this one after the year; null for none. */
export async function loansNumbered(
  database: Queryable,
  { orderNumbers, serial }: { readonly orderNumbers: readonly string[]; readonly serial: number | null },
) {
  const places = await database
    .select({ id: loanNumbers.loanId, borrowerId: loanNumbers.borrowerId })
    .from(loanNumbers)
    .where(
      or(
        inArray(loanNumbers.orderNumber, [...orderNumbers]),
        serial === null ? undefined : eq(loanNumbers.serialNumber, serial),
      ),
    );
  const found = await Promise.all(
    places.map((place) =>
      database
        .select(loanHitColumns)
        .from(loans)
        .innerJoin(borrowers, eq(borrowers.id, loans.borrowerId))
        .where(isRowWithId(loans, place.id, place)),
    ),
  );
  return found.flat();
}

/** Loans with one of these payment codes. */
export async function loansPaidBy(database: Queryable, codes: readonly string[]) {
  const places = await database
    .select({ borrowerId: paymentCodes.borrowerId })
    .from(paymentCodes)
    .where(inArray(paymentCodes.code, [...codes]));
  if (places.length === 0) return [];
  const borrowerIds = [...new Set(places.map(({ borrowerId }) => borrowerId))];
  const { code } = paymentReferences;
  return database
    .select({ ...loanHitColumns, code })
    .from(paymentReferences)
    .innerJoin(loans, belongsToLoan(paymentReferences, loans))
    .innerJoin(borrowers, eq(borrowers.id, loans.borrowerId))
    .where(and(inArray(paymentReferences.borrowerId, borrowerIds), inArray(code, [...codes])));
}

export function complaintsNumbered(database: Queryable, folio: string) {
  return database
    .select({ ...whoColumns, folio: complaints.folio, orderNumber: loanNumbers.orderNumber })
    .from(complaints)
    .innerJoin(borrowers, eq(borrowers.id, complaints.borrowerId))
    .leftJoin(loanNumbers, eq(loanNumbers.loanId, complaints.loanId))
    .where(eq(complaints.folio, folio));
}

/** Payments by provider id, bank key, amount, newest first, or, without a loan, by reference. */
export async function paymentsNamed(
  database: Queryable,
  {
    eventId,
    key,
    references,
    amounts,
  }: {
    readonly eventId: string;
    readonly key: string;
    readonly references: readonly string[];
    readonly amounts: readonly { readonly currency: Currency; readonly amountMinor: MinorAmount }[];
  },
  limit: number,
) {
  const select = (isIt: SQL | undefined) =>
    database
      .select({
        provider: providerEvents.provider,
        eventId: providerEvents.eventId,
        trackingKey: providerEvents.trackingKey,
        reference: providerEvents.reference,
        amountMinor: providerEvents.amountMinor,
        currency: providerEvents.currency,
        outcome: providerEvents.outcome,
        orderNumber: loanNumbers.orderNumber,
        borrowerId: borrowers.id,
        borrowerName: borrowers.name,
      })
      .from(providerEvents)
      .leftJoin(loanNumbers, eq(loanNumbers.loanId, providerEvents.loanId))
      .leftJoin(borrowers, eq(borrowers.id, providerEvents.borrowerId))
      .where(isIt)
      .$dynamic();
  const isOfKey = and(
    inArray(providerEvents.currency, [...allCurrencies]),
    eq(plainKey(providerEvents.trackingKey), key),
  );
  const byAmount = [];
  for (const { currency, amountMinor } of amounts) {
    const isOfAmount = and(
      eq(providerEvents.currency, currency),
      eq(providerEvents.amountMinor, amountMinor),
    );
    byAmount.push(...(await select(isOfAmount).orderBy(desc(providerEvents.receivedAt)).limit(limit)));
  }
  return {
    byId: await select(eq(providerEvents.eventId, eventId)).limit(limit),
    byKey: key === '' ? [] : await select(isOfKey).limit(limit),
    byReference: await select(
      and(sql`${providerEvents.outcome} = 'unmatched'`, inArray(providerEvents.reference, [...references])),
    ).limit(limit),
    byAmount,
  };
}
