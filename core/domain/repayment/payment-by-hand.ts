import type { LocalDate } from '../calendar.ts';
import { allMarkets, dayIn, type Market, marketOf, startOfDayIn } from '../market.ts';
import { providerOfSource, settlementSources } from '../settlement/settlement.ts';
import { type ClaimChannel, claimChannels } from './payment-claim.ts';

const prefix = 'by-hand:';

export function providerByHand(channel: ClaimChannel): string {
  return prefix + channel;
}

export function channelByHand(provider: string): ClaimChannel | undefined {
  return claimChannels.find((channel) => provider === providerByHand(channel));
}

/** Time of day booked for payments whose time is unknown. */
const noonMs = 12 * 3_600_000;

/** Noon of a past day, else the start of today: never later than now. */
export function hourOfDay(market: Market, day: LocalDate, today: LocalDate): Date {
  return new Date(startOfDayIn(market, day).getTime() + (day < today ? noonMs : 0));
}

/** Whether the time of a payment is unknown: staff entered it, or its bank file has days only, which we book at noon. */
export function isTimeUnknown(
  { provider, paidAt }: { readonly provider: string; readonly paidAt: Date },
  market: Market,
): boolean {
  if (channelByHand(provider) !== undefined) return true;
  if (!settlementSources.some((source) => providerOfSource(source) === provider)) return false;
  return paidAt.getTime() - startOfDayIn(market, dayIn(market, paidAt)).getTime() === noonMs;
}

/** Whether a payment has an id from the bank or provider: a card payment, or a tracking key that nobody typed. */
export function isIdentified({
  provider,
  trackingKey,
}: {
  readonly provider: string;
  readonly trackingKey: string | null;
}): boolean {
  return provider === 'card' || (trackingKey !== null && channelByHand(provider) === undefined);
}

/** Providers that assign their own payment ids, in addition to the bank's. */
export const idGivers: readonly string[] = allMarkets.flatMap(
  (market) => marketOf[market].providers.references,
);

/** Whether only its provider's own id identifies a payment, which no bank app or slip shows. */
export function isKnownByIdAlone({
  provider,
  eventId,
  trackingKey,
}: {
  readonly provider: string;
  readonly eventId: string;
  readonly trackingKey: string | null;
}): boolean {
  return idGivers.includes(provider) && (trackingKey ?? eventId) === eventId;
}

/**
 * Channel of a payment: card, that of its payment code, or what staff recorded; `other` if unknown.
 * @param channelOfCode of its reference, if that is a code of the loan.
 */
export function channelOfPayment(provider: string, channelOfCode: ClaimChannel | undefined): ClaimChannel {
  return provider === 'card' ? 'card' : (channelOfCode ?? channelByHand(provider) ?? 'other');
}
