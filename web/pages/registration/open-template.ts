import { type ChannelTemplate, readPromotionTemplate, type Visit } from '#contract/calls/registration.ts';
import { queryIn, screenLink } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import { allMarkets } from '#domain/market.ts';
import type { PhoneRule } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import {
  type PromotionLanguage,
  phoneMarketOf,
  promotionLanguageOf,
  promotionLocaleOf,
  templateIdOf,
} from '#domain/registration/promotion-template.ts';
import type { DocumentProperties } from '../document.tsx';
import { cookieValue } from '../lasting-cookie.ts';
import type { OpenScreen } from '../open-screen.ts';
import { Refusal } from '../problem.ts';
import {
  type PromotionAddress,
  promotionAddress,
  promotionParameters,
  promotionPaths,
} from './promotion-address.ts';

/** Cookie with the template a visitor last came by, for promotion pages that are opened again without one. */
export const templateCookie = 'template';

/** A promotion page's template and what follows from it. */
export interface OpenTemplate {
  readonly template: ChannelTemplate;
  readonly address: PromotionAddress;
  readonly language: PromotionLanguage;
  /** The language of what exists in two languages only: English stands in for Chinese. */
  readonly plainLanguage: Language;
  readonly phoneRule: PhoneRule;
  /** What the document says of itself (LANG-5). */
  readonly document: Pick<DocumentProperties, 'locale' | 'brandColor'>;
  /** A link to another promotion page. */
  promotionLink(path: string, own?: Readonly<Record<string, string>>): string;
  /** Where the captcha image of a registration is, as of a time (PROMO-4); with the common parameters (SESS-2). */
  captchaLink(registrationId: string, requestedAtMs: number): string;
  /** A link to the public site, in the template's language. */
  siteLink(path: string): string;
  /** Makes a call of the contract whose messages come in the template's language. */
  call: OpenScreen['call'];
}

/**
 * Opens the template of a promotion page: the one its address names; else, where `remembers`, the one the visitor last
 * came by; else that of the page's language.
 * @throws Refusal when the template cannot be had, in the language that the page has without one (PROMO-1, LANG-5).
 */
export async function openTemplate(
  open: OpenScreen,
  { remembers }: { readonly remembers: boolean },
): Promise<OpenTemplate> {
  const address = promotionAddress(open.parameters);
  const remembered = remembers ? cookieValue(open.request, templateCookie) : null;
  const grounds = {
    lang: open.parameters.get('lang'),
    market: open.markets[0] ?? allMarkets[0],
    defaultLanguage: open.promotion.standingLanguage,
  } as const;
  const templateId = templateIdOf(address.id || remembered, grounds).slice(0, 64);
  const unread = promotionLanguageOf(null, grounds);
  const answer = await open.client.call(readPromotionTemplate, { templateId }, queryIn(unread, open.query));
  if (!answer.success) throw Refusal.of(answer, unread);
  const template = answer.data;
  const market = template.market ?? grounds.market;
  const language = promotionLanguageOf(template.language, { ...grounds, market });
  const query = queryIn(language, open.query);
  const phoneMarket = phoneMarketOf(template.market, language, open.markets);
  return {
    template,
    address,
    language,
    plainLanguage: query.language,
    phoneRule: phoneRuleOf(phoneMarket),
    document: { locale: promotionLocaleOf(language, phoneMarket ?? undefined), brandColor: template.color },
    promotionLink: (path, own = {}) =>
      screenLink(path, query, { ...promotionParameters(address, template.templateId), ...own }),
    captchaLink: (registrationId, requestedAtMs) =>
      screenLink(promotionPaths.captcha, query, { sid: registrationId, a: requestedAtMs }),
    siteLink: (path) => screenLink(path, { ...query, isLanguageUnnamed: false }),
    call: (call, fields) => open.client.call(call, fields, query),
  };
}

/** The device of a visitor, for counting: what the host says, else what the browser says; anything but Apple's is Android. */
export function clientTypeOf({ query, request }: OpenScreen): Visit['clientType'] {
  const named = query.clientType.toLowerCase();
  if (named === 'ios' || named === 'android') return named;
  return /iPhone|iPad|iPod/.test(request.headers.get('User-Agent') ?? '') ? 'ios' : 'android';
}
