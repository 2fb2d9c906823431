import { allMarkets, currencyOf, type Market } from '#domain/market.ts';
import { type MatterFilter, type MatterKind, matterKinds, matterSorts } from '#domain/matter/matter.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { amountPattern, holderPattern, type Query, queryOf as readQuery } from '../list-filters.ts';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { addressOf } from '../ui/pager.tsx';

export const queueFilters = {
  kind: matterKinds,
  with: holderPattern,
  market: allMarkets,
  least: amountPattern,
  most: amountPattern,
  others: ['yes'],
  past: ['yes'],
  show: ['ended'],
  sort: matterSorts.slice(1),
};

export type QueueQuery = Query<keyof typeof queueFilters>;

export const queryOf = (text: URLSearchParams): QueueQuery => readQuery(queueFilters, text);

/** The filter of an address: `me` becomes the reader's id; amounts are in the currency of the chosen market, otherwise of the reader's. */
export function filterOf(
  query: QueueQuery,
  { person, market }: Pick<OpenDesk, 'person' | 'market'>,
): MatterFilter {
  const of = allMarkets.find((each) => each === query.market) ?? null;
  const minor = (typed: string | undefined) =>
    typed === undefined ? null : amountFromText(typed, currencyOf(of ?? market));
  return {
    kind: matterKinds.find((each) => each === query.kind) ?? null,
    holder: query.with === undefined ? null : query.with === 'me' ? person.personId : query.with,
    market: of as Market | null,
    fromMinor: minor(query.least),
    toMinor: minor(query.most),
    isOthers: query.others === 'yes',
    isPast: query.past === 'yes',
    isEnded: query.show === 'ended',
    sort: matterSorts.find((each) => each === query.sort) ?? 'due',
  };
}

export function queueAddress(query: QueueQuery): string {
  return addressOf(deskPaths.queue, query);
}

/** The list that a page was opened from, or the queue of a kind if it was opened from none. */
export function listAddress(
  { isInList, parameter }: Pick<OpenDesk, 'isInList' | 'parameter'>,
  kind: MatterKind,
): string {
  return queueAddress(isInList ? queryOf(new URLSearchParams(parameter('queue'))) : { kind });
}

/** The filters as the value of one parameter in a matter's address, so that the page can link back to its list. */
export function queryText(query: QueueQuery): string {
  return new URLSearchParams(query).toString();
}
