import type { Market } from '#domain/market.ts';
import type { HostedCardProvider, TakesCredit } from '#providers/ports/card-provider.ts';
import type { ReferenceProvider } from '#providers/ports/payment-references.ts';
import type { Settings } from '../settings.ts';

/** A provider of payments as settings and markets name it: what it needs, and how it is had. */
export interface PaymentProvider {
  /** Lower case: what settings call it, and the last part of the path of its messages, `/webhooks/<name>`. */
  readonly name: string;
  /** The keys of its account in a market that it serves, by their variables; empty where not set. */
  keys(settings: Settings, market: Market): Readonly<Record<string, string>>;
  /** What of its settings keeps a service from production, each under the variable to change. */
  productionProblems(settings: Settings): readonly (readonly [string, string])[];
  /** Origins that a borrower is sent to by it. */
  origins(settings: Settings): readonly string[];
  /** Its references in markets where it has an account; a large package is loaded only here. */
  references(settings: Settings, markets: readonly Market[]): Promise<ReferenceProvider>;
  /** Its cards in markets where it has an account. */
  cards(settings: Settings, markets: readonly Market[]): Promise<HostedCardProvider>;
}

/** In which markets credit cards are taken with these settings. */
export function takesCreditBy({ creditCards }: Settings): TakesCredit {
  return (market) => creditCards[market] === 'accept';
}
