import { createContext, use } from 'react';
import type { MatterCount, MatterPlace } from '#contract/matter.ts';
import type { Language } from '#domain/language.ts';
import type { MatterKind } from '#domain/matter/matter.ts';
import type { OpenDesk } from './open-desk.ts';

/** What the frame of a page shows of the queue. */
export interface QueueStatus {
  /** Open matters of each kind that the reader may see; null if the count failed. */
  readonly waiting: ReadonlyMap<MatterKind, MatterCount> | null;
  /** The place of the open matter in the list that it was opened from; null for a page opened from no list. */
  readonly place: MatterPlace | null;
}

/** The desk of the signed-in person and the state of the queue; null outside a page of the desk. */
export const DeskContext = createContext<{
  readonly desk: OpenDesk;
  readonly queueStatus: QueueStatus;
} | null>(null);

function context() {
  const found = use(DeskContext);
  if (!found) throw new Error('a desk component is used outside a page of the desk');
  return found;
}

/** The desk of the page. @throws Error outside a page of the desk. */
export function useDesk(): OpenDesk {
  return context().desk;
}

/** The desk, and a text pack in its language. @throws Error outside a page of the desk. */
export function useDeskText<Text>(pack: Readonly<Record<Language, Text>>): {
  readonly desk: OpenDesk;
  readonly text: Text;
} {
  const desk = useDesk();
  return { desk, text: pack[desk.language] };
}

/** What the frame shows of the queue. @throws Error outside a page of the desk. */
export function useQueueStatus(): QueueStatus {
  return context().queueStatus;
}
