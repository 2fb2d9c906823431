import { type Market, marketOf } from '../market.ts';
import type { ClaimChannel } from './payment-claim.ts';

export const paymentWays = [
  'bank-transfer',
  'store',
  'upi',
  'virtual-account',
  'card',
] as const satisfies readonly ClaimChannel[];
export type PaymentWay = (typeof paymentWays)[number];

/**
 * Ways to pay in display order: the last used, then the market's by popularity, then cards (REPAY-4).
 * @param last null if the borrower never paid.
 */
export function waysInOrder(
  market: Market,
  served: readonly PaymentWay[],
  last: ClaimChannel | null,
): PaymentWay[] {
  const usual: readonly PaymentWay[] = [...marketOf[market].channels, 'card'];
  const place = (way: PaymentWay) => (way === last ? -1 : usual.indexOf(way));
  return usual.filter((way) => served.includes(way)).sort((a, b) => place(a) - place(b));
}
