import { ownerMark } from '#domain/site/saved-voucher.ts';

export type VoucherStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const voucherKey = 'vouchers';

export function browserStorage(): VoucherStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export function forgetVouchers(storage = browserStorage()): void {
  try {
    storage?.removeItem(voucherKey);
  } catch {
    // Blocked storage holds no vouchers.
  }
}

/** Deletes the vouchers of other borrowers (`ownerMark`); undefined deletes none. */
export function forgetVouchersOfOthers(owner: string | undefined, storage = browserStorage()): void {
  try {
    const kept = storage?.getItem(voucherKey);
    if (!owner || !kept) return;
    const record = JSON.parse(kept) as { readonly owner?: string };
    if (ownerMark(String(record.owner)) !== owner) forgetVouchers(storage);
  } catch {
    forgetVouchers(storage);
  }
}
