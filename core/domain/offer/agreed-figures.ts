import type { Currency, MinorAmount } from '../money/money.ts';
import type { Instalment } from './schedule.ts';

/** What came of paying out what was agreed: it is still to come, it was done, or it never will be. */
export const payouts = ['to-come', 'made', 'never'] as const;
export type Payout = (typeof payouts)[number];

/** A payment of the plan that is agreed, in minor units; its date is that of a deposit on the day of the agreement. */
export type RescheduledInstalment = Pick<
  Instalment,
  'dueDate' | 'principalMinor' | 'interestMinor' | 'feeMinor' | 'vatMinor' | 'totalMinor'
>;

/** The 13 fields of a loan agreement (CONTRACT-1); amounts in minor units of `currency`, dates as shown. */
export interface AgreedFigures {
  /** Null where it is not known. */
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
