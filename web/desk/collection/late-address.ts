import type { LateFilter } from '#contract/collection.ts';
import { allMarkets, currencyOf } from '#domain/market.ts';
import { lateBands, lateSorts, lateViews } from '#domain/matter/collection.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { amountPattern, holderPattern, type Query, queryOf } from '../list-filters.ts';
import type { OpenDesk } from '../open-desk.ts';

export const lateFilters = {
  market: allMarkets,
  days: lateBands.map(([from]) => String(from)),
  view: lateViews,
  with: holderPattern,
  least: amountPattern,
  sort: lateSorts.slice(1),
};

export type LateQuery = Query<keyof typeof lateFilters>;

export const lateQueryOf = (text: URLSearchParams): LateQuery => queryOf(lateFilters, text);

/** The service's filter for a reader. */
export function lateFilterOf(
  query: LateQuery,
  { person, market: usual }: Pick<OpenDesk, 'person' | 'market'>,
): LateFilter {
  const market = allMarkets.find((each) => each === query.market) ?? usual;
  return {
    market,
    band: lateBands.find(([from]) => String(from) === query.days) ?? null,
    view: lateViews.find((each) => each === query.view) ?? null,
    holder: query.with === 'me' ? person.personId : (query.with ?? null),
    leastMinor: query.least === undefined ? null : amountFromText(query.least, currencyOf(market)),
    sort: lateSorts.find((each) => each === query.sort) ?? 'days',
  };
}
