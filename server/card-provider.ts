import { marketsServedBy } from '#domain/market.ts';
import type { Clock } from '#lending/ports.ts';
import { createSandboxCardProvider } from '#providers/cards/sandbox.ts';
import { cardsSideBySide } from '#providers/cards/side-by-side.ts';
import type { CardProvider, HostedCardProvider } from '#providers/ports/card-provider.ts';
import {
  accountMarketsOf,
  cardProviderIn,
  paymentProviders,
  providersWith,
} from './payment-providers/registry.ts';
import type { Settings } from './settings.ts';

/**
 * Who charges cards with these settings; null for none. Every provider with an account is asked and listened to about what it
 * did, and the one of a market saves its new cards. Development adds made-up cards that move no money.
 */
export async function cardProviderOf(settings: Settings, clock: Clock): Promise<CardProvider | null> {
  const chosen = await Promise.all(
    providersWith(settings, ({ name }) => marketsServedBy(name, 'cards')).map(
      async ({ provider, markets }) => ({
        provider: await provider.cards(settings, markets),
        markets: markets.filter((market) => cardProviderIn(settings, market) === provider.name),
      }),
    ),
  );
  const together = chosen.length === 0 ? null : cardsSideBySide(chosen);
  if (settings.mode !== 'development') return together;
  const sandbox = createSandboxCardProvider(() => clock.now());
  return together ? withMadeUpCards(together, sandbox) : sandbox;
}

/** Origins of payment providers that pages may redirect to. */
export function providerOriginsOf(settings: Settings): readonly string[] {
  return paymentProviders.flatMap((provider) =>
    accountMarketsOf(provider, settings).length === 0 ? [] : provider.origins(settings),
  );
}

/** Combines providers and the sandbox; a token tells whose card it is. */
function withMadeUpCards(provided: HostedCardProvider, sandbox: CardProvider): CardProvider {
  const of = (cardToken: string) => (provided.hosted.knows(cardToken) ? provided : sandbox);
  return {
    ...provided,
    charge: (charge, returnLink) => of(charge.cardToken).charge(charge, returnLink),
    query: (reference, charge) => of(charge.cardToken).query(reference, charge),
    listen(listener) {
      provided.listen(listener);
      sandbox.listen(listener);
    },
  };
}
