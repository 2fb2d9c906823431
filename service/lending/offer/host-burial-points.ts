import { listBurialPoints } from '#contract/host/burial-point.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { readPageByTime } from '../keyset.ts';
import { burialPointsAfter } from './store.ts';

export const answeredBurialPoints: AnsweredHostCall = answerHost(
  listBurialPoints,
  async ({ transaction }, request) => {
    const { rows, nextCursor } = await readPageByTime(
      request,
      (page) => burialPointsAfter(transaction, page),
      ({ occurredAt }) => occurredAt,
    );
    const burialPoints = rows.map(({ id: burialPointId, ...facts }) => ({ burialPointId, ...facts }));
    return { data: { burialPoints, nextCursor } };
  },
);
