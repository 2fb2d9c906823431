import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { outstandingOf } from '#domain/loan/instalment-state.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { bookCorrection, upToDate } from './corrections.ts';
import type { BookingContext, LockedLoan } from './loans.ts';
import type { Posting } from './post.ts';
import { reversalOf, standingMovement } from './standing.ts';

/** What the lender lets a borrower off. */
export interface Waiver {
  readonly component: 'penalty' | 'fee';
  /** One instalment by its sequence; every one, oldest first, when absent. */
  readonly sequence?: number | undefined;
  /** At most this much; all that is owed of it when absent. */
  readonly amountMinor?: MinorAmount | undefined;
  readonly reason: string;
}

/** What a waiver, or taking one back, came to. */
export interface Waived {
  readonly loan: LockedLoan;
  readonly transactionId: string;
  readonly waivedMinor: MinorAmount;
}

/**
 * Lets a borrower off an unpaid penalty or fee: it is charged no more, and is the lender's expense. Tax on a fee stays.
 * @throws CodedError 'status-conflict' when nothing of it is owed or the loan is not owed here, 'request-invalid' for more than
 * is owed or an instalment that is not there.
 */
export async function bookWaiver(
  transaction: Transaction,
  given: LockedLoan,
  { component, sequence, amountMinor, reason }: Waiver,
  context: BookingContext,
): Promise<Waived> {
  const account = await upToDate(transaction, given, context);
  const { loan, instalments } = account;
  const records = instalments.filter((record) => sequence === undefined || record.sequence === sequence);
  if (sequence !== undefined && records.length === 0) throw new CodedError('request-invalid', 'sequence');
  const owed = records.map((record) => ({
    id: record.id,
    owedMinor: outstandingOf(record)[`${component}Minor`],
  }));
  const totalMinor = addMinor(...owed.map(({ owedMinor }) => owedMinor));
  if (totalMinor === 0 || loan.status === 'sold') throw new CodedError('status-conflict');
  const waivedMinor = amountMinor ?? totalMinor;
  if (waivedMinor > totalMinor) throw new CodedError('request-invalid', 'amountMinor');
  let leftMinor = waivedMinor;
  const postings: Posting[] = [{ account: 'waiver-expense', component, amountMinor: waivedMinor }];
  for (const { id, owedMinor } of owed) {
    const partMinor = minorAmount(Math.min(owedMinor, leftMinor));
    if (partMinor === 0) continue;
    leftMinor = subtractMinor(leftMinor, partMinor);
    const place = { account: 'receivable', component, instalmentId: id } as const;
    postings.push({ ...place, amountMinor: subtractMinor(zeroMinor, partMinor) });
  }
  const key = `waiver:${context.random.id()}`;
  const movement = {
    kind: 'waiver' as const,
    occurredAt: context.now,
    idempotencyKey: key,
    reason,
    postings,
  };
  const correction = { cause: 'correction', key, reason, movements: [movement] } as const;
  const { loan: corrected } = await bookCorrection(transaction, account, correction, context);
  const booked = await standingMovement(transaction, corrected, { key });
  return { loan: corrected, transactionId: booked?.id ?? '', waivedMinor };
}

/**
 * Takes a waiver back: what it let the borrower off is owed again.
 * @throws CodedError 'not-found' when it is not a waiver of this loan that stands.
 */
export async function reverseWaiver(
  transaction: Transaction,
  given: LockedLoan,
  { transactionId, reason }: { readonly transactionId: string; readonly reason: string },
  context: BookingContext,
): Promise<Waived> {
  const account = await upToDate(transaction, given, context);
  const waiver = await standingMovement(transaction, account.loan, { id: transactionId });
  if (waiver?.kind !== 'waiver') throw new CodedError('not-found', 'transactionId');
  const movement = reversalOf(waiver, context.now, reason);
  const key = movement.idempotencyKey;
  const correction = { cause: 'correction', key, reason, movements: [movement] } as const;
  const { loan: corrected } = await bookCorrection(transaction, account, correction, context);
  const expense = waiver.postings.find(({ account }) => account === 'waiver-expense');
  return { loan: corrected, transactionId, waivedMinor: expense?.amountMinor ?? zeroMinor };
}
