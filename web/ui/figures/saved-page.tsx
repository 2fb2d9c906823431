import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import type { SavedVoucher } from '#domain/site/saved-voucher.ts';

/**
 * What the borrower's own browser keeps of a page, to be read without a connection (`web/browser/saved-vouchers.ts`): codes to pay
 * with and receipts. Nothing for somebody who is not known.
 */
export function SavedPage({
  owner,
  voucher,
}: {
  /** Whose it is; empty for none. */
  readonly owner: string;
  readonly voucher: SavedVoucher;
}): ReactNode {
  if (owner === '') return null;
  return <div hidden {...marks({ keep: JSON.stringify(voucher), owner })} />;
}
