import { and, eq, type SQL, sql } from 'drizzle-orm';
import { enqueue, type Transaction } from '#db/database.ts';
import { hasValues } from '#db/rows.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import type { providerEvents } from '#db/schema/repayment.ts';
import { type CashKind, clearingOf, type LedgerAccount } from '#domain/booking/movement.ts';
import { bookingName, paymentKey } from '#domain/booking/receive.ts';
import type { Payment } from '#domain/booking/state.ts';
import { type Currency, minorAmount } from '#domain/money/money.ts';
import { type BookingContext, isPostingOfTransaction } from './loans.ts';

type ProviderEvent = typeof providerEvents.$inferSelect;

type Money = Pick<ProviderEvent, 'id' | 'provider' | 'amountMinor' | 'currency'> & Pick<Payment, 'round'>;

interface Move {
  readonly kind: CashKind;
  readonly debitAccount: LedgerAccount;
  readonly creditAccount: LedgerAccount;
  readonly key?: string;
  readonly occurredAt?: Date;
  readonly only?: SQL;
}

function moveOf(
  { id: eventId, amountMinor, currency }: Omit<Money, 'id' | 'provider'> & { readonly id: string | null },
  { kind, debitAccount, creditAccount, key, occurredAt, only }: Move,
  { now, random, actor }: BookingContext,
): SQL {
  return sql`
    insert into cash_movements (id, kind, currency, debit_account, credit_account, amount_minor, occurred_at, booked_at,
      idempotency_key, event_id, actor)
    select ${random.id()}::uuid, ${kind}::text, ${currency}::text, ${debitAccount}::text, ${creditAccount}::text,
      ${amountMinor}::bigint, ${(occurredAt ?? now).toISOString()}::timestamptz, ${now.toISOString()}::timestamptz,
      ${`${kind}:${key ?? eventId}`}::text, ${eventId}::uuid, ${actor ?? null}::text
    where ${amountMinor}::bigint > 0 ${only === undefined ? sql`` : sql`and ${only}`}`;
}

function move(transaction: Transaction, ...of: Parameters<typeof moveOf>): void {
  enqueue(transaction, transaction.execute(moveOf(...of)));
}

const isReceived = (event: Pick<Money, 'id' | 'round'>): SQL =>
  sql`exists (select from cash_movements as receipt where receipt.idempotency_key = ${`receipt:${bookingName(event)}`})`;

/** Books unmatched money: the provider holds it, and the lender owes it to somebody. */
export function bookReceipt(
  transaction: Transaction,
  event: Money & Pick<ProviderEvent, 'paidAt'>,
  context: BookingContext,
): void {
  const accounts = { debitAccount: clearingOf(event.provider), creditAccount: 'unmatched' } as const;
  const key = bookingName(event);
  move(transaction, event, { kind: 'receipt', ...accounts, key, occurredAt: event.paidAt }, context);
}

/** The statement that moves unmatched money to its loan, booked in the same transaction; it does nothing for other money. */
export function assignmentOf(event: Money, context: BookingContext): SQL {
  const accounts = { debitAccount: 'unmatched', creditAccount: clearingOf(event.provider) } as const;
  const key = bookingName(event);
  return moveOf(event, { kind: 'assignment', ...accounts, key, only: isReceived(event) }, context);
}

export function bookProviderReversal(transaction: Transaction, event: Money, context: BookingContext): void {
  const accounts = { debitAccount: 'unmatched', creditAccount: clearingOf(event.provider) } as const;
  move(transaction, event, { kind: 'provider-reversal', ...accounts, only: isReceived(event) }, context);
}

/** Books a return of unmatched money: set aside, sent by the bank, or failed. */
export function bookReturn(
  transaction: Transaction,
  event: Money,
  step: {
    readonly kind: 'return' | 'return-sent' | 'return-failed';
    readonly refundId: string;
    readonly wasSent: boolean;
  },
  context: BookingContext,
): void {
  const { kind, refundId: key, wasSent } = step;
  const accounts = {
    return: ['unmatched', 'refund-payable'],
    'return-sent': ['refund-payable', 'cash'],
    'return-failed': [wasSent ? 'cash' : 'refund-payable', 'unmatched'],
  } as const satisfies Record<typeof kind, readonly LedgerAccount[]>;
  const [debitAccount, creditAccount] = accounts[kind];
  move(transaction, event, { kind, key, debitAccount, creditAccount }, context);
}

/** Moves a payment recorded by hand to the provider that reported it later. */
export async function bookClearingTransfer(
  transaction: Transaction,
  event: Money & Pick<ProviderEvent, 'borrowerId'>,
  toProvider: string,
  context: BookingContext,
): Promise<void> {
  const creditAccount = clearingOf(event.provider);
  const accounts = {
    kind: 'clearing-transfer',
    debitAccount: clearingOf(toProvider),
    creditAccount,
  } as const;
  const { borrowerId } = event;
  if (borrowerId === null) {
    move(transaction, event, { ...accounts, only: isReceived(event) }, context);
  } else if (await isOnLoan(transaction, { ...event, borrowerId }, creditAccount)) {
    move(transaction, event, accounts, context);
  }
}

async function isOnLoan(
  transaction: Transaction,
  { borrowerId, ...event }: Pick<Money, 'id' | 'round'> & { readonly borrowerId: string },
  account: LedgerAccount,
): Promise<boolean> {
  const [posting] = await transaction
    .select({ id: ledgerPostings.id })
    .from(ledgerTransactions)
    .innerJoin(ledgerPostings, isPostingOfTransaction)
    .where(
      and(
        hasValues(ledgerTransactions, { idempotencyKey: paymentKey(bookingName(event)), borrowerId }),
        eq(ledgerPostings.account, account),
      ),
    )
    .limit(1);
  return posting !== undefined;
}

/** Books what a provider settled or kept as its fee; below zero what it took back. */
export function bookCash(
  transaction: Transaction,
  options: {
    readonly kind: 'settlement' | 'provider-fee';
    readonly amountMinor: bigint;
    readonly currency: Currency;
    readonly key: string;
    readonly occurredAt: Date;
  },
  provider: string,
  context: BookingContext,
): void {
  const { kind, amountMinor, currency, key, occurredAt } = options;
  if (amountMinor === 0n) return;
  const sides: readonly [LedgerAccount, LedgerAccount] =
    kind === 'settlement' ? ['cash', clearingOf(provider)] : ['provider-fee', 'cash'];
  const [debitAccount, creditAccount] = amountMinor > 0n ? sides : [sides[1], sides[0]];
  const money = { id: null, currency, amountMinor: minorAmount(Math.abs(Number(amountMinor))) };
  move(transaction, money, { kind, key, debitAccount, creditAccount, occurredAt }, context);
}
