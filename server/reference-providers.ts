import { marketsServedBy } from '#domain/market.ts';
import type { LendingDependencies } from '#lending/dependencies.ts';
import { lenderSources } from '#providers/references/lender-codes.ts';
import { createSpeiNotices } from '#providers/references/spei/notices.ts';
import { providersWith } from './payment-providers/registry.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** Store references of development; in production a provider issues them. */
export const madeUpStore = { chainName: 'Tiendas de conveniencia', referencePrefix: '4821' };

/**
 * Sources of payment references: the channel's provider, else codes made here. Development makes codes up; production makes only
 * codes with the lender's own prefixes. Every provider with an account stays connected, since references that it issued still take
 * money.
 */
export async function referencesOf(settings: Settings): Promise<LendingDependencies['references']> {
  const { mode, markets, lending } = settings;
  const { channels } = settingsSchema.lending;
  const { spei, speiNotices, upi, virtualAccount, providers: chosen } = lending.channels;
  const isOwn = {
    'bank-transfer': spei.clabePrefix !== channels.spei.clabePrefix.fallback,
    store: false,
    upi: upi.payeeAddress !== channels.upi.payeeAddress.fallback,
    'virtual-account': virtualAccount.accountPrefix !== channels.virtualAccount.accountPrefix.fallback,
  };
  const providers = await Promise.all(
    providersWith(settings, ({ name }) => marketsServedBy(name, 'references')).map(
      ({ provider, markets: its }) => provider.references(settings, its),
    ),
  );
  const sources = lenderSources({ channels: { ...lending.channels, store: madeUpStore } }).flatMap((own) => {
    const { market, channelKind } = own;
    const provider = providers.find(({ name }) => name === chosen[channelKind]);
    if (!markets.includes(market)) return [];
    if (provider) return [{ market, channelKind, from: provider }];
    return mode === 'development' || isOwn[channelKind] ? [own] : [];
  });
  const { publicKey } = speiNotices;
  return { sources, providers, notifiers: publicKey === '' ? [] : [createSpeiNotices(publicKey)] };
}
