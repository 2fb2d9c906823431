import { addableRows } from '#domain/money/amount-bound.ts';
import { type MinorAmount, MoneyError } from '#domain/money/money.ts';
import type { OpenScreen } from '../open-screen.ts';

/** Rows whose amounts can be added without overflow, and their sum; logs the ones left out (MONEY-3). */
export function shownSum<Row>(
  { reportFault, reportTolerance }: Pick<OpenScreen, 'reportFault' | 'reportTolerance'>,
  rows: readonly Row[],
  amountOf: (row: Row) => MinorAmount,
): { readonly rows: readonly Row[]; readonly sumMinor: MinorAmount } {
  const shown = addableRows(rows, amountOf);
  if (shown.rows.length < rows.length) {
    reportTolerance({ id: 'sum-left-out', value: String(amountOf(rows.at(-1) as Row)) });
    reportFault(new MoneyError('out-of-range'));
  }
  return shown;
}
