import type { QueueStatus } from './desk-context.ts';
import { filterOf, queryOf } from './matter/queue-address.ts';
import type { OpenDesk } from './open-desk.ts';

/** Reads what the frame shows of the queue. A failed count is left out, so that the page still opens. */
export async function readQueueStatus(desk: OpenDesk): Promise<QueueStatus> {
  const [waiting, place] = await Promise.all([desk.waiting().catch(() => null), placeOf(desk)]);
  return { waiting, place };
}

async function placeOf(desk: OpenDesk): Promise<QueueStatus['place']> {
  const { service, person, parameter } = desk;
  if (!desk.isInList) return null;
  const filter = filterOf(queryOf(new URLSearchParams(parameter('queue'))), desk);
  return service.matters.place(person, filter, parameter('at')).catch(() => null);
}
