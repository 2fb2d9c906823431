import { moneyIn } from '#domain/booking/movement.ts';
import { checkCodeOf, receiptNumber, typedCheckCode } from '#domain/loan/receipt-number.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { isHashOf, keyedHash, type Secrets } from '../secrets.ts';
import type { LoanCourse } from './loan-course.ts';

export interface ReceiptFacts {
  readonly paymentId: string;
  readonly orderNumber: string;
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
  readonly paidAt: Date;
}

/** The check code of a receipt: only a holder of the secret can make it, and other figures give another code. */
export function receiptCheckCode(facts: ReceiptFacts, secret: string): string {
  const { paymentId, orderNumber, amountMinor, currency, paidAt } = facts;
  const content = [paymentId, orderNumber, amountMinor, currency, paidAt.toISOString()].join('|');
  return checkCodeOf(keyedHash(secret, 'receipt', content));
}

export function isReceiptCode(typed: string, facts: ReceiptFacts, secrets: Secrets): boolean {
  return isHashOf(typedCheckCode(typed), secrets, (secret) => receiptCheckCode(facts, secret));
}

/** The payment of a loan with a receipt number, reversed or not; undefined for none. */
export function paymentOfReceipt(
  { loan: { orderNumber, currency }, entries }: LoanCourse,
  number: string,
): (ReceiptFacts & { readonly isReversed: boolean }) | undefined {
  const entry = entries.find(
    ({ id, kind, reversesId }) =>
      kind === 'payment' && reversesId === null && receiptNumber(id) === number.toUpperCase(),
  );
  if (!entry) return undefined;
  const { id: paymentId, occurredAt: paidAt, isStanding } = entry;
  const amountMinor = moneyIn([entry]);
  return { paymentId, paidAt, amountMinor, orderNumber, currency, isReversed: !isStanding };
}
