import type { LocalDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/money/money.ts';
import type { SettlementKind, SettlementSource } from '#domain/settlement/settlement.ts';

/** A line of a settlement file or a bank's statement. */
export interface SettledLine {
  /** Where it stands in the file, from 1. */
  readonly lineNumber: number;
  /** What its provider or bank calls it; two lines of one source, kind and identity are one. */
  readonly identity: string;
  /** By what its payment may be known here: the provider's ids of it, tracking keys, our own ids in its metadata. */
  readonly keys: readonly string[];
  /** The code or account it was paid with, or what stands beside it; may be empty. */
  readonly reference: string;
  readonly kind: SettlementKind;
  readonly day: LocalDate;
  /** The bank that sent it and the operating day it is of, as `PaymentIdentity` has them. */
  readonly payerBank: string | null;
  readonly operatingDay: LocalDate | null;
  /** Before fees, in minor units; below zero what left. */
  readonly amountMinor: number;
  /** What was kept of it, with its tax, in minor units. */
  readonly feeMinor: number;
  readonly currency: Currency;
  /** The transfer it was sent on with; null where that is not said. */
  readonly payout: string | null;
}

/** Why a file cannot be read, and at which line. */
export interface SettlementFault {
  readonly fault: 'unreadable' | 'columns' | 'line' | 'empty' | 'currencies' | 'lines';
  readonly lineNumber: number | null;
}

/** Reads a file of a source. */
export type SettlementReader = (
  source: SettlementSource,
  text: string,
) => { readonly lines: readonly SettledLine[] } | SettlementFault;
