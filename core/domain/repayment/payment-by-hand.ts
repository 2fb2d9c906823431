import type { LocalDate } from '../calendar.ts';
import { allMarkets, dayIn, type Market, marketOf, startOfDayIn } from '../market.ts';
import { providerOfSource, settlementSources } from '../settlement/settlement.ts';
import { type ClaimChannel, claimChannels } from './payment-claim.ts';

const prefix = 'by-hand:';

/** The provider that a payment is kept under which a person recorded by hand, by how it was paid. */
export function providerByHand(channel: ClaimChannel): string {
  return prefix + channel;
}

/** How a payment was paid that a person recorded by hand; undefined for one that a provider reported. */
export function channelByHand(provider: string): ClaimChannel | undefined {
  return claimChannels.find((channel) => provider === providerByHand(channel));
}

/** The hour that a payment counts from whose day alone is known. */
const noonMs = 12 * 3_600_000;

/** Noon of a day that is over, else the start of today: a payment that is entered by its day has no later hour than now. */
export function hourOfDay(market: Market, day: LocalDate, today: LocalDate): Date {
  return new Date(startOfDayIn(market, day).getTime() + (day < today ? noonMs : 0));
}

/** Whether of a payment its day alone may be known: a person entered it, or it stands at the noon of a file of days. */
export function isByDay(
  { provider, paidAt }: { readonly provider: string; readonly paidAt: Date },
  market: Market,
): boolean {
  if (channelByHand(provider) !== undefined) return true;
  if (!settlementSources.some((source) => providerOfSource(source) === provider)) return false;
  return paidAt.getTime() - startOfDayIn(market, dayIn(market, paidAt)).getTime() === noonMs;
}

/**
 * Whether a payment is known by what its bank or provider calls it, so that it is no other: one with a card, and one with a tracking
 * key that no person typed.
 */
export function isIdentified({
  provider,
  trackingKey,
}: {
  readonly provider: string;
  readonly trackingKey: string | null;
}): boolean {
  return provider === 'card' || (trackingKey !== null && channelByHand(provider) === undefined);
}

/** Providers that give payments ids of their own, beside what the payer's bank calls them. */
export const idGivers: readonly string[] = allMarkets.flatMap(
  (market) => marketOf[market].providers.references,
);

/** Whether a payment is known by its provider's own id alone, which no bank app and no slip shows. */
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
 * How a payment was paid: by card, by the channel of the code it came with, or as who recorded it by hand says; `other` where that is not known.
 * @param channelOfCode the channel of its reference, where that is a code of the loan.
 */
export function channelOfPayment(provider: string, channelOfCode: ClaimChannel | undefined): ClaimChannel {
  return provider === 'card' ? 'card' : (channelOfCode ?? channelByHand(provider) ?? 'other');
}
