import type { InstalmentBalance } from '../loan/instalment-state.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';

/** Kinds of ledger movements (docs/decisions/052-corrections-of-money.md lists the postings of each). */
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
 * Ledger accounts of a loan. `cash` is the lender's bank account; `receivable` what borrowers owe; `suspense` money held for them;
 * `refund-payable` refunds on their way; `derecognised-receivable` the written-off or sold part of `receivable`, with the opposite sign.
 * `unearned-interest` and `unearned-fee` are charged for days to come; `suspended-income` was earned on loans too late to count on it.
 * `unmatched` is money without a loan; `provider-fee` what providers kept.
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

/** Money that a provider or bank reported and has not settled yet. */
export type ClearingAccount = `clearing:${string}`;
export type LedgerAccount = Exclude<(typeof ledgerAccounts)[number], 'clearing'> | ClearingAccount;

export function clearingOf(provider: string): ClearingAccount {
  return `clearing:${provider}`;
}

export function isClearing(account: LedgerAccount): account is ClearingAccount {
  return account.startsWith('clearing:');
}

/** Kinds of movements without a loan: money arrived, was matched, is returned, or was settled by a provider. */
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

/** One side of a movement: debits above zero, credits below, never zero. A receivable names its instalment and component. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly component?: Component;
  readonly instalmentId?: string;
  readonly amountMinor: MinorAmount;
}

/**
 * Accounts of charges that are not income yet, each with its income account. `suspended-income` holds unpaid income of loans in
 * non-accrual.
 */
export const deferrals = [
  { account: 'unearned-interest', component: 'interest', income: 'interest-income' },
  { account: 'unearned-fee', component: 'fee', income: 'fee-income' },
  { account: 'suspended-income', component: 'interest', income: 'interest-income' },
  { account: 'suspended-income', component: 'fee', income: 'fee-income' },
  { account: 'suspended-income', component: 'penalty', income: 'penalty-income' },
] as const satisfies readonly (Pick<Posting, 'account' | 'component'> & { readonly income: LedgerAccount })[];
export type Deferral = (typeof deferrals)[number];

/** A movement to book on one loan; its postings sum to zero. */
export interface NewMovement {
  readonly kind: LedgerKind;
  /** When it counts: the day of a payment, or the day a penalty is for. */
  readonly occurredAt: Date;
  /** Unique among the movements of its borrower. */
  readonly key: string;
  /** The movement that it reverses: same kind, every amount negated. */
  readonly reversesId?: string;
  readonly reason?: string;
  readonly postings: readonly Posting[];
}

/** A movement with its id; ids of a loan rise in booking order. */
export interface Movement extends NewMovement {
  readonly id: string;
}

/** Kinds whose receivable postings settle charges; all other kinds charge. */
export const settlingKinds: readonly LedgerKind[] = ['payment', 'reallocation'];

/** Kinds that the service books by itself, when a loan is read or a job runs. */
export const automaticKinds: readonly LedgerKind[] = ['accrual', 'late-fee'];

export const relievingKinds: readonly LedgerKind[] = [
  'waiver',
  'new-plan',
  'charge-correction',
  'cooling-off-exit',
  'early-settlement',
  'prepayment',
];

/** Kinds that remove charges of days not used at an early end. */
export const endingKinds: readonly LedgerKind[] = ['cooling-off-exit', 'early-settlement'];

export function negated(amountMinor: MinorAmount): MinorAmount {
  return subtractMinor(zeroMinor, amountMinor);
}

/** Two postings of an amount, on an account and its counter account; none for 0. */
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

export function totalOn(
  account: LedgerAccount,
  movements: readonly { readonly postings: readonly Pick<Posting, 'account' | 'amountMinor'>[] }[],
): MinorAmount {
  const parts = movements
    .flatMap(({ postings }) => postings)
    .filter((posting) => posting.account === account);
  return addMinor(...parts.map(({ amountMinor }) => amountMinor));
}

/** Net money received at the lender's bank and providers; below zero for money sent. */
export function moneyIn(
  movements: readonly { readonly postings: readonly Pick<Posting, 'account' | 'amountMinor'>[] }[],
): MinorAmount {
  const parts = movements
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === 'cash' || isClearing(account));
  return addMinor(...parts.map(({ amountMinor }) => amountMinor));
}

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
