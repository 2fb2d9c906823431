import type { SentSettlement } from '../booking/settlement-figure.ts';
import { startOfLoanDay } from '../borrower-zone.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import type { Market } from '../market.ts';
import { type CollectionPause, type ContactRefusal, contactHours, contactRefusal } from './collection.ts';

/** Messages by staff to one borrower in any 24 hours. No market's law gives a number; this is our choice. */
export const messagesADay = 3;

const dayMs = 86_400_000;
const stepMs = 15 * 60_000;

/** What a borrower gets besides the text of a message. */
export interface MessageParts {
  readonly sms: string;
  /** Label and code of a payment reference, for registered texts; empty for none. */
  readonly reference: string;
  readonly settlement: SentSettlement | null;
}

export interface MessageTime {
  /** Null while that is not known. */
  readonly at: Date | null;
  /** Why not now; null where it may go now. */
  readonly heldBy: ContactRefusal | 'often' | null;
}

/** First quarter of an hour from an instant on that is in the borrower's contact hours. */
function nextContactTime(market: Market, zone: string | null, from: Date): Date {
  let at = from;
  while (!contactHours(market, zone, at).isAllowed) {
    at = new Date((Math.floor(at.getTime() / stepMs) + 1) * stepMs);
  }
  return at;
}

/**
 * Earliest moment from `now` on at which staff may write to a borrower.
 * @param of.pausedUntil last day of a pause by staff.
 * @param of.limitingAt when the message was sent that is `messagesADay` before this one; null for none.
 */
export function messageTime({
  pausedUntil,
  limitingAt,
  ...of
}: {
  readonly market: Market;
  readonly zone: string | null;
  readonly pausedBy: CollectionPause | null;
  readonly pausedUntil: LocalDate | null;
  readonly namedAt: unknown;
  readonly isAskedFor: boolean;
  readonly limitingAt: Date | null;
  readonly now: Date;
}): MessageTime {
  const { market, zone, now } = of;
  const refusal = contactRefusal({ kind: 'we-wrote', ...of });
  const isPaused = refusal === 'paused';
  if (refusal === 'named' || (isPaused && (of.pausedBy !== 'staff' || pausedUntil === null))) {
    return { at: null, heldBy: refusal };
  }
  const freeAt = limitingAt === null ? now : new Date(limitingAt.getTime() + dayMs);
  const pauseEnd = isPaused && pausedUntil !== null ? startOfLoanDay(of, addDays(pausedUntil, 1)) : now;
  const from = new Date(Math.max(...[now, freeAt, pauseEnd].map((each) => each.getTime())));
  if (refusal === null && from <= now) return { at: now, heldBy: null };
  return { at: nextContactTime(market, zone, from), heldBy: refusal ?? 'often' };
}
