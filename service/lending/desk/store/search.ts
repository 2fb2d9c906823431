import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { complaints } from '#db/schema/complaint.ts';
import { loanNumbers, loans } from '#db/schema/loan.ts';
import { paymentCodes, paymentReferences, plainKey, providerEvents } from '#db/schema/repayment.ts';
import { allCurrencies } from '#domain/market.ts';
import { belongsToLoan, isRowOf, placeOfLoan } from '../../ledger/loans.ts';

const whoColumns = {
  borrowerId: borrowers.id,
  borrowerName: borrowers.name,
  market: borrowers.market,
};

/** Words of a name in lower case without accents, as in the name index. */
export function nameWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Borrowers with a name word starting with each of these words. */
export function borrowersNamed(database: Queryable, words: readonly string[], limit: number) {
  const query = words.map((word) => `${word}:*`).join(' & ');
  return database
    .select(whoColumns)
    .from(borrowers)
    .where(sql`${nameIndex} @@ to_tsquery('simple', ${query})`)
    .limit(limit);
}

/** Must equal the expression of the index `borrowers_name`. */
const nameIndex = sql.raw(
  "to_tsvector('simple', translate(lower(borrowers.name), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc'))",
);

/** Borrowers whose phone number ends in these eight digits. */
export function borrowersByPhoneEnd(database: Queryable, end: string, limit: number) {
  return database
    .select({ ...whoColumns, mobilePhone: borrowers.mobilePhone })
    .from(borrowers)
    .where(eq(sql`right(${borrowers.mobilePhone}, 8)`, end))
    .limit(limit);
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

export async function loansNumbered(database: Queryable, orderNumber: string) {
  const place = await placeOfLoan(database, orderNumber);
  if (!place) return [];
  return database
    .select(loanHitColumns)
    .from(loans)
    .innerJoin(borrowers, eq(borrowers.id, loans.borrowerId))
    .where(isRowOf(loans, place.id, place));
}

/** Loans with one of these payment codes. */
export async function loansPaidBy(database: Queryable, codes: readonly string[]) {
  const places = await database
    .select({ borrowerId: paymentCodes.borrowerId })
    .from(paymentCodes)
    .where(inArray(paymentCodes.code, [...codes]));
  if (places.length === 0) return [];
  const borrowerIds = [...new Set(places.map(({ borrowerId }) => borrowerId))];
  const { code, channelKind } = paymentReferences;
  return database
    .select({ ...loanHitColumns, code, channelKind })
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

/** Payments by provider id, bank key, or, without a loan, by reference. */
export async function paymentsNamed(
  database: Queryable,
  {
    eventId,
    key,
    references,
  }: { readonly eventId: string; readonly key: string; readonly references: readonly string[] },
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
      .limit(limit);
  const isOfKey = and(
    inArray(providerEvents.currency, [...allCurrencies]),
    eq(plainKey(providerEvents.trackingKey), key),
  );
  return {
    byId: await select(eq(providerEvents.eventId, eventId)),
    byKey: key === '' ? [] : await select(isOfKey),
    byReference: await select(
      and(sql`${providerEvents.outcome} = 'unmatched'`, inArray(providerEvents.reference, [...references])),
    ),
  };
}
