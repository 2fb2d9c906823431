import { type ChannelTemplate, readPromotionTemplate, type Visit } from '#contract/calls/registration.ts';
import { screenLink } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import { type PhoneRule, phoneRuleOf } from '#domain/registration/mobile-phone.ts';
import {
  type PromotionLanguage,
  promotionLanguageOf,
  promotionLocaleOf,
  templateIdOf,
} from '#domain/registration/promotion-template.ts';
import { cookieValue } from '../lasting-cookie.ts';
import { type OpenScreen, refusal } from '../open-screen.server.ts';
import type { OwnDocument } from '../shell.ts';
import { type PromotionAddress, promotionAddress, promotionParameters } from './promotion-address.ts';

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
  readonly ownDocument: OwnDocument;
  /** A link to another promotion page. */
  promotionLink(path: string, own?: Readonly<Record<string, string>>): string;
  /** A link to the public site, in the template's language. */
  siteLink(path: string): string;
  /** Makes a call of the contract whose messages come in the template's language. */
  call: OpenScreen['call'];
}

/**
 * Opens the template of a promotion page: the one its address names; else, where `remembers`, the one the visitor last
 * came by; else by its `lang` parameter.
 * @throws a response that shows the template's failure (PROMO-1).
 */
export async function openTemplate(
  screen: OpenScreen,
  request: Request,
  { remembers }: { readonly remembers: boolean },
): Promise<OpenTemplate> {
  const address = promotionAddress(screen.parameters);
  const remembered = remembers ? cookieValue(request, templateCookie) : null;
  const templateId = templateIdOf(address.id || remembered, screen.parameters.get('lang'));
  const answer = await screen.call(readPromotionTemplate, { templateId: templateId.slice(0, 64) });
  if (!answer.success) throw refusal(answer);
  const template = answer.data;
  const language = promotionLanguageOf(template.language);
  const plainLanguage = language === 'zh' ? 'en' : language;
  const query = { ...screen.query, language: plainLanguage } as const;
  return {
    template,
    address,
    language,
    plainLanguage,
    phoneRule: phoneRuleOf(template.market),
    ownDocument: { locale: promotionLocaleOf(language), brandColor: template.color },
    promotionLink: (path, own = {}) =>
      screenLink(path, query, { ...promotionParameters(address, template.templateId), ...own }),
    siteLink: (path) => screenLink(path, query),
    call: (call, fields) => screen.client.call(call, fields, query),
  };
}

/** The device of a visitor, for counting: what the host says, else what the browser says; anything but Apple's is Android. */
export function clientTypeOf({ query }: OpenScreen, request: Request): Visit['clientType'] {
  const named = query.clientType.toLowerCase();
  if (named === 'ios' || named === 'android') return named;
  return /iPhone|iPad|iPod/.test(request.headers.get('User-Agent') ?? '') ? 'ios' : 'android';
}
