/** A payment code or receipt that borrowers can read offline; all texts are ready to show. */
export interface SavedVoucher {
  /** A later voucher with the same id replaces the earlier one. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** For the till (REPAY-5). */
  readonly slip?: SavedSlip;
  /** The loan of a slip, or of a receipt that replaces its slips. */
  readonly loan?: string;
}

/** A slip to pay with in a shop. Contains no session, and of the borrower only the code. */
export interface SavedSlip {
  readonly instructions: string;
  readonly amount: string;
  /** Instructions; absent in old slips. */
  readonly caption?: string;
  /** Needs no connection: `data:image/svg+xml,…`; empty for none. */
  readonly image: string;
  readonly imageText: string;
  readonly groups: readonly string[];
  readonly until: string;
  readonly note: string;
}

export const voucherIdOf = (code: string): string => `code ${code}`;

export const savedVouchersMax = 12;

/** Counted from the last view. */
export const savedVoucherDays = 7;

/** Identifies the owner of a page without the user's id (FNV-1a, 32 bits). */
export function ownerMark(userId: string): string {
  let mark = 0x811c9dc5;
  for (const letter of userId) mark = Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return mark.toString(36);
}
