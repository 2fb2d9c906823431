import { send, type Transaction } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { dueNow, remainingTotal } from '#domain/loan/instalment-state.ts';
import { isPayable, isRunning } from '#domain/loan/loan-status.ts';
import { rebalance } from '#domain/loan/rebalance.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { type DerecognitionCause, derecognitionMovements, readDerecognition } from './derecognition.ts';
import {
  type BookingContext,
  changeStatus,
  type InstalmentRecord,
  instalmentsOf,
  isRowOf,
  type LockedAccount,
  type LockedLoan,
  moveDates,
  statusBy,
  tellOfChange,
} from './loans.ts';
import { accrueLoan } from './penalties.ts';
import { pauseForErased } from './penalty-pauses.ts';
import { afterMovements, balancesAfter, type Movement, type Posting, postNewMovements } from './post.ts';

/** What a person corrects on a loan. */
export interface Correction extends Omit<DerecognitionCause, 'reason'> {
  readonly reason: string;
  readonly movements: readonly Movement[];
  /** Whether it only concerns days after today, so that days before stay open to payments reported late. */
  readonly isOfDaysToCome?: boolean;
}

/** A loan as it is once its penalties are booked through today, which every correction begins with. @param loan as it was locked. */
export async function upToDate(
  transaction: Transaction,
  loan: LockedLoan,
  context: BookingContext,
): Promise<LockedAccount> {
  if (isRunning(loan.status)) return accrueLoan(transaction, loan, context);
  return { loan, instalments: await instalmentsOf(transaction, loan) };
}

/**
 * Books a correction and what follows from it (docs/decisions/052-corrections-of-money.md): what was paid is spread anew where it
 * no longer fits, money given back beyond what came in is owed again, what was written off or sold stays out of the assets, and
 * the loan is settled, to repay, overdue or written off as its instalments then stand, which the lender is told. Days up to today
 * stay as they are charged; a loan that is owed again by somebody who was erased costs no penalty from then on.
 * @param given up to date (`upToDate`).
 * @param correction of movements that nobody can have booked.
 */
export async function bookCorrection(
  transaction: Transaction,
  { loan, instalments: before }: LockedAccount,
  { movements, isOfDaysToCome = false, ...cause }: Correction,
  context: BookingContext,
): Promise<LockedAccount> {
  const { standing, recoveredMinor } = await readDerecognition(transaction, loan, cause);
  const corrected = afterMovements(before, movements);
  const { suspenseMinor } = balancesAfter(loan, movements);
  const settlesDebt = loan.status !== 'sold';
  const balanced = rebalance(corrected, suspenseMinor, { settlesDebt });
  const follows = [
    ...recallOf(before, balanced.recalledMinor),
    ...reallocationOf(before, suspenseMinor, balanced),
  ].map(({ kind, postings }) => ({
    kind,
    occurredAt: context.now,
    idempotencyKey: `${kind}:${cause.key}`,
    reason: cause.reason,
    postings,
  }));
  const booked = [...movements, ...follows];
  const today = dayIn(loan.market, context.now);
  const after = afterMovements(before, booked).map((record) => {
    const wasOwed = before.some(({ id, charged, paid }) => id === record.id && isOwed({ charged, paid }));
    const isLate = record.dueDate < today && (record.accruedThrough ?? record.dueDate) < today;
    return wasOwed || !isLate || !isOwed(record) ? record : { ...record, accruedThrough: today };
  });
  const figures = standing && { owedMinor: remainingTotal(after), standing, recoveredMinor };
  const derecognised = figures ? derecognitionMovements(loan, cause, figures, context) : [];
  postNewMovements(transaction, loan, [...booked, ...derecognised], context);
  moveDates(transaction, loan, before, after);
  if (!isOfDaysToCome) markCorrected(transaction, loan, context);
  const correctedOn = isOfDaysToCome ? loan.correctedOn : today;
  const changed = { ...loan, ...balancesAfter(loan, booked), correctedOn };
  const followed = followCorrection(
    transaction,
    { loan: changed, instalments: after },
    cause.reason,
    context,
  );
  const account = { loan: followed, instalments: after };
  if (loan.status === 'settled' && isPayable(followed.status)) pauseForErased(transaction, followed, today);
  tellOfChange(transaction, account, context);
  return account;
}

/** Notes that a loan was corrected today: its penalties of days up to it stay as they are. */
export function markCorrected(transaction: Transaction, loan: LockedLoan, { now }: BookingContext): void {
  const correctedOn = dayIn(loan.market, now);
  const isLoan = isRowOf(loans, loan.id, loan);
  send(transaction, transaction.update(loans).set({ correctedOn }).where(isLoan));
}

/** Moves a loan to where its instalments stand after a correction, which may open again what was settled. */
export function followCorrection(
  transaction: Transaction,
  { loan, instalments: records }: LockedAccount,
  reason: string,
  context: BookingContext,
): LockedLoan {
  if (loan.disbursedOn === null || loan.status === 'sold') return loan;
  const today = dayIn(loan.market, context.now);
  const isPaid = dueNow(records, today) === null;
  const to = isPaid ? 'settled' : loan.writtenOffAt === null ? statusBy(records, today) : 'written-off';
  if (to === loan.status) return loan;
  const isReopened = loan.status === 'settled' || loan.status === 'written-off';
  const facts = {
    settledAt: to === 'settled' ? context.now : null,
    ...(isReopened && !isPaid ? { reopenedAt: context.now } : {}),
  };
  return changeStatus(transaction, loan, { to, by: context.actor ?? 'correction', reason, facts }, context);
}

function isOwed({ charged, paid }: Pick<InstalmentRecord, 'charged' | 'paid'>): boolean {
  return addMinor(...Object.values(charged)) > addMinor(...Object.values(paid));
}

type Follow = Pick<Movement, 'kind' | 'postings'>;

function recallOf(records: readonly InstalmentRecord[], recalledMinor: MinorAmount): Follow[] {
  const last = records.at(-1);
  if (recalledMinor === 0 || last === undefined) return [];
  const postings: Posting[] = [
    { account: 'receivable', component: 'principal', instalmentId: last.id, amountMinor: recalledMinor },
    { account: 'suspense', amountMinor: subtractMinor(zeroMinor, recalledMinor) },
  ];
  return [{ kind: 'refund-recall', postings }];
}

function reallocationOf(
  records: readonly InstalmentRecord[],
  beforeMinor: MinorAmount,
  { lines, suspenseMinor, recalledMinor }: ReturnType<typeof rebalance>,
): Follow[] {
  const postings = lines.map(({ sequence, component, amountMinor }): Posting => {
    const instalment = records.find((record) => record.sequence === sequence);
    if (instalment === undefined) throw new Error('A correction names an instalment the loan does not have.');
    const parts = { account: 'receivable', component, instalmentId: instalment.id } as const;
    return { ...parts, amountMinor: subtractMinor(zeroMinor, amountMinor) };
  });
  const heldMinor = subtractMinor(subtractMinor(suspenseMinor, recalledMinor), beforeMinor);
  if (heldMinor !== 0) {
    postings.push({ account: 'suspense', amountMinor: subtractMinor(zeroMinor, heldMinor) });
  }
  return postings.length === 0 ? [] : [{ kind: 'reallocation', postings }];
}
