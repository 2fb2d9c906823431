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

/**
 * How a payment was paid: by card, by the channel of the code it came with, or as who recorded it by hand says; `other` where that is not known.
 * @param channelOfCode the channel of its reference, where that is a code of the loan.
 */
export function channelOfPayment(provider: string, channelOfCode: ClaimChannel | undefined): ClaimChannel {
  return provider === 'card' ? 'card' : (channelOfCode ?? channelByHand(provider) ?? 'other');
}
