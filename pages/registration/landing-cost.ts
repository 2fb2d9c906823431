import { registrationText } from '#content/messages/registration.ts';
import { fill } from '#content/text-pack.ts';
import type { Market } from '#domain/market.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import type { OpenScreen } from '../open-screen.server.ts';
import { workedExample } from '../site/worked-example.ts';

/** What a loan costs, in two sentences. */
export interface LandingCost {
  readonly heading: string;
  readonly sentences: string;
}

/** The worked example of the public site, for a template with a market; null for one without, as nothing is lent there. */
export function landingCost(
  market: Market | null,
  language: PromotionLanguage,
  { config, now }: OpenScreen,
): LandingCost | null {
  if (market === null) return null;
  const { received, total, count, days, annualCost } = workedExample(
    market === 'MX' ? 'es' : 'en',
    config.amountStyle,
    now(),
  );
  const text = registrationText[language];
  const sentences = [
    fill(text.cost, { received, total, count, days }),
    fill(text.annualCost, { rate: annualCost }),
  ];
  return { heading: text.costHeading, sentences: sentences.join(' ') };
}
