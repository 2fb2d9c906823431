import type { ChannelKind } from '#contract/calls/repayment.ts';
import { allMarkets, channelsOf, type Market, marketsServedBy } from '#domain/market.ts';
import { type Settings, settingsSchema } from '../settings.ts';
import { conekta } from './conekta.ts';
import { fintoc } from './fintoc.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { razorpay } from './razorpay.ts';
import { stripe } from './stripe.ts';

export const paymentProviders: readonly PaymentProvider[] = [stripe, conekta, fintoc, razorpay];

export function accountMarketsOf(provider: PaymentProvider, settings: Settings): readonly Market[] {
  return settings.markets.filter((market) => hasAccount(provider, settings, market));
}

export function providersWith(
  settings: Settings,
  marketsOf: (provider: PaymentProvider) => readonly Market[],
): readonly { readonly provider: PaymentProvider; readonly markets: readonly Market[] }[] {
  return paymentProviders.flatMap((provider) => {
    const serving = marketsOf(provider);
    const markets = accountMarketsOf(provider, settings).filter((market) => serving.includes(market));
    return markets.length === 0 ? [] : [{ provider, markets }];
  });
}

/** The provider of new cards in a market: the one that is set, else the only one with an account. */
export function cardProviderIn(settings: Settings, market: Market): string | null {
  const chosen = settings.cardProviders[market];
  if (chosen !== '') return chosen === 'none' ? null : chosen;
  return cardAccountsIn(settings, market)[0] ?? null;
}

export function paymentProviderProblems(settings: Settings): [string, string][] {
  return [...keyProblems(settings), ...channelProblems(settings), ...cardProblems(settings)];
}

function keyProblems(settings: Settings): [string, string][] {
  return paymentProviders.flatMap((provider) =>
    allMarkets.flatMap((market): [string, string][] => {
      const keys = Object.entries(keysOf(provider, settings, market));
      const isPartial = keys.some(([, key]) => key === '') && keys.some(([, key]) => key !== '');
      const [first, ...others] = keys.map(([variable]) => variable);
      if (!isPartial || !first) return [];
      return [[first, `needs ${others.join(' and ')}, and the other way round`]];
    }),
  );
}

function channelProblems(settings: Settings): [string, string][] {
  const chosen = Object.entries(settings.lending.channels.providers) as [ChannelKind, string][];
  return chosen.flatMap(([channelKind, name]): [string, string][] => {
    if (name === '') return [];
    const { variable } = settingsSchema.lending.channels.providers[channelKind];
    const serving = paymentProviders.filter((provider) => marketOfChannel(provider, channelKind) !== null);
    const problem = problemOf(settings, name, serving, (provider) => marketOfChannel(provider, channelKind));
    return problem === null ? [] : [[variable, problem]];
  });
}

function cardProblems(settings: Settings): [string, string][] {
  return allMarkets.flatMap((market): [string, string][] => {
    const { variable } = settingsSchema.cardProviders[market];
    const name = settings.cardProviders[market];
    if (name === 'none') return [];
    if (name === '') {
      const accounts = cardAccountsIn(settings, market);
      const problem = `is required, or none: there are accounts with ${accounts.join(' and ')}`;
      return accounts.length > 1 ? [[variable, problem]] : [];
    }
    const serving = paymentProviders.filter(({ name }) => marketsServedBy(name, 'cards').includes(market));
    const problem = problemOf(settings, name, serving, () => market);
    return problem === null ? [] : [[variable, problem]];
  });
}

export function liveKeysIn(settings: Settings): string[] {
  return paymentProviders.flatMap((provider) =>
    allMarkets.flatMap((market) =>
      Object.entries(keysOf(provider, settings, market)).flatMap(([variable, key]) =>
        /^[a-z]+_live_/.test(key) ? [variable] : [],
      ),
    ),
  );
}

function problemOf(
  settings: Settings,
  name: string,
  serving: readonly PaymentProvider[],
  marketOf: (provider: PaymentProvider) => Market | null,
): string | null {
  const provider = serving.find((each) => each.name === name);
  if (!provider) {
    const those = serving.map((each) => each.name).join(', ') || 'none';
    const isKnown = paymentProviders.some((each) => each.name === name);
    return `${isKnown ? `${name} does not do this` : `there is no provider ${name}`}; those that do: ${those}`;
  }
  const market = marketOf(provider);
  const keys = market === null ? {} : keysOf(provider, settings, market);
  const missing = Object.entries(keys).flatMap(([variable, key]) => (key === '' ? [variable] : []));
  return missing.length === 0 ? null : `${name} needs ${missing.join(' and ')}`;
}

function marketOfChannel({ name }: PaymentProvider, channelKind: ChannelKind): Market | null {
  return (
    marketsServedBy(name, 'references').find((market) => channelsOf(market).includes(channelKind)) ?? null
  );
}

function cardAccountsIn(settings: Settings, market: Market): string[] {
  return paymentProviders
    .filter(({ name }) => marketsServedBy(name, 'cards').includes(market))
    .filter((provider) => hasAccount(provider, settings, market))
    .map(({ name }) => name);
}

function keysOf(
  provider: PaymentProvider,
  settings: Settings,
  market: Market,
): Readonly<Record<string, string>> {
  const isServed = (['references', 'cards'] as const).some((part) =>
    marketsServedBy(provider.name, part).includes(market),
  );
  return isServed ? provider.keys(settings, market) : {};
}

function hasAccount(provider: PaymentProvider, settings: Settings, market: Market): boolean {
  const keys = Object.values(keysOf(provider, settings, market));
  return keys.length > 0 && keys.every((key) => key !== '');
}
