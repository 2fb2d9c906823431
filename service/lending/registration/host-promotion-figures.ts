import { readPromotionFigures } from '#contract/host/promotion-figures.ts';
import { addDays } from '#domain/calendar.ts';
import { startOfDayIn } from '#domain/market.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { cursorKey, pageOf, usualPageSize } from '../keyset.ts';
import { type FiguresKey, promotionFigures } from './store.ts';

const isText = (part: string) => !part.includes('\0');
const isHash = (part: string) => /^[0-9a-f]{32}$/.test(part);

export const answeredPromotionFigures: AnsweredHostCall = answerHost(
  readPromotionFigures,
  async ({ transaction }, { market, fromDay, throughDay, by, cursor, limit = usualPageSize }) => {
    const after = cursorKey(cursor, [isText, isHash]) as FiguresKey | undefined;
    const list = await promotionFigures(transaction, {
      from: startOfDayIn(market, fromDay),
      until: startOfDayIn(market, addDays(throughDay, 1)),
      by,
      after,
      limit: limit + 1,
    });
    const { rows, nextCursor } = pageOf(list, limit, (row) => [row.templateId, row.channelHash]);
    const none = by === 'template' && { appFrom: null, utmTag: null };
    return {
      data: { figures: rows.map(({ channelHash: _hash, ...row }) => ({ ...row, ...none })), nextCursor },
    };
  },
  { isForReplica: true },
);
