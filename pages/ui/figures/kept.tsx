import type { ReactNode } from 'react';
import type { KeptVoucher } from '#domain/site/kept-voucher.ts';

/**
 * What the borrower's own browser keeps of a page, to be read without a connection (`browser/kept-vouchers.ts`): codes to pay
 * with and receipts. Nothing for somebody who is not known.
 */
export function Kept({
  owner,
  voucher,
}: {
  /** Whose it is; empty for nobody. */
  readonly owner: string;
  readonly voucher: KeptVoucher;
}): ReactNode {
  if (owner === '') return null;
  return <div hidden data-keep={JSON.stringify(voucher)} data-owner={owner} />;
}
