import type { Market } from '#domain/market.ts';
import type { HostedCardProvider, TakesCredit } from '#providers/ports/card-provider.ts';
import type { ReferenceProvider } from '#providers/ports/payment-references.ts';
import type { Settings } from '../settings.ts';

export interface PaymentProvider {
  /** Lower case. Used in settings and in the webhook path, `/webhooks/<name>`. */
  readonly name: string;
  /** Keys of its account in a market, by variable; empty if not set. */
  keys(settings: Settings, market: Market): Readonly<Record<string, string>>;
  /** Settings that production does not allow: pairs of the variable to change and the reason. */
  productionProblems(settings: Settings): readonly (readonly [string, string])[];
  origins(settings: Settings): readonly string[];
  /** Creates the client for payment references. Imports the provider's package on the first call. */
  references(settings: Settings, markets: readonly Market[]): Promise<ReferenceProvider>;
  cards(settings: Settings, markets: readonly Market[]): Promise<HostedCardProvider>;
}

/** Returns a function that tells whether a market accepts credit cards. */
export function takesCreditBy({ creditCards }: Settings): TakesCredit {
  return (market) => creditCards[market] === 'accept';
}
