import { CodedError } from '../error-code.ts';
import { remainingTotal } from '../loan/instalment-state.ts';
import { canTransition } from '../loan/loan-status.ts';
import { type MinorAmount, subtractMinor } from '../money/money.ts';
import { begin, book } from './booking.ts';
import { clearDeferred, followIncome } from './income.ts';
import { negated, type Posting } from './movement.ts';
import { upToDate } from './penalties.ts';
import type { Circumstances, LoanState } from './state.ts';
import { changeStatus } from './status.ts';
import { type Closing, markCorrected, totalOf } from './write-off.ts';

export interface Sell {
  readonly act: 'sell';
  readonly buyer?: { readonly name: string; readonly contact?: string | undefined } | undefined;
  readonly priceMinor: MinorAmount;
  readonly reason: string;
}

/**
 * Sells a loan: it stops being an asset, and the part that the price does not cover is a loss; for a written-off loan the price is a
 * recovery. Later money is held for the borrower. Refused: 'status-conflict' for a loan without debt.
 */
export function sell(
  state: LoanState,
  { buyer, priceMinor, reason }: Sell,
  circumstances: Circumstances,
): Closing {
  const current = followIncome(state, upToDate(begin(state, circumstances), circumstances), circumstances);
  const { loan, instalments } = current.after;
  if (!canTransition(loan.status, 'sold')) return new CodedError('status-conflict');
  const owedMinor = remainingTotal(instalments);
  const { now, actor: by = 'host' } = circumstances;
  const facts = { soldAt: now, buyerName: buyer?.name ?? null, buyerContact: buyer?.contact ?? null };
  const sold = changeStatus(current, { to: 'sold', by, reason, priceMinor, facts }, circumstances);
  const cleared = clearDeferred(current.after, circumstances);
  const lostMinor = subtractMinor(subtractMinor(owedMinor, priceMinor), totalOf(cleared));
  const against: Posting[] =
    loan.writtenOffAt !== null
      ? [{ account: 'recovery-income', amountMinor: negated(priceMinor) }]
      : [
          ...cleared,
          { account: 'sale-loss', amountMinor: lostMinor },
          { account: 'derecognised-receivable', amountMinor: negated(owedMinor) },
        ];
  const postings = [{ account: 'cash' as const, amountMinor: priceMinor }, ...against].filter(
    ({ amountMinor }) => amountMinor !== 0,
  );
  const movement = { kind: 'sale' as const, occurredAt: now, key: `sale:${loan.id}`, reason, postings };
  const booked = book(sold, postings.length === 0 ? [] : [movement], circumstances);
  return { draft: markCorrected(booked, circumstances), answer: { owedMinor } };
}
