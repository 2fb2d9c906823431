import type { MinorAmount } from '../money/money.ts';

/** The 13 fields of a loan agreement (CONTRACT-1); amounts in minor units, dates as they are shown. */
export interface AgreedFigures {
  readonly borrowerName: string;
  readonly productName: string;
  readonly amountMinor: MinorAmount;
  readonly disbursalDate: string;
  readonly repaymentDate: string;
  readonly contractAmountMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly interestMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly disbursedMinor: MinorAmount;
  readonly borrowerAddress: string;
  readonly agreementDate: string;
  readonly lenderName: string;
}
