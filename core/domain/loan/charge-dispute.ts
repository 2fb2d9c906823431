import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';
import type { InstalmentBalance } from './instalment-state.ts';

export const chargeKinds = ['penalty', 'late-fee', 'interest', 'fee', 'vat', 'extension-fee'] as const;
export type ChargeKind = (typeof chargeKinds)[number];

export const disputeReasons = [
  'not-agreed',
  'wrong-amount',
  'paid-on-time',
  'told-otherwise',
  'other',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

export const disputeStates = ['open', 'withdrawn', 'upheld', 'rejected'] as const;
export type DisputeState = (typeof disputeStates)[number];

export const disputeAnswerHours = 72;

export const openDisputesMax = 10;

/** The borrower's words, and the answer, in UTF-16 units. */
export const disputeWordsMaxLength = 300;

export const componentOfCharge: Readonly<Record<ChargeKind, Exclude<Component, 'principal'>>> = {
  penalty: 'penalty',
  'late-fee': 'penalty',
  interest: 'interest',
  fee: 'fee',
  vat: 'vat',
  'extension-fee': 'fee',
};

export interface Charge {
  readonly sequence: number;
  readonly kind: ChargeKind;
  readonly chargedMinor: MinorAmount;
}

/** A late or extension fee of an instalment, less what disputes removed. */
export interface SeparateFee {
  readonly sequence: number;
  readonly kind: 'late-fee' | 'extension-fee';
  readonly amountMinor: MinorAmount;
}

/**
 * All charges of a loan above zero, by instalment. The charges of a component sum to the ledger's figure; a waiver that names no charge
 * reduces daily penalties and the agreed fee first.
 */
export function chargesOf(balances: readonly InstalmentBalance[], fees: readonly SeparateFee[]): Charge[] {
  return balances.flatMap(({ sequence, charged }): Charge[] => {
    const feeOf = (kind: SeparateFee['kind'], component: 'penalty' | 'fee') => {
      const fee = fees.find((each) => each.sequence === sequence && each.kind === kind);
      return minorAmount(Math.max(0, Math.min(charged[component], fee?.amountMinor ?? zeroMinor)));
    };
    const lateFeeMinor = feeOf('late-fee', 'penalty');
    const extensionFeeMinor = feeOf('extension-fee', 'fee');
    const amounts: Readonly<Record<ChargeKind, MinorAmount>> = {
      penalty: subtractMinor(charged.penalty, lateFeeMinor),
      'late-fee': lateFeeMinor,
      interest: charged.interest,
      fee: subtractMinor(charged.fee, extensionFeeMinor),
      vat: charged.vat,
      'extension-fee': extensionFeeMinor,
    };
    return chargeKinds
      .map((kind) => ({ sequence, kind, chargedMinor: amounts[kind] }))
      .filter(({ chargedMinor }) => chargedMinor > 0);
  });
}

/** Late fees among the penalties of some instalments; 0 where the charges are unknown. */
export function lateFeeIn(
  charges: readonly Pick<Charge, 'sequence' | 'kind' | 'chargedMinor'>[] | null,
  sequences: readonly number[],
): MinorAmount {
  const fees = charges?.filter(({ kind, sequence }) => kind === 'late-fee' && sequences.includes(sequence));
  return addMinor(...(fees ?? []).map(({ chargedMinor }) => chargedMinor));
}

export function chargeIdOf({ sequence, kind }: Pick<Charge, 'sequence' | 'kind'>): string {
  return `${sequence}-${kind}`;
}

export function chargeNamed(chargeId: string): Pick<Charge, 'sequence' | 'kind'> | undefined {
  const [, digits = '', name] = /^([1-9]\d{0,2})-([a-z-]{1,20})$/.exec(chargeId) ?? [];
  const kind = chargeKinds.find((each) => each === name);
  return kind && { sequence: Number(digits), kind };
}

/** Unpaid part of some disputed charges, in minor units; for each component at most what the instalment still owes. */
export function unpaidOfCharges(
  charges: readonly Charge[],
  balances: readonly InstalmentBalance[],
): MinorAmount {
  let sumMinor = 0;
  for (const { sequence, charged, paid } of balances) {
    const disputed = new Map<Component, number>();
    for (const charge of charges.filter((each) => each.sequence === sequence)) {
      const component = componentOfCharge[charge.kind];
      disputed.set(component, (disputed.get(component) ?? 0) + charge.chargedMinor);
    }
    for (const [component, minor] of disputed) {
      sumMinor += Math.min(minor, subtractMinor(charged[component], paid[component]));
    }
  }
  return minorAmount(sumMinor);
}

export function disputeAnswerBy(filedAt: Date): Date {
  return new Date(filedAt.getTime() + disputeAnswerHours * 3_600_000);
}
