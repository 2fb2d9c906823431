import type { MinorAmount } from '../money/money.ts';

export interface CashNetwork {
  readonly code: string;
  /** The bank's agreement number (convenio). */
  readonly agreement?: string | undefined;
  readonly shops: readonly string[];
}

export interface ReferenceFacts {
  readonly holderName?: string | undefined;
  readonly bankName?: string | undefined;
  /** The IFSC in India. */
  readonly bankCode?: string | undefined;
  readonly chainName?: string | undefined;
  readonly networks?: readonly CashNetwork[] | undefined;
  /** Bar code content, if not the code itself. */
  readonly barcodeText?: string | undefined;
  readonly feeMinor?: MinorAmount | undefined;
  /** The provider's voucher page: `https`, on the provider's origin. */
  readonly voucherLink?: string | undefined;
  /** The provider's link that opens a UPI app with the amount: `upi://pay?…`. */
  readonly payLink?: string | undefined;
}
