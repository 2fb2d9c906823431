import { homeMarketOf, type Market } from '#domain/market.ts';
import { isLiveKey, stripeOrigins } from '#providers/cards/stripe/account.ts';
import { companiesOf } from '../companies.ts';
import type { Settings } from '../settings.ts';
import { type PaymentProvider, takesCreditBy } from './payment-provider.ts';

/** Cards, OXXO and bank transfers. One account serves one country. */
export const stripe: PaymentProvider = {
  name: 'stripe',
  keys: ({ stripe }, market) => ({
    [`STRIPE_SECRET_KEY_${market}`]: stripe[market].secretKey,
    [`STRIPE_WEBHOOK_SECRET_${market}`]: stripe[market].webhookSecret,
  }),
  productionProblems({ markets, stripe }) {
    const keys = markets
      .filter((market) => stripe[market].secretKey !== '' && !isLiveKey(stripe[market].secretKey))
      .map((market) => [`STRIPE_SECRET_KEY_${market}`, 'must be a live key in production'] as const);
    return stripe.apiBase === ''
      ? keys
      : [['STRIPE_API_BASE', 'is for development only: its cards move no money'], ...keys];
  },
  origins: ({ stripe }) => (stripe.apiBase === '' ? stripeOrigins : [stripe.apiBase]),
  async references(settings, markets) {
    const { createStripeReferences } = await import('#providers/references/stripe/provider.ts');
    const payerEmail = companiesOf(settings)[homeMarketOf('stripe')].email;
    return createStripeReferences({ ...optionsOf(settings, markets), payerEmail });
  },
  async cards(settings, markets) {
    const { createStripeCards } = await import('#providers/cards/stripe/provider.ts');
    return createStripeCards({ ...optionsOf(settings, markets), takesCredit: takesCreditBy(settings) });
  },
};

function optionsOf({ stripe }: Settings, markets: readonly Market[]) {
  return {
    accounts: Object.fromEntries(markets.map((market) => [market, stripe[market]])),
    apiBase: stripe.apiBase,
  };
}
