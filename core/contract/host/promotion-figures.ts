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
  templateId: z.string().describe('Empty where a page named none'),
  appFrom: z.string().nullable().describe('`app_from` of the link; null by template'),
  utmTag: z.string().nullable().describe('`utm_tag` of the link; null by template'),
  visitCount: z.int().describe('Pages opened'),
  sendCount: z.int().describe('Codes sent; more than one where somebody asked for another'),
  registrationCount: z
    .int()
    .describe('Numbers that registered and were not erased since; each number registers once'),
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
      market: z.enum(allMarkets).describe('In whose zone the days are; templates of any market are counted'),
      fromDay: hostDay,
      throughDay: hostDay,
      by: z.enum(['template', 'channel']),
      ...pageFields,
    })
    .refine(isDayRange, dayRangeRefusal),
  response: z.object({
    figures: z.array(promotionFigure).describe('In the order of templates; those of one in no order'),
    nextCursor,
  }),
});
