import { CodedError } from '../error-code.ts';
import { outstandingOf } from '../loan/instalment-state.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { taxOf } from '../money/tax.ts';
import { inDueOrder } from '../repayment/allocation.ts';
import { begin, type Draft, type Refusal } from './booking.ts';
import { chargeOff } from './charge-list.ts';
import { correct } from './correct.ts';
import { endingAfter } from './early-settlement.ts';
import { negated, type Posting, reversalOf, totalOn } from './movement.ts';
import { remainderWaiversAfter, upToDate } from './penalties.ts';
import type { Circumstances, LoanState } from './state.ts';

export interface Waive {
  readonly act: 'waive';
  readonly component: 'penalty' | 'fee';
  /** One instalment by its sequence; all, oldest first, when absent. */
  readonly sequence?: number | undefined;
  /** At most this much; everything owed when absent. */
  readonly amountMinor?: MinorAmount | undefined;
  readonly reason: string;
}

export interface Waived {
  readonly transactionId: string;
  readonly waivedMinor: MinorAmount;
}

/**
 * Waives an unpaid penalty or fee, at the lender's expense, with the unpaid tax on a fee. Refused: 'status-conflict' when nothing of it
 * is owed or the lender no longer holds the loan, 'request-invalid' for more than is owed or an unknown instalment.
 */
export function waive(
  state: LoanState,
  { component, sequence, amountMinor, reason }: Waive,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly answer: Waived } | Refusal {
  const current = upToDate(begin(state, circumstances), circumstances);
  const { loan, instalments } = current.after;
  const records = inDueOrder(instalments).filter(
    (record) => sequence === undefined || record.sequence === sequence,
  );
  if (sequence !== undefined && records.length === 0) return new CodedError('request-invalid', 'sequence');
  const owed = records.map((record) => ({
    id: record.id,
    owedMinor: outstandingOf(record)[`${component}Minor`],
    taxOwedMinor: component === 'fee' ? outstandingOf(record).vatMinor : zeroMinor,
  }));
  const totalMinor = addMinor(...owed.map(({ owedMinor }) => owedMinor));
  if (loan.status === 'sold') return new CodedError('status-conflict', 'loan-sold');
  if (totalMinor === 0) return new CodedError('status-conflict', 'nothing-owed');
  const waivedMinor = amountMinor ?? totalMinor;
  if (waivedMinor > totalMinor) return new CodedError('request-invalid', 'amountMinor', { max: totalMinor });
  let leftMinor = waivedMinor;
  const postings: Posting[] = [{ account: 'waiver-expense', component, amountMinor: waivedMinor }];
  for (const { id: instalmentId, owedMinor, taxOwedMinor } of owed) {
    const partMinor = minorAmount(Math.min(owedMinor, leftMinor));
    if (partMinor === 0) continue;
    leftMinor = subtractMinor(leftMinor, partMinor);
    const taxMinor = minorAmount(Math.min(taxOwedMinor, taxOf(loan.terms, { fee: partMinor })));
    postings.push({ account: 'receivable', component, instalmentId, amountMinor: negated(partMinor) });
    postings.push(...chargeOff(instalmentId, 'vat', taxMinor));
  }
  const key = `waiver:${circumstances.nextId()}`;
  const movement = { kind: 'waiver' as const, occurredAt: circumstances.now, key, reason, postings };
  const correction = { cause: 'correction', key, reason, movements: [movement] } as const;
  const draft = correct(current, correction, circumstances);
  const transactionId = draft.booking.movements.find((each) => each.key === key)?.id ?? '';
  return { draft, answer: { transactionId, waivedMinor } };
}

export interface TakeBackWaiver {
  readonly act: 'take-back-waiver';
  readonly transactionId: string;
  readonly reason: string;
}

/** Reverses a waiver: its amount is owed again, and a rest that was waived only because of it. Refused: 'not-found' for what is not a waiver of this loan in force. */
export function takeBackWaiver(
  state: LoanState,
  { transactionId, reason }: TakeBackWaiver,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly answer: Waived } | Refusal {
  const current = upToDate(begin(state, circumstances), circumstances);
  const waiver = current.after.journal.find(({ id, isStanding }) => id === transactionId && isStanding);
  if (waiver?.kind !== 'waiver') return new CodedError('not-found', 'transactionId');
  const others = [...endingAfter(current.after, [waiver]), ...remainderWaiversAfter(current.after, waiver)];
  const movements = [waiver, ...others].map((movement) => reversalOf(movement, circumstances.now, reason));
  const correction = { cause: 'correction', key: `reversal:${waiver.id}`, reason, movements } as const;
  const draft = correct(current, correction, circumstances);
  return { draft, answer: { transactionId, waivedMinor: totalOn('waiver-expense', [waiver]) } };
}
