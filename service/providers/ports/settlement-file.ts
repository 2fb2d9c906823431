import type { LocalDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/money/money.ts';
import type { SettlementKind, SettlementSource } from '#domain/settlement/settlement.ts';

export interface SettledLine {
  /** From 1. */
  readonly lineNumber: number;
  /** The provider's or bank's id; unique within source and kind. */
  readonly identity: string;
  /** Ids that may match a payment of ours: the provider's ids, tracking keys, our ids in its metadata. */
  readonly keys: readonly string[];
  /** The code or account that was paid to; may be empty. */
  readonly reference: string;
  readonly kind: SettlementKind;
  readonly day: LocalDate;
  /** As in `PaymentIdentity`. */
  readonly payerBank: string | null;
  readonly operatingDay: LocalDate | null;
  /** Before fees, in minor units; negative for outgoing money. */
  readonly amountMinor: number;
  /** Fee with its tax, in minor units. */
  readonly feeMinor: number;
  readonly currency: Currency;
  /** The transfer to the bank account that contained it; null if the file does not say. */
  readonly payout: string | null;
}

export interface SettlementFault {
  readonly fault: 'unreadable' | 'columns' | 'line' | 'empty' | 'currencies' | 'lines';
  readonly lineNumber: number | null;
}

export type SettlementReader = (
  source: SettlementSource,
  text: string,
) => { readonly lines: readonly SettledLine[] } | SettlementFault;
