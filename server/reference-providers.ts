import type { LendingDependencies } from '#lending/dependencies.ts';
import { ownSources } from '#providers/references/own.ts';
import { createSpeiNotices } from '#providers/references/spei/notices.ts';
import { companiesOf } from './companies.ts';
import { type Settings, settingsSchema } from './settings.ts';

type ReferenceSettings = Pick<Settings, 'mode' | 'markets' | 'lending' | 'stripe' | 'company'>;

/**
 * How codes to pay with are had with these settings: from the provider of the channel, else made here. Development makes codes
 * up; production makes those alone that begin with what the lender's bank gave, and offers no channel that nobody gives codes
 * for. Stripe is asked and listened to wherever there is an account: what it gave before still takes money.
 */
export async function referencesOf(settings: ReferenceSettings): Promise<LendingDependencies['references']> {
  const { mode, markets, lending, stripe } = settings;
  const { channels } = settingsSchema.lending;
  const { spei, speiNotices, upi, virtualAccount, providers: chosen } = lending.channels;
  const isOwn = {
    'bank-transfer': spei.clabePrefix !== channels.spei.clabePrefix.fallback,
    store: false,
    upi: upi.payeeAddress !== channels.upi.payeeAddress.fallback,
    'virtual-account': virtualAccount.accountPrefix !== channels.virtualAccount.accountPrefix.fallback,
  };
  const isStripeServed = markets.includes('MX') && stripe.MX.secretKey !== '';
  const providers = isStripeServed ? [await stripeReferences(settings)] : [];
  const names = { 'bank-transfer': chosen.spei, store: chosen.store, upi: '', 'virtual-account': '' };
  const sources = ownSources(lending).flatMap((own) => {
    const { market, channelKind } = own;
    const provider = providers.find(({ name }) => name === names[channelKind]);
    if (!markets.includes(market)) return [];
    if (provider) return [{ market, channelKind, from: provider }];
    return mode === 'development' || isOwn[channelKind] ? [own] : [];
  });
  const { publicKey } = speiNotices;
  return { sources, providers, notifiers: publicKey === '' ? [] : [createSpeiNotices(publicKey)] };
}

/** Stripe's package is large, and loaded only where it is used. */
async function stripeReferences(settings: ReferenceSettings) {
  const { createStripeReferences } = await import('#providers/references/stripe/provider.ts');
  const { stripe } = settings;
  const payerEmail = companiesOf(settings).MX.email;
  return createStripeReferences({ accounts: { MX: stripe.MX }, apiBase: stripe.apiBase, payerEmail });
}
