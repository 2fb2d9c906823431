import type { InstalmentBalance } from '../loan/instalment-state.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';

/** Why money moved (docs/decisions/052-corrections-of-money.md has every kind with its postings). */
export const ledgerKinds = [
  'disbursal',
  'accrual',
  'late-fee',
  'extension-fee',
  'payment',
  'reallocation',
  'waiver',
  'charge-correction',
  'cooling-off-exit',
  'early-settlement',
  'prepayment',
  'new-plan',
  'refund',
  'refund-recall',
  'write-off',
  'recovery',
  'sale',
  'earning',
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/**
 * Where money stands. `cash` is what is at the lender's bank; `receivable` is what borrowers owe, `suspense` what is held for them, `refund-payable` what is on its way
 * back to them; `derecognised-receivable` is the part of `receivable` that was written off or sold, with the opposite sign.
 * `unearned-interest` and `unearned-fee` are charged for days to come; `suspended-income` was earned on loans that are too late to count
 * on it. `unmatched` is money that no loan was found for, `provider-fee` what providers kept for themselves.
 */
export const ledgerAccounts = [
  'receivable',
  'cash',
  'unearned-interest',
  'unearned-fee',
  'suspended-income',
  'interest-income',
  'fee-income',
  'penalty-income',
  'vat-payable',
  'suspense',
  'refund-payable',
  'waiver-expense',
  'write-off-expense',
  'recovery-income',
  'derecognised-receivable',
  'sale-loss',
  'clearing',
  'unmatched',
  'provider-fee',
] as const;

/** What a provider or a bank holds of the lender's money: what it reported and did not settle yet. */
export type ClearingAccount = `clearing:${string}`;
export type LedgerAccount = Exclude<(typeof ledgerAccounts)[number], 'clearing'> | ClearingAccount;

/** The account of what a provider holds. */
export function clearingOf(provider: string): ClearingAccount {
  return `clearing:${provider}`;
}

/** Whether an account is of what a provider holds. */
export function isClearing(account: LedgerAccount): account is ClearingAccount {
  return account.startsWith('clearing:');
}

/** Why money moved that is on no loan: it arrived, got a loan, is sent back, or a provider settled it. */
export const cashKinds = [
  'receipt',
  'assignment',
  'return',
  'return-sent',
  'return-failed',
  'provider-reversal',
  'clearing-transfer',
  'settlement',
  'provider-fee',
] as const;
export type CashKind = (typeof cashKinds)[number];

/** A part of a movement: debits above zero, credits below, never zero. A receivable names its instalment and component. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly component?: Component;
  readonly instalmentId?: string;
  readonly amountMinor: MinorAmount;
}

/**
 * Where charges stand that are no income yet, and what income each becomes. `suspended-income` holds what a loan in non-accrual had
 * earned and its borrower did not pay.
 */
export const deferrals = [
  { account: 'unearned-interest', component: 'interest', income: 'interest-income' },
  { account: 'unearned-fee', component: 'fee', income: 'fee-income' },
  { account: 'suspended-income', component: 'interest', income: 'interest-income' },
  { account: 'suspended-income', component: 'fee', income: 'fee-income' },
  { account: 'suspended-income', component: 'penalty', income: 'penalty-income' },
] as const satisfies readonly (Pick<Posting, 'account' | 'component'> & { readonly income: LedgerAccount })[];
export type Deferral = (typeof deferrals)[number];

/** A movement of money on one loan that is to be booked; its postings sum to zero. */
export interface NewMovement {
  readonly kind: LedgerKind;
  /** When it counts from: the day a payment was made, the day a penalty is for. */
  readonly occurredAt: Date;
  /** What makes the movement the one it is: no other of its borrower has this key. */
  readonly key: string;
  /** The movement this one takes back, of the same kind and with every amount negated. */
  readonly reversesId?: string;
  /** Why a person had it booked. */
  readonly reason?: string;
  readonly postings: readonly Posting[];
}

/** A movement with its id; those of a loan rise in the order they are booked. */
export interface Movement extends NewMovement {
  readonly id: string;
}

/** Kinds whose receivable postings settle what was charged; those of all other kinds charge. */
export const settlingKinds: readonly LedgerKind[] = ['payment', 'reallocation'];

/** Kinds that the service books by itself, when a loan is read or a job runs. */
export const automaticKinds: readonly LedgerKind[] = ['accrual', 'late-fee'];

/** Kinds that let a borrower off what was charged. */
export const relievingKinds: readonly LedgerKind[] = [
  'waiver',
  'new-plan',
  'charge-correction',
  'cooling-off-exit',
  'early-settlement',
  'prepayment',
];

/** Kinds that take off what is not charged of a loan that ends before its dates. */
export const endingKinds: readonly LedgerKind[] = ['cooling-off-exit', 'early-settlement'];

/** An amount with the other sign. */
export function negated(amountMinor: MinorAmount): MinorAmount {
  return subtractMinor(zeroMinor, amountMinor);
}

/** What is booked on an account, and against which other; nothing for nothing. */
export function charge(
  instalmentId: string,
  component: Component,
  against: LedgerAccount,
  amountMinor: MinorAmount,
): Posting[] {
  if (amountMinor === 0) return [];
  return [
    { account: 'receivable', component, instalmentId, amountMinor },
    { account: against, component, amountMinor: negated(amountMinor) },
  ];
}

/** The movement that takes another back, and why where a person has it done. */
export function reversalOf({ id, kind, postings }: Movement, now: Date, reason?: string): NewMovement {
  return {
    kind,
    occurredAt: now,
    key: `reversal:${id}`,
    reversesId: id,
    ...(reason === undefined ? {} : { reason }),
    postings: postings.map((posting) => ({ ...posting, amountMinor: negated(posting.amountMinor) })),
  };
}

/** The instalments as some movements leave them, unchecked. */
export function afterMovements<Instalment extends InstalmentBalance & { readonly id: string }>(
  records: readonly Instalment[],
  movements: readonly Pick<NewMovement, 'kind' | 'postings'>[],
): Instalment[] {
  return records.map((record) => {
    const charged = { ...record.charged };
    const paid = { ...record.paid };
    for (const { kind, postings } of movements) {
      for (const { account, component, instalmentId, amountMinor } of postings) {
        if (account !== 'receivable' || component === undefined || instalmentId !== record.id) continue;
        if (settlingKinds.includes(kind)) paid[component] = subtractMinor(paid[component], amountMinor);
        else charged[component] = addMinor(charged[component], amountMinor);
      }
    }
    return { ...record, charged, paid };
  });
}

/** What some movements add to an account. */
export function totalOn(
  account: LedgerAccount,
  movements: readonly { readonly postings: readonly Pick<Posting, 'account' | 'amountMinor'>[] }[],
): MinorAmount {
  const parts = movements
    .flatMap(({ postings }) => postings)
    .filter((posting) => posting.account === account);
  return addMinor(...parts.map(({ amountMinor }) => amountMinor));
}

/** What some movements brought in, at the lender's bank or at a provider; below zero what left. */
export function moneyIn(
  movements: readonly { readonly postings: readonly Pick<Posting, 'account' | 'amountMinor'>[] }[],
): MinorAmount {
  const parts = movements
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === 'cash' || isClearing(account));
  return addMinor(...parts.map(({ amountMinor }) => amountMinor));
}

/** What some movements charged to each instalment, by its id. */
export function chargedByInstalment(
  movements: readonly Pick<NewMovement, 'postings'>[],
): Map<string, MinorAmount> {
  const chargedMinor = new Map<string, MinorAmount>();
  for (const { account, instalmentId, amountMinor } of movements.flatMap(({ postings }) => postings)) {
    if (account === 'receivable' && instalmentId !== undefined) {
      chargedMinor.set(instalmentId, addMinor(chargedMinor.get(instalmentId) ?? zeroMinor, amountMinor));
    }
  }
  return chargedMinor;
}
