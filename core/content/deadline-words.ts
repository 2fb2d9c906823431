import { type DeadlineTerms, deadlinePlace } from '#domain/borrower-zone.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import { lendingText } from './messages/lending.ts';
import { fill } from './text-pack.ts';

/** Whose midnight ends a day of a loan, to follow it in a sentence; empty in a market with one zone (DATE-1). */
export function placeWords(terms: DeadlineTerms & { readonly market: Market }, language: Language): string {
  const place = deadlinePlace(terms, language);
  return place === null ? '' : fill(lendingText[language].timeOf, { place });
}
