import { amountFromText, amountInField } from '#domain/money/amount-input.ts';
import type { MinorAmount } from '#domain/money/money.ts';

/** The amount a page offers to pay. */
export interface ShownAmount {
  readonly minor: MinorAmount;
  /** As it stands in the field. */
  readonly inField: string;
  readonly isDue: boolean;
  /** What was asked for is no amount; what is due is shown instead. */
  readonly isWrong: boolean;
}

/**
 * The amount of the payment that waits for its code, else the one that was asked for, or what is due when none or a wrong
 * one was (PAYWAY-6).
 */
export function shownAmount(
  { waitingMinor, asked }: { readonly waitingMinor: MinorAmount | null; readonly asked: string | null },
  dueMinor: MinorAmount,
): ShownAmount {
  if (waitingMinor !== null) return amountShown(waitingMinor, dueMinor);
  if (asked === null || asked === '') return amountShown(dueMinor, dueMinor);
  const minor = amountFromText(asked);
  return minor === null || minor === 0
    ? { ...amountShown(dueMinor, dueMinor), inField: asked.slice(0, 20), isWrong: true }
    : amountShown(minor, dueMinor);
}

function amountShown(minor: MinorAmount, dueMinor: MinorAmount): ShownAmount {
  return { minor, inField: amountInField(minor), isDue: minor === dueMinor, isWrong: false };
}
