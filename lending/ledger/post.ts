import { sql } from 'drizzle-orm';
import { queryRows, send, type Transaction } from '#db/database.ts';
import { givenRows, insertGiven } from '#db/given-rows.ts';
import {
  type LedgerAccount,
  type LedgerKind,
  ledgerPostings,
  ledgerTransactions,
} from '#db/schema/ledger.ts';
import { instalments } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import type { Component } from '#domain/repayment/allocation.ts';
import { type BookingContext, type InstalmentRecord, isOfLoans, isOneOf, type LockedLoan } from './loans.ts';

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
  if (rows.length === 0) return;
  send(transaction, transaction.execute(insertGiven(ledgerTransactions, transactionRows(rows, context))));
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

/** Instalments of a loan whose penalties are booked up to a day. */
export interface AccruedInstalments {
  readonly loan: LockedLoan;
  readonly instalmentIds: readonly string[];
  readonly through: LocalDate;
}

/**
 * Books movements on several loans at once, as `postMovements` does on one.
 * @param accrued the instalments that these movements book all penalties of up to a day, which is noted on them.
 */
export async function postOnLoans(
  transaction: Transaction,
  wanted: readonly { readonly loan: LockedLoan; readonly movements: readonly Movement[] }[],
  context: BookingContext,
  accrued: readonly AccruedInstalments[] = [],
): Promise<ReadonlySet<string>> {
  const rows = newRows(wanted, context);
  const booked = await insertTransactions(transaction, rows, context);
  postParts(transaction, booked, context, accrued);
  return new Set(booked.map(({ movement }) => movement.idempotencyKey));
}

/** Books the postings of movements that were inserted, and has loans and instalments follow. */
function postParts(
  transaction: Transaction,
  booked: readonly NewTransaction[],
  context: BookingContext,
  accrued: readonly AccruedInstalments[] = [],
): void {
  const postings: BookedPosting[] = booked.flatMap(({ id, loan, movement }) =>
    movement.postings.map((posting) => ({
      transactionId: id,
      loan,
      isSettling: settlingKinds.includes(movement.kind),
      posting,
    })),
  );
  const values = postings.map(({ transactionId, loan, posting }) => ({
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
  if (values.length > 0) send(transaction, transaction.execute(insertGiven(ledgerPostings, values)));
  followOnLoans(transaction, postings, context);
  followOnInstalments(transaction, postings, accrued);
}

interface BookedPosting {
  readonly transactionId: string;
  readonly loan: LockedLoan;
  readonly isSettling: boolean;
  readonly posting: Posting;
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
  if (rows.length === 0) return [];
  const inserted = await queryRows<{ id: string }>(
    transaction,
    sql`${insertGiven(ledgerTransactions, transactionRows(rows, context))}
      on conflict (idempotency_key, borrower_id) do nothing returning id`,
  );
  const insertedIds = new Set(inserted.map(({ id }) => id));
  return rows.filter(({ id }) => insertedIds.has(id));
}

const loanChange = { id: 'uuid', borrowerId: 'uuid', receivableMinor: 'bigint', suspenseMinor: 'bigint' };

function followOnLoans(
  transaction: Transaction,
  postings: readonly BookedPosting[],
  { now }: BookingContext,
): void {
  // A penalty and the payment that settles it leave the balance as it was, and are a change all the same.
  const followed = postings.filter(({ posting }) => followedAccounts.includes(posting.account));
  if (followed.length === 0) return;
  const changes = [...Map.groupBy(followed, ({ loan }) => loan.id)].map(([id, parts]) => {
    const total = totalsOf(parts.map(({ posting }) => posting));
    const balances = { receivableMinor: total('receivable'), suspenseMinor: total('suspense') };
    return { id, borrowerId: parts[0]?.loan.borrowerId ?? '', ...balances };
  });
  // How many rows come of what is given the database cannot tell, so it is told of which loans they are.
  send(
    transaction,
    transaction.execute(sql`update loans
      set balance_minor = balance_minor + change."receivableMinor",
        suspense_minor = suspense_minor - change."suspenseMinor", changed_at = ${now.toISOString()}::timestamptz
      from ${givenRows('change', loanChange, changes)}
      where loans.id = change.id and loans.borrower_id = change."borrowerId" and ${isOneOf(changes)}`),
  );
}

/** The columns of an instalment that a change gives: what is added to its figures, and up to which day its penalties are booked now. */
const changedFigures = Object.values(cachedColumns).flatMap(({ charged, paid }) => [charged, paid]);
const instalmentChange = {
  ...{ id: 'uuid', borrowerId: 'uuid', accruedThrough: 'date' },
  ...(Object.fromEntries(changedFigures.map((figure) => [figure, 'bigint'])) as Record<
    CachedColumn,
    'bigint'
  >),
};
const addedFigures = changedFigures.map((figure) => {
  const { name } = instalments[figure];
  return `${name} = instalments.${name} + change."${figure}"`;
});
const noChange = Object.fromEntries(changedFigures.map((figure) => [figure, zeroMinor])) as Record<
  CachedColumn,
  MinorAmount
>;

function followOnInstalments(
  transaction: Transaction,
  postings: readonly BookedPosting[],
  accrued: readonly AccruedInstalments[],
): void {
  const changes = new Map<string, InstalmentChange>();
  const loansOf = new Map<string, LockedLoan>();
  const changeOf = (id: string, loan: LockedLoan): InstalmentChange => {
    const change = changes.get(id) ?? { id, borrowerId: loan.borrowerId, ...noChange };
    changes.set(id, change);
    loansOf.set(loan.id, loan);
    return change;
  };
  for (const { loan, isSettling, posting } of postings) {
    const { account, component, instalmentId, amountMinor } = posting;
    if (account !== 'receivable' || component === undefined || instalmentId === undefined) continue;
    const figure = cachedColumns[component][isSettling ? 'paid' : 'charged'];
    const change = changeOf(instalmentId, loan);
    change[figure] = addMinor(
      change[figure],
      isSettling ? subtractMinor(zeroMinor, amountMinor) : amountMinor,
    );
  }
  for (const { loan, instalmentIds, through } of accrued) {
    for (const id of instalmentIds) changeOf(id, loan).accruedThrough = through;
  }
  if (changes.size === 0) return;
  send(
    transaction,
    transaction.execute(sql`update instalments set ${sql.raw(addedFigures.join(', '))},
        accrued_through = coalesce(change."accruedThrough", instalments.accrued_through)
      from ${givenRows('change', instalmentChange, [...changes.values()])}
      where instalments.id = change.id and instalments.borrower_id = change."borrowerId"
        and ${isOfLoans(instalments, [...loansOf.values()])}`),
  );
}

interface InstalmentChange extends Record<CachedColumn, MinorAmount> {
  readonly id: string;
  readonly borrowerId: string;
  accruedThrough?: LocalDate;
}
