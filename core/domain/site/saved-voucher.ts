/** A code to pay with or a receipt, as a borrower reads it without a connection; every text ready to show. */
export interface SavedVoucher {
  /** The same voucher seen again takes the place of the earlier one. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** What is shown at a till, where it is a slip (REPAY-5). */
  readonly slip?: SavedSlip;
  /** The loan that a slip pays, or whose slips a receipt ends. */
  readonly loan?: string;
}

/** A slip to pay with in a shop. Nothing of the session, and nothing of the borrower but the code, is in it. */
export interface SavedSlip {
  readonly instructions: string;
  readonly amount: string;
  /** What to do with the code; absent on slips kept before it was written. */
  readonly caption?: string;
  /** A picture that needs no connection, `data:image/svg+xml,…`; empty for none. */
  readonly image: string;
  readonly imageText: string;
  /** The digits in groups. */
  readonly groups: readonly string[];
  readonly until: string;
  readonly note: string;
}

/** What the voucher of a code is kept under. */
export const voucherIdOf = (code: string): string => `code ${code}`;

/** How many are kept, the newest. */
export const savedVouchersMax = 12;

/** How long one is kept after it was last seen. */
export const savedVoucherDays = 7;

/** By what every page says whose it is, without the user's id (FNV-1a, 32 bits). */
export function ownerMark(userId: string): string {
  let mark = 0x811c9dc5;
  for (const letter of userId) mark = Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return mark.toString(36);
}
