import type { OpenPayment, PayWays } from '#contract/calls/card-payment.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { amountFieldValue, parseTypedAmount, type TypedAmount } from '#domain/repayment/typed-amount.ts';
import { codeResendSeconds, resendWaitSeconds } from '#domain/sms/sms-code.ts';

/** Where a card payment stands for the page that shows it. */
export type PayStep =
  | { readonly name: 'choose'; readonly waiting: OpenPayment | null }
  | {
      readonly name: 'code';
      readonly repaymentId: string;
      readonly cardId: string;
      /** Null when the backend does not say. */
      readonly amountMinor: MinorAmount | null;
      /** Empty when the backend does not say. */
      readonly phoneEnding: string;
      readonly waitSeconds: number;
      readonly isCodeOpen: boolean;
    }
  | { readonly name: 'pending'; readonly payment: OpenPayment }
  /** The payment that the page was about is over: the order's page tells what became of it. */
  | { readonly name: 'over' };

/**
 * The step of the page. What the backend says is under way goes before the address, so every tab and every reload shows
 * the same; a backend that says nothing of it is taken at the address's word, and need not name the payment whose code
 * it sent (PAYWAY-2).
 * @param address the payment and the card that the address names, empty for none, and when the code was sent, null where
 *   it does not say.
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

/** The amount a page offers to pay. */
export interface ShownAmount {
  readonly minor: MinorAmount;
  /** As it stands in the field. */
  readonly inField: string;
  readonly isDue: boolean;
  /** Why what was asked for cannot be paid; what is due is shown instead. */
  readonly fault: TypedAmount['fault'];
}

/** What a payment page asks for. */
interface DueAmount {
  readonly dueMinor: MinorAmount;
  /** The most that may be paid today; null where the backend does not say. */
  readonly largestMinor: MinorAmount | null;
  readonly currency: Currency | null;
}

/**
 * The amount of the payment that waits for its code, else the one that was asked for, or what is due when none or a wrong
 * one was (PAYWAY-6).
 * @param asked as written in the address; empty for none.
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
