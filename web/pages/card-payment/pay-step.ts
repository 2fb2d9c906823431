import type { OpenPayment, PayWays } from '#contract/calls/card-payment.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { amountFieldValue, parseTypedAmount, type TypedAmount } from '#domain/repayment/typed-amount.ts';
import { codeResendSeconds, resendWaitSeconds } from '#domain/sms/sms-code.ts';

export type PayStep =
  | { readonly name: 'choose'; readonly waiting: OpenPayment | null }
  | {
      readonly name: 'code';
      readonly repaymentId: string;
      readonly cardId: string;
      readonly amountMinor: MinorAmount | null;
      readonly phoneEnding: string;
      readonly waitSeconds: number;
      readonly isCodeOpen: boolean;
    }
  | { readonly name: 'pending'; readonly payment: OpenPayment }
  /** The payment is over; the order's page shows its outcome. */
  | { readonly name: 'over' };

/**
 * The payment's step. The backend's open payment overrides the address, so that every tab shows the same; a backend that reports
 * none is overridden by the address (PAYWAY-2).
 * @param address payment and card, empty for none; when the code was sent, null if unknown.
 */
export function payStep(
  { openPayment, tellsOpenPayment }: Pick<PayWays, 'openPayment' | 'tellsOpenPayment'>,
  address: { readonly repaymentId: string; readonly cardId: string; readonly codeSentAt: Date | null },
  now: Date,
): PayStep {
  if (openPayment?.state === 'pending') return { name: 'pending', payment: openPayment };
  const { repaymentId, cardId, codeSentAt } = address;
  const isUnnamed = !tellsOpenPayment && cardId !== '' && codeSentAt !== null;
  if (repaymentId === '' && !isUnnamed) return { name: 'choose', waiting: openPayment };
  if (openPayment?.repaymentId === repaymentId) {
    const { resendWaitSeconds: waitSeconds, ...open } = openPayment;
    return { ...open, name: 'code', waitSeconds };
  }
  if (tellsOpenPayment) return openPayment ? { name: 'choose', waiting: openPayment } : { name: 'over' };
  return {
    name: 'code',
    repaymentId,
    cardId,
    amountMinor: null,
    phoneEnding: '',
    waitSeconds: codeSentAt ? resendWaitSeconds(codeSentAt, now) : codeResendSeconds,
    isCodeOpen: true,
  };
}

export interface ShownAmount {
  readonly minor: MinorAmount;
  readonly inField: string;
  readonly isDue: boolean;
  /** Why the requested amount cannot be paid; the amount due is shown instead. */
  readonly fault: TypedAmount['fault'];
}

interface DueAmount {
  readonly dueMinor: MinorAmount;
  /** The most that can be paid today; null if unknown. */
  readonly largestMinor: MinorAmount | null;
  readonly currency: Currency | null;
}

/**
 * The amount of the payment that waits for its code, else the valid requested one, else the amount due (PAYWAY-6).
 * @param asked as in the address; empty for none.
 */
export function shownAmount(
  {
    waitingMinor,
    amountText: text,
  }: { readonly waitingMinor: MinorAmount | null; readonly amountText: string },
  { dueMinor, largestMinor, currency }: DueAmount,
): ShownAmount {
  const read =
    waitingMinor === null
      ? parseTypedAmount(text, largestMinor, currency)
      : { minor: waitingMinor, fault: null };
  const minor = read.minor ?? dueMinor;
  return {
    minor,
    inField: amountFieldValue(read, text, minor, currency),
    isDue: minor === dueMinor,
    fault: read.fault,
  };
}
