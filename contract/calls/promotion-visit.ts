import { z } from 'zod';
import type { Market } from '#domain/market.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import { isBrandColor } from '#domain/site/contrast.ts';
import { defineCall } from '../call.ts';
import { channelTemplateEnvelope, promotionEnvelope } from '../envelope.ts';
import { ours, textOf, wireId } from '../wire.ts';

const prefix = '/api/v2/youmi';

/** A mobile number as typed: at most 20 characters. */
export const wirePhone = z.string().max(20);

const wireOrigin = z.string().max(128).nullish();

/** Where a visitor came from, as the promotion link says it; empty where it does not. */
export interface VisitOrigin {
  readonly appFrom: string;
  readonly userFrom: string;
  readonly utmTag: string;
}

/** The origin's fields on the wire. */
export const wireOrigins = { app_from: wireOrigin, user_from: wireOrigin, utm_tag: wireOrigin };

type WireOrigins = z.infer<z.ZodObject<typeof wireOrigins>>;

/** The origin of checked wire fields. */
export function originOf(wire: WireOrigins): VisitOrigin {
  return { appFrom: textOf(wire.app_from), userFrom: textOf(wire.user_from), utmTag: textOf(wire.utm_tag) };
}

/** The origin's fields as they travel. */
export function wireOriginsOf(origin: VisitOrigin): WireOrigins {
  return { app_from: origin.appFrom, user_from: origin.userFrom, utm_tag: origin.utmTag };
}

/** What a promotion link's template says of its landing page (PROMO-1). */
export interface ChannelTemplate {
  readonly templateId: string;
  /** The language of the page; null is the specification's own texts (LANG-5). */
  readonly language: PromotionLanguage | null;
  /** Whose phone rule holds; null is the specification's own (PROMO-3). */
  readonly market: Market | null;
  /** Brand colour of its pages, `#rrggbb`; null is that of the other pages. */
  readonly color: string | null;
  /** Heading and first line of its landing page; empty where the texts of the language serve. */
  readonly heading: string;
  readonly line: string;
}

/** The template of a promotion link. */
export const readPromotionTemplate = defineCall({
  name: 'readPromotionTemplate',
  area: 'registration',
  summary: 'Template of a promotion landing page',
  method: 'GET',
  path: `${prefix}/service/channel/channel-template`,
  encoding: 'query',
  client: 'form',
  session: 'none',
  envelope: channelTemplateEnvelope,
  request: z.codec(z.object({ templateId: wireId }), ours<{ templateId: string }>(), {
    decode: ({ templateId }) => ({ templateId: String(templateId) }),
    encode: ({ templateId }) => ({ templateId }),
  }),
  response: z.codec(
    z.object({
      id: wireId,
      language: z.enum(['zh', 'es', 'en']).nullish().catch(null),
      market: z.enum(['MX', 'IN']).nullish().catch(null),
      color: z
        .string()
        .refine(isBrandColor)
        .meta({ description: '#rrggbb, at least 4.5:1 against white' })
        .nullish()
        .catch(null),
      heading: z.string().max(80).nullish().catch(null),
      line: z.string().max(200).nullish().catch(null),
    }),
    ours<ChannelTemplate>(),
    {
      decode: ({ id, language, market, color, heading, line }) => ({
        templateId: String(id),
        language: language ?? null,
        market: market ?? null,
        color: color ?? null,
        heading: heading ?? '',
        line: line ?? '',
      }),
      encode: ({ templateId, ...template }) => ({ id: templateId, ...template }),
    },
  ),
});

/** A visit to a promotion page; `page_type` is always 1 (PROMO-1). */
export interface Visit extends VisitOrigin {
  readonly pageId: string;
  readonly clientType: 'ios' | 'android';
}

const wireVisit = z.object({
  page_id: wireId,
  client_type: z.enum(['ios', 'android']),
  page_type: z.literal([1, '1']),
  ...wireOrigins,
});

function visitOf(wire: z.infer<typeof wireVisit>): Visit {
  return { pageId: String(wire.page_id), clientType: wire.client_type, ...originOf(wire) };
}

function wireVisitOf(visit: Visit): z.infer<typeof wireVisit> {
  return {
    page_id: visit.pageId,
    client_type: visit.clientType,
    page_type: 1,
    ...wireOriginsOf(visit),
  };
}

/** Counts a visit; the answer is ignored. */
export const trackVisit = defineCall({
  name: 'trackVisit',
  area: 'registration',
  summary: 'Count a visit to a promotion page',
  method: 'GET',
  path: `${prefix}/promotion/track-visit`,
  encoding: 'query',
  client: 'form',
  session: 'none',
  envelope: promotionEnvelope,
  request: z.codec(wireVisit, ours<Visit>(), { decode: visitOf, encode: wireVisitOf }),
  response: z.unknown(),
});

/** A tap on the apply button (PROMO-6). */
export interface ApplyClick extends Visit {
  readonly phone: string;
}

/** Counts a tap on the apply button; the answer is ignored. */
export const trackClick = defineCall({
  name: 'trackClick',
  area: 'registration',
  summary: 'Count a tap on the apply button',
  method: 'GET',
  path: `${prefix}/promotion/track-click`,
  encoding: 'query',
  client: 'form',
  session: 'none',
  envelope: promotionEnvelope,
  request: z.codec(wireVisit.extend({ phone: wirePhone }), ours<ApplyClick>(), {
    decode: (wire) => ({ ...visitOf(wire), phone: wire.phone }),
    encode: (click) => ({ ...wireVisitOf(click), phone: click.phone }),
  }),
  response: z.unknown(),
});
