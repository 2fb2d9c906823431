import { and, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#db/database.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { checkCodeOf, receiptNumber, typedCheckCode } from '#domain/loan/receipt-number.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { isHashOf, keyedHash, type Secrets } from '../secrets.ts';
import { isOfLoan, isPostingOfTransaction, type LoanOf } from './loans.ts';

/** What the code of a receipt vouches for. */
export interface ReceiptFacts {
  readonly paymentId: string;
  readonly orderNumber: string;
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
  readonly paidAt: Date;
}

/** The code that a receipt bears: only who has the secret can make it, and it is another one for other figures. */
export function receiptCheckCode(facts: ReceiptFacts, secret: string): string {
  const { paymentId, orderNumber, amountMinor, currency, paidAt } = facts;
  const content = [paymentId, orderNumber, amountMinor, currency, paidAt.toISOString()].join('|');
  return checkCodeOf(keyedHash(secret, 'receipt', content));
}

/** Whether a code that somebody typed is the one of a receipt. */
export function isReceiptCode(typed: string, facts: ReceiptFacts, secrets: Secrets): boolean {
  return isHashOf(typedCheckCode(typed), secrets, (secret) => receiptCheckCode(facts, secret));
}

/** The payment of a loan that a receipt's number names, also one that was taken back; undefined for none. */
export async function paymentOfReceipt(
  database: Queryable,
  loan: LoanOf & { readonly orderNumber: string; readonly currency: Currency },
  number: string,
): Promise<(ReceiptFacts & { readonly isReversed: boolean }) | undefined> {
  const reversal = alias(ledgerTransactions, 'reversal');
  const rows = await database
    .select({
      paymentId: ledgerTransactions.id,
      paidAt: ledgerTransactions.occurredAt,
      amountMinor: ledgerPostings.amountMinor,
      reversalId: reversal.id,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerPostings, isPostingOfTransaction)
    .leftJoin(
      reversal,
      and(
        eq(reversal.reversesId, ledgerTransactions.id),
        eq(reversal.borrowerId, ledgerTransactions.borrowerId),
      ),
    )
    .where(
      and(
        isOfLoan(ledgerTransactions, loan),
        eq(ledgerTransactions.kind, 'payment'),
        isNull(ledgerTransactions.reversesId),
        eq(ledgerPostings.account, 'cash'),
      ),
    );
  const found = rows.find(({ paymentId }) => receiptNumber(paymentId) === number.toUpperCase());
  if (!found) return undefined;
  const { reversalId, ...payment } = found;
  const { orderNumber, currency } = loan;
  return { ...payment, orderNumber, currency, isReversed: reversalId !== null };
}
