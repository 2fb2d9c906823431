import type { MinorAmount } from '../money/money.ts';

/** Shops or a bank that take cash under a reference of their own. */
export interface CashNetwork {
  /** What is paid with there. */
  readonly code: string;
  /** The number of the agreement (convenio) that a bank asks for beside it. */
  readonly agreement?: string | undefined;
  /** Those that take it, one at least. */
  readonly shops: readonly string[];
}

/** What a provider or the lender says of a reference besides its code; each part is absent where nothing is said. */
export interface ReferenceFacts {
  readonly holderName?: string | undefined;
  readonly bankName?: string | undefined;
  /** The IFSC in India. */
  readonly bankCode?: string | undefined;
  /** Where it is paid in cash. */
  readonly chainName?: string | undefined;
  /** Every network that takes it, its own first or not, where there are several. */
  readonly networks?: readonly CashNetwork[] | undefined;
  /** What its bar code says, where that is not the code itself. */
  readonly barcodeText?: string | undefined;
  /** What the shop adds to the amount. */
  readonly feeMinor?: MinorAmount | undefined;
  /** The provider's own page of it: `https`, on an origin of the provider's. */
  readonly voucherLink?: string | undefined;
  /** The provider's own link that opens a UPI app, with the amount: `upi://pay?…`. */
  readonly payLink?: string | undefined;
}
