import { listBurialPoints } from '#contract/host/burial-point.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { pageOf, timePageOf } from '../keyset.ts';
import { burialPointsAfter } from './store.ts';

/** The points of journeys that borrowers reached, for the lender. */
export const answeredBurialPoints: AnsweredHostCall = answerHost(
  listBurialPoints,
  async ({ transaction }, request) => {
    const page = timePageOf(request);
    const list = await burialPointsAfter(transaction, page);
    const { rows, nextCursor } = pageOf(list, page.limit - 1, ({ occurredAt, id }) => [
      occurredAt.toISOString(),
      id,
    ]);
    const burialPoints = rows.map(({ id, occurredAt, ...facts }) => ({
      ...{ burialPointId: id, ...facts },
      occurredAt: occurredAt.toISOString(),
    }));
    return { data: { burialPoints, nextCursor } };
  },
);
