import type { Market } from '#domain/market.ts';
import type { Clock } from '#lending/ports.ts';
import { createSandboxCardProvider } from '#providers/cards/sandbox.ts';
import { type StripeAccount, stripeOrigins } from '#providers/cards/stripe/account.ts';
import type { CardProvider } from '#providers/ports/card-provider.ts';
import type { Settings } from './settings.ts';

type Accounts = Readonly<Partial<Record<Market, StripeAccount>>>;
type ProviderSettings = Pick<Settings, 'mode' | 'markets' | 'stripe'>;

/** Who charges cards with these settings; null for nobody. Development adds made-up cards that move no money. */
export async function cardProviderOf(settings: ProviderSettings, clock: Clock): Promise<CardProvider | null> {
  const accounts = accountsOf(settings);
  const stripe = Object.keys(accounts).length > 0 ? await stripeCards(accounts, settings.stripe) : null;
  if (settings.mode !== 'development') return stripe;
  const sandbox = createSandboxCardProvider(() => clock.now());
  return stripe ? withMadeUpCards(stripe, sandbox) : sandbox;
}

/** Stripe's package is large, and loaded only where it is used. */
async function stripeCards(accounts: Accounts, { apiBase }: Settings['stripe']): Promise<CardProvider> {
  const { createStripeCards } = await import('#providers/cards/stripe/provider.ts');
  return createStripeCards({ accounts, apiBase });
}

/** Origins that a borrower is sent to by the provider of cards. */
export function providerOriginsOf(settings: ProviderSettings): readonly string[] {
  if (Object.keys(accountsOf(settings)).length === 0) return [];
  return settings.stripe.apiBase === '' ? stripeOrigins : [settings.stripe.apiBase];
}

function accountsOf({ markets, stripe }: ProviderSettings): Accounts {
  return Object.fromEntries(
    markets.filter((market) => stripe[market].secretKey !== '').map((market) => [market, stripe[market]]),
  );
}

/** Stripe's cards and those of the sandbox side by side, told apart by their tokens. */
function withMadeUpCards(stripe: CardProvider, sandbox: CardProvider): CardProvider {
  const of = (cardToken: string) => (cardToken.startsWith('cus_') ? stripe : sandbox);
  return {
    ...stripe,
    charge: (charge, returnLink) => of(charge.cardToken).charge(charge, returnLink),
    query: (reference, charge) => of(charge.cardToken).query(reference, charge),
    listen: sandbox.listen,
  };
}
