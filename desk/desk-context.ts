import { createContext, use } from 'react';
import type { OpenDesk } from './open-desk.ts';

/** Who sits at the desk and how they read it; null where no page of the desk is written. */
export const DeskContext = createContext<OpenDesk | null>(null);

/** The desk that a component stands on. @throws Error outside a page of the desk. */
export function useDesk(): OpenDesk {
  const desk = use(DeskContext);
  if (!desk) throw new Error('a component of the desk is written outside a page of it');
  return desk;
}
