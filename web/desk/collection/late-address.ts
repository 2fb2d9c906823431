import type { LateFilter } from '#contract/collection.ts';
import { allMarkets, currencyOf } from '#domain/market.ts';
import { lateBands, lateSorts, lateViews } from '#domain/matter/collection.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { partsOf, writtenAmount, writtenHolder } from '../address-parts.ts';
import type { OpenDesk } from '../open-desk.ts';

/** What an address of the late loans says, each as it is written there; what is not known is left out. */
export type LateQuery = Partial<Record<'market' | 'days' | 'view' | 'with' | 'least' | 'sort', string>>;

/** The part of an address that says which late loans are shown. */
export function lateQueryOf(text: URLSearchParams): LateQuery {
  const { oneOf, written } = partsOf(text);
  return {
    ...oneOf('market', allMarkets),
    ...oneOf(
      'days',
      lateBands.map(([from]) => String(from)),
    ),
    ...oneOf('view', lateViews),
    ...written('with', writtenHolder),
    ...written('least', writtenAmount),
    ...oneOf('sort', lateSorts.slice(1)),
  };
}

/** The filter that it stands for, for who reads it. */
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
