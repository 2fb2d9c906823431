import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import type { SavedVoucher } from '#domain/site/saved-voucher.ts';

/** A code or receipt that the browser stores for offline reading (`web/browser/saved-vouchers.ts`). Nothing without an owner. */
export function SavedPage({
  owner,
  voucher,
}: {
  readonly owner: string;
  readonly voucher: SavedVoucher;
}): ReactNode {
  if (owner === '') return null;
  return <div hidden {...marks({ keep: JSON.stringify(voucher), owner })} />;
}
