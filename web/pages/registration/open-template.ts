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

/** Stores the visitor's last template, for promotion pages opened without one. */
export const templateCookie = 'template';

export interface OpenTemplate {
  readonly template: ChannelTemplate;
  readonly address: PromotionAddress;
  readonly language: PromotionLanguage;
  /** The language without Chinese, which becomes English; for pages that have no Chinese text. */
  readonly plainLanguage: Language;
  readonly phoneRule: PhoneRule;
  readonly document: Pick<DocumentProperties, 'locale' | 'brandColor'>;
  promotionLink(path: string, own?: Readonly<Record<string, string>>): string;
  /** Address of the captcha image requested at that time (PROMO-4), with the common parameters (SESS-2). */
  captchaLink(registrationId: string, requestedAtMs: number): string;
  siteLink(path: string): string;
  /** Makes a call whose messages are in the template's language. */
  call: OpenScreen['call'];
}

/**
 * Loads the template in the address, else (if `remembers`) the visitor's last one, else the language's.
 * @throws Refusal if it cannot be loaded, in the page's language without one (PROMO-1, LANG-5).
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

/** The visitor's device by host, else by browser; everything but Apple counts as Android. */
export function clientTypeOf({ query, request }: OpenScreen): Visit['clientType'] {
  const named = query.clientType.toLowerCase();
  if (named === 'ios' || named === 'android') return named;
  return /iPhone|iPad|iPod/.test(request.headers.get('User-Agent') ?? '') ? 'ios' : 'android';
}
