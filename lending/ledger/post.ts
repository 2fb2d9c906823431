import { inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { send, type Transaction } from '#db/database.ts';
import {
  type LedgerAccount,
  type LedgerKind,
  ledgerPostings,
  ledgerTransactions,
} from '#db/schema/ledger.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import type { Component } from '#domain/repayment/allocation.ts';
import type { BookingContext, InstalmentRecord, LockedLoan } from './loans.ts';

/** A part of a movement: debits above zero, credits below, never zero. A receivable names its instalment and component. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly component?: Component;
  readonly instalmentId?: string;
  readonly amountMinor: MinorAmount;
}

/** A movement of money on one loan; its postings sum to zero. */
export interface Movement {
  readonly kind: LedgerKind;
  readonly occurredAt: Date;
  /** What makes the movement the one it is: a second one with the same key has no effect. */
  readonly idempotencyKey: string;
  /** The transaction this one takes back, of the same kind and with every amount negated. */
  readonly reversesId?: string;
  /** Why a person had it booked. */
  readonly reason?: string;
  readonly postings: readonly Posting[];
}

/** Kinds whose receivable postings settle what was charged; those of all other kinds charge. */
export const settlingKinds: readonly LedgerKind[] = ['payment', 'reallocation'];

/** Kinds that the service books by itself, whoever had the loan looked at. */
const ownKinds: readonly LedgerKind[] = ['accrual', 'late-fee'];

/** Accounts that a loan's own figures repeat. */
const followedAccounts: readonly LedgerAccount[] = ['receivable', 'suspense'];

/** Columns that repeat the ledger, per component: what was charged to an instalment and what of it was paid. */
const cachedColumns = {
  penalty: { charged: 'penaltyChargedMinor', paid: 'penaltyPaidMinor' },
  fee: { charged: 'feeChargedMinor', paid: 'feePaidMinor' },
  vat: { charged: 'vatChargedMinor', paid: 'vatPaidMinor' },
  interest: { charged: 'interestChargedMinor', paid: 'interestPaidMinor' },
  principal: { charged: 'principalChargedMinor', paid: 'principalPaidMinor' },
} as const satisfies Record<Component, { charged: string; paid: string }>;

type CachedColumn = (typeof cachedColumns)[Component]['charged' | 'paid'];

/** Most rows of one insert, so that its parameters stay far from PostgreSQL's 65 535. */
const insertBatchSize = 1000;

/**
 * Books movements on a loan; nothing else writes to the ledger. The loan's balance and suspense and the instalments'
 * figures follow in the same database transaction. A movement whose key is booked already is passed over.
 * @returns the keys of the movements that took effect.
 * @throws MoneyError when a sum cannot be held; the database refuses postings that do not sum to zero.
 */
export function postMovements(
  transaction: Transaction,
  loan: LockedLoan,
  movements: readonly Movement[],
  context: BookingContext,
): Promise<ReadonlySet<string>> {
  return postOnLoans(transaction, [{ loan, movements }], context);
}

/**
 * Books movements whose keys nobody can have booked, in their order, and goes on at once: those of an event that has just been
 * marked as posted, or that were looked for under the loan's lock. Were one booked all the same, the transaction would fail.
 */
export function postNewMovements(
  transaction: Transaction,
  loan: LockedLoan,
  movements: readonly Movement[],
  context: BookingContext,
): void {
  const rows = newRows([{ loan, movements }], context);
  for (let start = 0; start < rows.length; start += insertBatchSize) {
    const values = transactionRows(rows.slice(start, start + insertBatchSize), context);
    send(transaction, transaction.insert(ledgerTransactions).values(values));
  }
  postParts(transaction, rows, context);
}

/** The instalments as some movements leave them, unchecked. */
export function afterMovements(
  records: readonly InstalmentRecord[],
  movements: readonly Movement[],
): InstalmentRecord[] {
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

/** What is owed on a loan and what is held for its borrower as some movements leave it. */
export function balancesAfter(
  { balanceMinor, suspenseMinor }: LoanBalances,
  movements: readonly Movement[],
): LoanBalances {
  const total = totalsOf(movements.flatMap(({ postings }) => postings));
  return {
    balanceMinor: addMinor(balanceMinor, total('receivable')),
    suspenseMinor: subtractMinor(suspenseMinor, total('suspense')),
  };
}

/** What is owed on a loan, and what is held for its borrower. */
export type LoanBalances = Pick<LockedLoan, 'balanceMinor' | 'suspenseMinor'>;

function totalsOf(postings: readonly Posting[]): (account: LedgerAccount) => MinorAmount {
  return (account) =>
    addMinor(
      ...postings.filter((posting) => posting.account === account).map((posting) => posting.amountMinor),
    );
}

/** Books movements on several loans at once, as `postMovements` does on one. */
export async function postOnLoans(
  transaction: Transaction,
  wanted: readonly { readonly loan: LockedLoan; readonly movements: readonly Movement[] }[],
  context: BookingContext,
): Promise<ReadonlySet<string>> {
  const rows = newRows(wanted, context);
  const booked = await insertTransactions(transaction, rows, context);
  postParts(transaction, booked, context);
  return new Set(booked.map(({ movement }) => movement.idempotencyKey));
}

/** Books the postings of movements that were inserted, and has loans and instalments follow. */
function postParts(
  transaction: Transaction,
  booked: readonly NewTransaction[],
  context: BookingContext,
): void {
  const postings: BookedPosting[] = booked.flatMap(({ id, loan, movement }) =>
    movement.postings.map((posting) => ({
      transactionId: id,
      loan,
      isSettling: settlingKinds.includes(movement.kind),
      posting,
    })),
  );
  for (let start = 0; start < postings.length; start += insertBatchSize) {
    const values = postings.slice(start, start + insertBatchSize).map(({ transactionId, loan, posting }) => ({
      id: context.random.id(),
      transactionId,
      account: posting.account,
      component: posting.component ?? null,
      borrowerId: loan.borrowerId,
      loanId: loan.id,
      instalmentId: posting.instalmentId ?? null,
      amountMinor: posting.amountMinor,
      currency: loan.currency,
    }));
    send(transaction, transaction.insert(ledgerPostings).values(values));
  }
  followOnLoans(transaction, postings, context);
  followOnInstalments(transaction, postings);
}

interface BookedPosting {
  readonly transactionId: string;
  readonly loan: LockedLoan;
  readonly isSettling: boolean;
  readonly posting: Posting;
}

/** Names the borrowers, so that the database knows which partitions it need not look into. */
function isOfBorrowers(
  { borrowerId }: { readonly borrowerId: AnyPgColumn },
  postings: readonly BookedPosting[],
): SQL {
  return inArray(borrowerId, [...new Set(postings.map(({ loan }) => loan.borrowerId))]);
}

interface NewTransaction {
  readonly id: string;
  readonly loan: LockedLoan;
  readonly movement: Movement;
}

/** Of what is booked at once the ids sort in the order of booking. */
function newRows(
  wanted: readonly { readonly loan: LockedLoan; readonly movements: readonly Movement[] }[],
  { random }: BookingContext,
): NewTransaction[] {
  const rows = wanted.flatMap(({ loan, movements }) => movements.map((movement) => ({ loan, movement })));
  const ids = rows.map(() => random.id()).sort();
  return rows.map((row, index) => ({ id: ids[index] as string, ...row }));
}

function transactionRows(
  rows: readonly NewTransaction[],
  { now, actor }: Pick<BookingContext, 'now' | 'actor'>,
): (typeof ledgerTransactions.$inferInsert)[] {
  return rows.map(({ id, loan, movement }) => ({
    id,
    kind: movement.kind,
    borrowerId: loan.borrowerId,
    loanId: loan.id,
    currency: loan.currency,
    occurredAt: movement.occurredAt,
    idempotencyKey: movement.idempotencyKey,
    reversesId: movement.reversesId ?? null,
    bookedAt: now,
    reason: movement.reason ?? null,
    actor: ownKinds.includes(movement.kind) && movement.reason === undefined ? null : (actor ?? null),
  }));
}

/** Inserts what is not booked yet and gives that. */
async function insertTransactions(
  transaction: Transaction,
  rows: readonly NewTransaction[],
  context: Pick<BookingContext, 'now' | 'actor'>,
): Promise<NewTransaction[]> {
  const insertedIds = new Set<string>();
  for (let start = 0; start < rows.length; start += insertBatchSize) {
    const inserted = await transaction
      .insert(ledgerTransactions)
      .values(transactionRows(rows.slice(start, start + insertBatchSize), context))
      .onConflictDoNothing({ target: [ledgerTransactions.idempotencyKey, ledgerTransactions.borrowerId] })
      .returning({ id: ledgerTransactions.id });
    for (const { id } of inserted) insertedIds.add(id);
  }
  return rows.filter(({ id }) => insertedIds.has(id));
}

function followOnLoans(
  transaction: Transaction,
  postings: readonly BookedPosting[],
  { now }: BookingContext,
): void {
  const changes: SQL[] = [];
  for (const [loanId, parts] of Map.groupBy(postings, ({ loan }) => loan.id)) {
    const total = totalsOf(parts.map(({ posting }) => posting));
    const receivableMinor = total('receivable');
    const suspenseMinor = total('suspense');
    // A penalty and the payment that settles it leave the balance as it was, and are a change all the same.
    if (!parts.some(({ posting }) => followedAccounts.includes(posting.account))) continue;
    changes.push(
      sql`(${loanId}::uuid, ${parts[0]?.loan.borrowerId}::uuid, ${receivableMinor}::bigint, ${suspenseMinor}::bigint)`,
    );
  }
  if (changes.length === 0) return;
  const followed = sql`update loans
    set balance_minor = balance_minor + change.receivable, suspense_minor = suspense_minor - change.suspense,
      changed_at = ${now.toISOString()}::timestamptz
    from (values ${sql.join(changes, sql`, `)}) as change (loan_id, borrower_id, receivable, suspense)
    where loans.id = change.loan_id and loans.borrower_id = change.borrower_id
      and ${isOfBorrowers(loans, postings)}`;
  send(transaction, transaction.execute(followed));
}

function followOnInstalments(transaction: Transaction, postings: readonly BookedPosting[]): void {
  const changes = new Map<string, Partial<Record<CachedColumn, MinorAmount>>>();
  const borrowerIds = new Map<string, string>();
  for (const { loan, isSettling, posting } of postings) {
    const { account, component, instalmentId, amountMinor } = posting;
    if (account !== 'receivable' || component === undefined || instalmentId === undefined) continue;
    const column = cachedColumns[component][isSettling ? 'paid' : 'charged'];
    const change = changes.get(instalmentId) ?? {};
    borrowerIds.set(instalmentId, loan.borrowerId);
    const changeMinor = isSettling ? subtractMinor(zeroMinor, amountMinor) : amountMinor;
    changes.set(instalmentId, { ...change, [column]: addMinor(change[column] ?? zeroMinor, changeMinor) });
  }
  if (changes.size === 0) return;
  const columns = Object.values(cachedColumns).flatMap(({ charged, paid }) => [charged, paid]);
  const names = columns.map((column) => sql.identifier(instalments[column].name));
  const rows = [...changes].map(([instalmentId, change]) => {
    const amounts = columns.map((column) => sql`${change[column] ?? 0}::bigint`);
    const key = [sql`${instalmentId}::uuid`, sql`${borrowerIds.get(instalmentId)}::uuid`];
    return sql`(${sql.join([...key, ...amounts], sql`, `)})`;
  });
  const sums = names.map((name) => sql`${name} = instalments.${name} + change.${name}`);
  const followed = sql`update instalments set ${sql.join(sums, sql`, `)}
    from (values ${sql.join(rows, sql`, `)}) as change (instalment_id, borrower_id, ${sql.join(names, sql`, `)})
    where instalments.id = change.instalment_id and instalments.borrower_id = change.borrower_id
      and ${isOfBorrowers(instalments, postings)}`;
  send(transaction, transaction.execute(followed));
}
