import type { Transaction } from '#db/database.ts';
import type { UnknownFacts } from '#providers/ports/webhook.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { isKnownName, unknownInARow } from './store.ts';

/** So many in a row are taken for objects of another account; one more, and our key is wrong. */
const inARowMax = 3;
const inARowMs = 24 * 3_600_000;

/** A provider does not know an object of ours: the message must be repeated once the key is that of the account. */
export class OwnObjectUnknown extends Error {}

/**
 * Accepts that an unknown object belongs to somebody else. With a wrong key every genuine payment looks so, which is an error in the log.
 * @throws OwnObjectUnknown where it is one of ours, or the fourth in a row within a day.
 */
export async function requireNotOurs(
  transaction: Transaction,
  provider: string,
  { object, isOurs: isMarked, names }: UnknownFacts,
  { logger, clock }: Pick<LendingDependencies, 'logger' | 'clock'>,
): Promise<void> {
  const since = new Date(clock.now().getTime() - inARowMs);
  const isOurs = isMarked || (await isKnownName(transaction, provider, [object, ...names]));
  const inARow = isOurs ? 0 : await unknownInARow(transaction, { provider, object, since }, inARowMax);
  if (isOurs || inARow >= inARowMax) {
    logger.error(
      'a provider does not know the object of its message: the key may belong to another account',
      {
        provider,
        object,
        isOurs,
      },
    );
    throw new OwnObjectUnknown();
  }
  logger.warn('a provider message names an object that the account does not have', {
    provider,
    object,
  });
}
