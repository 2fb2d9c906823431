import type { Around } from './desk-context.ts';
import { filterOf, queryOf } from './matter/queue-address.ts';
import type { OpenDesk } from './open-desk.ts';

/** Counts what is around a page. What cannot be counted, as while a machine of the database is away, is left out: the page stands. */
export async function aroundOf(desk: OpenDesk): Promise<Around> {
  const [waiting, place] = await Promise.all([desk.waiting().catch(() => null), placeOf(desk)]);
  return { waiting, place };
}

async function placeOf(desk: OpenDesk): Promise<Around['place']> {
  const { service, person, parameter } = desk;
  if (!desk.isInList) return null;
  const filter = filterOf(queryOf(new URLSearchParams(parameter('queue'))), desk);
  return service.matters.place(person, filter, parameter('at')).catch(() => null);
}
