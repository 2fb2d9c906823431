import type { Market } from '#domain/market.ts';
import type { HostedCardProvider, TakesCredit } from '#providers/ports/card-provider.ts';
import type { ReferenceProvider } from '#providers/ports/payment-references.ts';
import type { Settings } from '../settings.ts';

/** A provider of payments as settings and markets name it: what it needs, and how it is had. */
export interface PaymentProvider {
  /** Lower case: what settings call it, and the last part of the path of its messages, `/webhooks/<name>`. */
  readonly name: string;
  /** Keys of its account in a market, by variable; empty if not set. */
  keys(settings: Settings, market: Market): Readonly<Record<string, string>>;
  /** What of its settings keeps a service from production, each under the variable to change. */
  productionProblems(settings: Settings): readonly (readonly [string, string])[];
  /** Origins that the provider's pages have. */
  origins(settings: Settings): readonly string[];
  /** Creates its references; loads its package only then. */
  references(settings: Settings, markets: readonly Market[]): Promise<ReferenceProvider>;
  cards(settings: Settings, markets: readonly Market[]): Promise<HostedCardProvider>;
}

/** In which markets credit cards are taken with these settings. */
export function takesCreditBy({ creditCards }: Settings): TakesCredit {
  return (market) => creditCards[market] === 'accept';
}
