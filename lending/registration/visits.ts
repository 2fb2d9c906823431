import type { ApplyClick, Visit } from '#contract/calls/registration.ts';
import { promotionClicks, promotionVisits } from '#db/schema/registration.ts';
import { CodedError } from '#domain/error-code.ts';
import type { CallContext } from '../http/answer-call.ts';
import { keyedHash } from '../sms/keyed-hash.ts';
import { findTemplate } from './template.ts';

/**
 * Counts a visit to a promotion page (PROMO-1).
 * @throws CodedError 'not-found' for a page that no template has.
 */
export async function countVisit({ database, clock }: CallContext, visit: Visit): Promise<null> {
  if ((await findTemplate(database, visit.pageId)) === null) throw new CodedError('not-found', 'page_id');
  await database.insert(promotionVisits).values({ ...visit, visitedAt: clock.now() });
  return null;
}

/**
 * Counts a tap on the apply button (PROMO-6). Of the number only a keyed hash is kept.
 * @throws CodedError 'not-found' for a page that no template has.
 */
export async function countClick(
  { database, clock, configuration }: CallContext,
  { phone, ...visit }: ApplyClick,
): Promise<null> {
  if ((await findTemplate(database, visit.pageId)) === null) throw new CodedError('not-found', 'page_id');
  const phoneHash = keyedHash(configuration.hostSigningSecret, 'number', phone.replace(/\D/g, ''));
  await database.insert(promotionClicks).values({ ...visit, phoneHash, clickedAt: clock.now() });
  return null;
}
