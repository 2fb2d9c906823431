import type { LendingDependencies } from '#lending/dependencies.ts';
import { ownSources } from '#providers/references/own.ts';
import { createSpeiNotices } from '#providers/references/spei/notices.ts';
import { type Settings, settingsSchema } from './settings.ts';

type ReferenceSettings = Pick<Settings, 'mode' | 'markets' | 'lending'>;

/**
 * How codes to pay with are had with these settings. Development makes them up; production makes those alone that begin with
 * what the lender's bank gave, and offers no channel that nobody gives codes for.
 */
export function referencesOf({
  mode,
  markets,
  lending,
}: ReferenceSettings): LendingDependencies['references'] {
  const { channels } = settingsSchema.lending;
  const { spei, upi, virtualAccount } = lending.channels;
  const isOwn = {
    'bank-transfer': spei.clabePrefix !== channels.spei.clabePrefix.fallback,
    store: false,
    upi: upi.payeeAddress !== channels.upi.payeeAddress.fallback,
    'virtual-account': virtualAccount.accountPrefix !== channels.virtualAccount.accountPrefix.fallback,
  };
  const sources = ownSources(lending).filter(
    ({ market, channelKind }) => markets.includes(market) && (mode === 'development' || isOwn[channelKind]),
  );
  const { publicKey } = lending.channels.speiNotices;
  const notifiers = publicKey === '' ? [] : [createSpeiNotices(publicKey)];
  return { sources, providers: [], notifiers };
}
