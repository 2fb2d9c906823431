import { createContext, use } from 'react';
import type { MatterCount, MatterPlace } from '#contract/matter.ts';
import type { Language } from '#domain/language.ts';
import type { MatterKind } from '#domain/matter/matter.ts';
import type { OpenDesk } from './open-desk.ts';

/** What stands around a page of the desk, as of the moment it was made. */
export interface Around {
  /** How much waits of each kind that its reader may see; null where it could not be counted. */
  readonly waiting: ReadonlyMap<MatterKind, MatterCount> | null;
  /** Where the matter that is open stands in the list it was opened from; null for a page that was opened from none. */
  readonly place: MatterPlace | null;
}

/** Who sits at the desk and how they read it, and what is around; null where no page of the desk is written. */
export const DeskContext = createContext<{ readonly desk: OpenDesk; readonly around: Around } | null>(null);

function context() {
  const found = use(DeskContext);
  if (!found) throw new Error('a component of the desk is written outside a page of it');
  return found;
}

/** The desk that a component stands on. @throws Error outside a page of the desk. */
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

/** What is around the page that a component stands on. @throws Error outside a page of the desk. */
export function useAround(): Around {
  return context().around;
}
