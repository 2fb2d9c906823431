import type { OpenPayment, PayWays } from '#contract/calls/card-payment.ts';
import type { MinorAmount } from '#domain/money/money.ts';

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

/** Seconds that a page counts where the backend does not say (PAYWAY-2). */
const defaultWaitSeconds = 60;

/**
 * The step of the page. What the backend says is under way goes before the address, so every tab and every reload shows
 * the same; a backend that says nothing of it is taken at the address's word.
 * @param address the payment and the card that the address names; empty for none.
 */
export function payStep(
  { openPayment, tellsOpenPayment }: Pick<PayWays, 'openPayment' | 'tellsOpenPayment'>,
  address: { readonly repaymentId: string; readonly cardId: string },
): PayStep {
  if (openPayment?.state === 'pending') return { name: 'pending', payment: openPayment };
  if (address.repaymentId === '') return { name: 'choose', waiting: openPayment };
  if (openPayment?.repaymentId === address.repaymentId) {
    return {
      name: 'code',
      repaymentId: openPayment.repaymentId,
      cardId: openPayment.cardId,
      amountMinor: openPayment.amountMinor,
      phoneEnding: openPayment.phoneEnding,
      waitSeconds: openPayment.resendWaitSeconds,
      isCodeOpen: openPayment.isCodeOpen,
    };
  }
  if (tellsOpenPayment) return openPayment ? { name: 'choose', waiting: openPayment } : { name: 'over' };
  return {
    name: 'code',
    ...address,
    amountMinor: null,
    phoneEnding: '',
    waitSeconds: defaultWaitSeconds,
    isCodeOpen: true,
  };
}
