import { and, between, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments, paymentReferences } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/money/money.ts';

/** The ids of loans that one of these is the number or a payment code of. */
export async function loansReferredTo(
  database: Queryable,
  references: readonly string[],
  limit: number,
): Promise<string[]> {
  if (references.length === 0) return [];
  const byCode = await database
    .select({ id: paymentReferences.loanId })
    .from(paymentReferences)
    .where(inArray(paymentReferences.code, [...references]))
    .limit(limit);
  const byNumber = await database
    .select({ id: loans.id })
    .from(loans)
    .where(inArray(loans.orderNumber, [...references]))
    .limit(limit);
  return [...byCode, ...byNumber].map(({ id }) => id);
}

const parts = ['penalty', 'fee', 'vat', 'interest', 'principal'];
// Written out, so that the database sees that the partial index serves.
const isUnpaid = sql.raw(
  `(${parts.map((part) => `instalments.${part}_charged_minor > instalments.${part}_paid_minor`).join(' or ')})`,
);
const owed = sql.raw(
  parts.map((part) => `instalments.${part}_charged_minor - instalments.${part}_paid_minor`).join(' + '),
);

/** The ids of loans with an instalment that owes just this, due between two days. */
export async function loansOwing(
  database: Queryable,
  {
    amountMinor,
    currency,
    from,
    through,
  }: {
    readonly amountMinor: number;
    readonly currency: Currency;
    readonly from: LocalDate;
    readonly through: LocalDate;
  },
  limit: number,
): Promise<string[]> {
  const rows = await database
    .select({ id: instalments.loanId })
    .from(instalments)
    .innerJoin(loans, eq(loans.id, instalments.loanId))
    .where(
      and(
        isUnpaid,
        between(instalments.dueDate, from, through),
        sql`${owed} = ${amountMinor}`,
        eq(loans.currency, currency),
      ),
    )
    .orderBy(instalments.dueDate, instalments.loanId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Loans with the codes they are paid by. */
export async function loansWithCodes(database: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = await database
    .select({
      id: loans.id,
      orderNumber: loans.orderNumber,
      market: loans.market,
      currency: loans.currency,
      status: loans.status,
    })
    .from(loans)
    .where(inArray(loans.id, [...ids]));
  const codes = await database
    .select({ loanId: paymentReferences.loanId, code: paymentReferences.code })
    .from(paymentReferences)
    .where(inArray(paymentReferences.loanId, [...ids]));
  const codesOf = Map.groupBy(codes, ({ loanId }) => loanId);
  return found.map((loan) => ({ ...loan, codes: (codesOf.get(loan.id) ?? []).map(({ code }) => code) }));
}
