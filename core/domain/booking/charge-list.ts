import { type Charge, type ChargeKind, chargesOf, type SeparateFee } from '../loan/charge-dispute.ts';
import type { MinorAmount } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';
import { charge, type LedgerAccount, type LedgerKind, negated, type Posting, totalOn } from './movement.ts';
import type { InstalmentRecord } from './state.ts';

/** Counter account for reversing a charge of each component. Earned and suspended income follows later (`followIncome`). */
const chargeCounterAccounts = {
  penalty: 'penalty-income',
  fee: 'unearned-fee',
  vat: 'vat-payable',
  interest: 'unearned-interest',
} as const satisfies Record<Exclude<Component, 'principal'>, LedgerAccount>;

export function chargeOff(
  instalmentId: string,
  component: keyof typeof chargeCounterAccounts,
  amountMinor: MinorAmount,
): Posting[] {
  return charge(instalmentId, component, chargeCounterAccounts[component], negated(amountMinor));
}

/** Kinds that separate late and extension fees from other charges of the same component. */
export const feeKinds: LedgerKind[] = ['late-fee', 'extension-fee', 'charge-correction'];

export interface Charged {
  readonly instalments: readonly InstalmentRecord[];
  readonly entries: readonly {
    readonly id: string;
    readonly kind: LedgerKind;
    readonly key: string;
    readonly reversesId?: string | null;
    readonly postings: readonly {
      readonly account: LedgerAccount;
      readonly component?: Component | null;
      readonly instalmentId?: string | null;
      readonly sequence?: number | null;
      readonly amountMinor: MinorAmount;
    }[];
  }[];
}

export function chargesOfLoan({ instalments, entries }: Charged): Charge[] {
  const ofFees = entries.filter(({ kind }) => feeKinds.includes(kind));
  const keys = new Map(ofFees.map(({ id, key }) => [id, key]));
  const fees = (['late-fee', 'extension-fee'] as const).flatMap((kind) => {
    const own = ofFees.filter(
      (entry) => entry.kind === kind || isCorrectionOf(kind, keys.get(entry.reversesId ?? '') ?? entry.key),
    );
    return instalments.map(({ id, sequence }): SeparateFee => {
      const postings = own.flatMap((entry) =>
        entry.postings.filter(({ instalmentId, component }) => instalmentId === id && component !== 'vat'),
      );
      return { kind, sequence, amountMinor: totalOn('receivable', [{ postings }]) };
    });
  });
  return chargesOf(instalments, fees);
}

export function correctionKey(kind: ChargeKind, disputeId: string): string {
  return `charge-correction:${kind}:${disputeId}`;
}

export function isCorrectionOf(kind: ChargeKind, key: string): boolean {
  return key.startsWith(correctionKey(kind, ''));
}
