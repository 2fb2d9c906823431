import { errorText } from '#content/messages/errors.ts';
import { promotionErrorText } from '#content/messages/promotion-error.ts';
import { fill, type Text } from '#content/text-pack.ts';
import { CodedError } from '#domain/error-code.ts';
import { allMarkets, type Market } from '#domain/market.ts';
import type { PhoneRule } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import {
  type PromotionLanguage,
  phoneMarketOf,
  promotionLanguageOf,
} from '#domain/registration/promotion-template.ts';
import { fieldWords, WordedError } from '../http/answer.ts';
import type { CallContext } from '../http/answer-call.ts';
import { findTemplate } from './store.ts';

export interface TemplateRules {
  readonly language: PromotionLanguage;
  readonly phoneRule: PhoneRule;
  readonly market: Market | null;
}

/** The rules of a template for a call; without an id, the defaults. @throws CodedError 'not-found' for an id without a template. */
export async function templateRules(
  { database, lang, configuration }: Pick<CallContext, 'database' | 'lang' | 'configuration'>,
  templateId: string | null,
): Promise<TemplateRules> {
  const template = templateId === null ? null : await findTemplate(database, templateId);
  if (template === null && templateId !== null) throw new CodedError('not-found', 'id');
  const { markets, registration } = configuration;
  const market = template?.market ?? markets[0] ?? allMarkets[0];
  const defaultLanguage = registration.standingLanguage;
  const language = promotionLanguageOf(template?.language ?? null, {
    lang,
    market,
    defaultLanguage,
  });
  return {
    language,
    phoneRule: phoneRuleOf(template && phoneMarketOf(template.market, language, markets)),
    market: template?.market ?? null,
  };
}

/** Does work for a promotion page and words its refusals in the page's language, whatever the call's is (LANG-5). */
export async function inWordsOf<Result>(
  language: PromotionLanguage,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WordedError) throw error;
    const words = error instanceof CodedError ? wordsFor(error, language) : undefined;
    throw error instanceof CodedError && words !== undefined ? new WordedError(error, words) : error;
  }
}

function wordsFor({ code, field = '' }: CodedError, language: PromotionLanguage): string | undefined {
  const words =
    promotionErrorText[language][code] ?? (language === 'zh' ? undefined : errorText[language][code]);
  return words && fill(words as Text<'field'>, { field: fieldWords({ code, field }, language) });
}
