import type { Currency, MinorAmount } from '../money/money.ts';
import type { Instalment } from './schedule.ts';

export const payouts = ['to-come', 'made', 'never'] as const;
export type Payout = (typeof payouts)[number];

/** An agreed instalment in minor units; dates assume a payout on the day of the agreement. */
export type RescheduledInstalment = Pick<
  Instalment,
  'dueDate' | 'principalMinor' | 'interestMinor' | 'feeMinor' | 'vatMinor' | 'totalMinor'
>;

/** The 13 fields of a loan agreement (CONTRACT-1); amounts in minor units of `currency`, dates as shown. */
export interface AgreedFigures {
  readonly currency: Currency | null;
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
