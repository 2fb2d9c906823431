import { z } from 'zod';
import { allMarkets } from '#domain/market.ts';
import { isBrandColor } from '#domain/site/contrast.ts';
import { actorName, defineHostCall, namedObject, nextCursor, pageFields, systemName } from '../host-call.ts';

const template = namedObject('HostPromotionTemplate', {
  templateId: systemName(64).describe('The `id` of promotion links; 1, 2 and 3 serve links that name none'),
  language: z
    .enum(['zh', 'es', 'en'])
    .nullable()
    .default(null)
    .describe('Of the page; null for the standing texts (LANG-5)'),
  market: z
    .enum(allMarkets)
    .nullable()
    .default(null)
    .describe(
      'Whose phone rule holds; null for that of the market of the page, or of 11 digits on a Chinese one (PROMO-3)',
    ),
  color: z
    .string()
    .refine(isBrandColor)
    .nullable()
    .default(null)
    .describe('#rrggbb, at least 4.5:1 against white; null for the usual one'),
  heading: z
    .string()
    .max(80)
    .default('')
    .describe('Heading of the landing page; empty for that of the language'),
  line: z.string().max(200).default('').describe('Its first line; empty for that of the language'),
});

/** Adds a template of promotion links, or changes the texts of its landing page. */
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
