/** A code to pay with or a receipt, as a borrower reads it without a connection; every text ready to show. */
export interface SavedVoucher {
  /** The same voucher seen again takes the place of the earlier one. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

/** How many are kept, the newest. */
export const savedVouchersMax = 12;

/** How long one is kept after it was last seen. */
export const savedVoucherDays = 7;
