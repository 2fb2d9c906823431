import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';
import type { InstalmentBalance } from './instalment-state.ts';

/** What is charged to a payment of the plan beside what was lent. */
export const chargeKinds = ['penalty', 'late-fee', 'interest', 'fee', 'vat', 'extension-fee'] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** Why a borrower does not agree with a charge. */
export const disputeReasons = [
  'not-agreed',
  'wrong-amount',
  'paid-on-time',
  'told-otherwise',
  'other',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

/** Where a dispute stands: looked into, taken back by the borrower, upheld in full or in part, or not. */
export const disputeStates = ['open', 'withdrawn', 'upheld', 'rejected'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** How long there is to answer a dispute before it becomes a complaint by itself. */
export const disputeAnswerHours = 72;

/** Most disputes of a loan that are open at once. */
export const openDisputesMax = 10;

/** Longest own words of a borrower, and longest answer, in UTF-16 units. */
export const disputeWordsMaxLength = 300;

/** The component of the ledger that each charge is part of. */
export const componentOfCharge: Readonly<Record<ChargeKind, Exclude<Component, 'principal'>>> = {
  penalty: 'penalty',
  'late-fee': 'penalty',
  interest: 'interest',
  fee: 'fee',
  vat: 'vat',
  'extension-fee': 'fee',
};

/** A charge as it stands: what was charged of it, less what was taken off. */
export interface Charge {
  readonly sequence: number;
  readonly kind: ChargeKind;
  readonly chargedMinor: MinorAmount;
}

/** What was charged to a payment of the plan as a late fee or an extension fee, less what a dispute took off it. */
export interface SeparateFee {
  readonly sequence: number;
  readonly kind: 'late-fee' | 'extension-fee';
  readonly amountMinor: MinorAmount;
}

/**
 * Every charge of a loan that is not zero, by payment of the plan. Those of one component sum to what the ledger has of it: what
 * was let off without saying of which comes off the daily penalties and the agreed commission first.
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

/** What of the penalties of some payments of the plan was charged once, for being late at all; 0 where the charges are not known. */
export function lateFeeIn(
  charges: readonly Pick<Charge, 'sequence' | 'kind' | 'chargedMinor'>[] | null,
  sequences: readonly number[],
): MinorAmount {
  const fees = charges?.filter(({ kind, sequence }) => kind === 'late-fee' && sequences.includes(sequence));
  return addMinor(...(fees ?? []).map(({ chargedMinor }) => chargedMinor));
}

/** What a charge is called between pages and service. */
export function chargeIdOf({ sequence, kind }: Pick<Charge, 'sequence' | 'kind'>): string {
  return `${sequence}-${kind}`;
}

/** The charge that an id names; undefined for anything else. */
export function chargeNamed(chargeId: string): Pick<Charge, 'sequence' | 'kind'> | undefined {
  const [, digits = '', name] = /^([1-9]\d{0,2})-([a-z-]{1,20})$/.exec(chargeId) ?? [];
  const kind = chargeKinds.find((each) => each === name);
  return kind && { sequence: Number(digits), kind };
}

/**
 * What of some disputed charges is unpaid, in minor units: of each component no more than the payment of the plan still owes
 * of it.
 */
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

/** When a dispute that is open becomes a complaint by itself. */
export function disputeAnswerBy(filedAt: Date): Date {
  return new Date(filedAt.getTime() + disputeAnswerHours * 3_600_000);
}
