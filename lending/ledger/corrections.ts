import type { Transaction } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments } from '#db/schema/repayment.ts';
import { dueNow } from '#domain/loan/instalment-state.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { rebalance } from '#domain/loan/rebalance.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { type DerecognitionCause, followDerecognition } from './derecognition.ts';
import {
  type BookingContext,
  changeStatus,
  type InstalmentRecord,
  instalmentsOf,
  isRowOf,
  type LockedLoan,
  lockLoanById,
  statusBy,
} from './loans.ts';
import { accrueLoan } from './penalties.ts';
import { afterMovements, type Movement, type Posting, postMovements } from './post.ts';

/** What a person corrects on a loan. */
export interface Correction extends Omit<DerecognitionCause, 'reason'> {
  readonly reason: string;
  readonly movements: readonly Movement[];
}

/** The loan as it is once its penalties are booked through today, which every correction begins with. */
export async function upToDate(
  transaction: Transaction,
  loan: LockedLoan,
  context: BookingContext,
): Promise<LockedLoan> {
  if (!isRunning(loan.status)) return loan;
  await accrueLoan(transaction, loan, context);
  return (await lockLoanById(transaction, loan)) ?? loan;
}

/**
 * Books a correction and what follows from it (docs/decisions/052-corrections-of-money.md): what was paid is spread anew where it
 * no longer fits, money given back beyond what came in is owed again, what was written off or sold stays out of the assets, and
 * the loan is settled, to repay, overdue or written off as its instalments then stand. Days up to today stay as they are charged.
 * @param given up to date (`upToDate`).
 */
export async function bookCorrection(
  transaction: Transaction,
  given: LockedLoan,
  { movements, ...cause }: Correction,
  context: BookingContext,
): Promise<LockedLoan> {
  const loan = (await lockLoanById(transaction, given)) ?? given;
  const before = await instalmentsOf(transaction, loan);
  const corrected = afterMovements(before, movements);
  const suspense = movements.flatMap(({ postings }) =>
    postings.filter(({ account }) => account === 'suspense'),
  );
  const suspenseMinor = subtractMinor(
    loan.suspenseMinor,
    addMinor(...suspense.map((part) => part.amountMinor)),
  );
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
  await postMovements(transaction, loan, [...movements, ...follows], context);
  const today = dayIn(loan.market, context.now);
  for (const record of await instalmentsOf(transaction, loan)) {
    const wasOwed = before.some(({ id, charged, paid }) => id === record.id && isOwed({ charged, paid }));
    const isLate = record.dueDate < today && (record.accruedThrough ?? record.dueDate) < today;
    if (wasOwed || !isLate || !isOwed(record)) continue;
    await transaction
      .update(instalments)
      .set({ accruedThrough: today })
      .where(isRowOf(instalments, record.id, loan));
  }
  await markCorrected(transaction, loan, context);
  await followDerecognition(transaction, loan, cause, context);
  return followCorrection(transaction, loan, cause.reason, context);
}

/** Notes that a loan was corrected today: its penalties of days up to it stay as they are. */
export async function markCorrected(
  transaction: Transaction,
  loan: LockedLoan,
  { now }: BookingContext,
): Promise<void> {
  await transaction
    .update(loans)
    .set({ correctedOn: dayIn(loan.market, now) })
    .where(isRowOf(loans, loan.id, loan));
}

/** Moves a loan to where its instalments stand after a correction, which may open again what was settled. */
export async function followCorrection(
  transaction: Transaction,
  given: LockedLoan,
  reason: string,
  context: BookingContext,
): Promise<LockedLoan> {
  const loan = (await lockLoanById(transaction, given)) ?? given;
  if (loan.disbursedOn === null || loan.status === 'sold') return loan;
  const today = dayIn(loan.market, context.now);
  const records = await instalmentsOf(transaction, loan);
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
