import type { Market } from '#domain/market.ts';
import type { HostedCardProvider } from '../ports/card-provider.ts';

/** A provider, and the markets in which it saves new cards; empty if another provider replaced it. */
export interface ChosenCards {
  readonly provider: HostedCardProvider;
  readonly markets: readonly Market[];
}

/**
 * Combines card providers. The market's provider saves new cards; the provider that issued a token handles its charges and refunds,
 * also after it was replaced. Tokens of no provider are declined.
 */
export function cardsSideBySide(chosen: readonly ChosenCards[]): HostedCardProvider {
  const providers = chosen.map(({ provider }) => provider);
  const giverOf = (cardToken: string) => providers.find(({ hosted }) => hosted.knows(cardToken));
  const mustGive = ({ cardToken }: { readonly cardToken: string }): HostedCardProvider => {
    const giver = giverOf(cardToken);
    if (!giver) throw new Error('No provider of cards that is configured gave this token.');
    return giver;
  };
  const notifiers = providers.flatMap(({ hosted }) => hosted.notifiers);
  return {
    charge: async (charge, returnLink) =>
      (await giverOf(charge.cardToken)?.charge(charge, returnLink)) ?? 'declined',
    query: async (reference, charge) => mustGive(charge).query(reference, charge),
    listen(listener) {
      for (const provider of providers) provider.listen(listener);
    },
    hosted: {
      notifiers,
      markets: chosen.flatMap(({ provider, markets }) =>
        markets.filter((market) => provider.hosted.markets.includes(market)),
      ),
      pageIn(market) {
        const of = chosen.find(({ markets }) => markets.includes(market))?.provider.hosted;
        return of?.pageIn?.(market) ?? null;
      },
      knows: (cardToken) => giverOf(cardToken) !== undefined,
      async startSaving(saving) {
        const of = chosen.find(({ markets }) => markets.includes(saving.market))?.provider.hosted;
        if (!of) throw new Error(`No provider saves cards in ${saving.market}.`);
        const savedTokens = saving.savedTokens.filter((token) => of.knows(token));
        const { id, link } = await of.startSaving({ ...saving, savedTokens });
        return { id: `${nameOf(of)}/${id}`, link };
      },
      async readSaving(id, market) {
        const [name = '', ...rest] = id.split('/');
        const of = providers.find(({ hosted }) => nameOf(hosted) === name)?.hosted;
        if (!of) throw new Error('The provider of this form is not configured any more.');
        return of.readSaving(rest.join('/'), market);
      },
      cancel: async (charge) => mustGive(charge).hosted.cancel(charge),
      readRefund: async (charge, refundReference) =>
        mustGive(charge).hosted.readRefund(charge, refundReference),
      refund: async (charge, refund) => mustGive(charge).hosted.refund(charge, refund),
    },
  };
}

function nameOf({ notifiers }: HostedCardProvider['hosted']): string {
  return notifiers[0]?.name ?? '';
}
