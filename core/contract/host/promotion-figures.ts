import { z } from 'zod';
import { allMarkets } from '#domain/market.ts';
import {
  dayRangeRefusal,
  defineHostCall,
  hostDay,
  isDayRange,
  nextCursor,
  pageFields,
} from '../host-call.ts';

const promotionFigure = z.object({
  templateId: z.string().describe('Template id; empty where a page had none'),
  appFrom: z.string().nullable().describe('`app_from` of the link; null by template'),
  utmTag: z.string().nullable().describe('`utm_tag` of the link; null by template'),
  visitCount: z.int().describe('Page views'),
  sendCount: z.int().describe('Codes sent, repeats included'),
  registrationCount: z
    .int()
    .describe('Registered numbers that were not erased since; each number registers once'),
});

export type PromotionFigure = z.infer<typeof promotionFigure>;

/** Counts visits, codes sent and registrations over a range of days, by template or by template and channel. */
export const readPromotionFigures = defineHostCall({
  name: 'readPromotionFigures',
  summary: 'Read promotion figures',
  path: '/host/promotions/figures',
  isRead: true,
  request: z
    .object({
      market: z
        .enum(allMarkets)
        .describe('Market whose time zone the days have; templates of every market are counted'),
      fromDay: hostDay,
      throughDay: hostDay,
      by: z.enum(['template', 'channel']),
      ...pageFields,
    })
    .refine(isDayRange, dayRangeRefusal),
  response: z.object({
    figures: z.array(promotionFigure).describe('Ordered by template'),
    nextCursor,
  }),
});
