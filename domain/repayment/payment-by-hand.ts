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
