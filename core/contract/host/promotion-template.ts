import { z } from 'zod';
import { allMarkets } from '#domain/market.ts';
import { isBrandColor } from '#domain/site/contrast.ts';
import { actorName, defineHostCall, namedObject, nextCursor, pageFields, systemName } from '../host-call.ts';

const template = namedObject('HostPromotionTemplate', {
  templateId: systemName(64).describe('The `id` of promotion links; 1, 2 and 3 serve links without one'),
  language: z
    .enum(['zh', 'es', 'en'])
    .nullable()
    .default(null)
    .describe('Language of the page; null for the standard texts (LANG-5)'),
  market: z
    .enum(allMarkets)
    .nullable()
    .default(null)
    .describe(
      'Market whose phone rule applies; null: that of the page, or 11 digits on a Chinese page (PROMO-3)',
    ),
  color: z
    .string()
    .refine(isBrandColor)
    .nullable()
    .default(null)
    .describe('Color as #rrggbb, at least 4.5:1 against white; null for the default'),
  heading: z
    .string()
    .max(80)
    .default('')
    .describe("Heading of the landing page; empty: the language's default"),
  line: z
    .string()
    .max(200)
    .default('')
    .describe("First line of the landing page; empty: the language's default"),
});

export const putPromotionTemplate = defineHostCall({
  name: 'putPromotionTemplate',
  summary: 'Add or change a promotion template',
  path: '/host/promotion-templates',
  request: template.extend({ actor: actorName.optional() }),
  response: template,
});

/** Ordered by id. */
export const listPromotionTemplates = defineHostCall({
  name: 'listPromotionTemplates',
  summary: 'List promotion templates',
  path: '/host/promotion-templates/list',
  isRead: true,
  request: z.object(pageFields),
  response: z.object({ templates: z.array(template), nextCursor }),
});
