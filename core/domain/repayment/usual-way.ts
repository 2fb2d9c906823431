import { type Market, marketOf } from '../market.ts';
import type { ClaimChannel } from './payment-claim.ts';

/** How a loan can be paid: by one of its codes, or with a card. */
export const paymentWays = [
  'bank-transfer',
  'store',
  'upi',
  'virtual-account',
  'card',
] as const satisfies readonly ClaimChannel[];
export type PaymentWay = (typeof paymentWays)[number];

/**
 * The ways to pay in the order they are offered: what the borrower used last, then the market's, the most used first, and
 * cards at the end (REPAY-4).
 * @param last how the borrower paid the last time; null for never.
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
