import { type Language, languageOf, localeOf } from '../language.ts';
import { type Market, marketOf, marketSpeaking } from '../market.ts';

/** The languages of the promotion pages: Chinese is the specification's own (LANG-5). */
export type PromotionLanguage = 'zh' | Language;

/** What promotion pages speak where neither template nor address says: the market's language, or Chinese (LANG-5). */
export type DefaultLanguage = 'market' | 'zh';

/** What the language of a promotion page follows from where its template names none. */
export interface LanguageGrounds {
  /** The `lang` parameter of the address; empty or null when it has none. */
  readonly lang: string | null;
  readonly market: Market;
  readonly defaultLanguage: DefaultLanguage;
}

/** The language of a template's pages: its own, else the address's, else the product's (LANG-5). */
export function promotionLanguageOf(
  named: PromotionLanguage | null,
  { lang, market, defaultLanguage }: LanguageGrounds,
): PromotionLanguage {
  if (named) return named;
  if (lang) return languageOf(lang);
  return defaultLanguage === 'zh' ? 'zh' : marketOf[market].language;
}

/**
 * The market whose phone rule a template's pages follow: the one it names; else, unless they speak Chinese, the one of those served that
 * speaks their language, or the first. Null is the specification's own rule (PROMO-3).
 */
export function phoneMarketOf(
  named: Market | null,
  language: PromotionLanguage,
  served: readonly Market[],
): Market | null {
  if (named || language === 'zh') return named;
  return marketSpeaking(language, served);
}

/** The language of what exists in two languages only: English stands in for Chinese (LANG-5). */
export function plainLanguageOf(language: PromotionLanguage): Language {
  return language === 'zh' ? 'en' : language;
}

/** The BCP 47 tag of a promotion page's language (LANG-4, LANG-5). */
export function promotionLocaleOf(language: PromotionLanguage, market?: Market): string {
  return language === 'zh' ? 'zh-CN' : localeOf(language, market);
}

/** The template that serves an address without an `id`, by the language of its page. */
export const defaultTemplateIds: Readonly<Record<PromotionLanguage, string>> = { zh: '1', es: '2', en: '3' };

/**
 * The template an address asks for.
 * @param id its `id` parameter; empty or null when it has none.
 */
export function templateIdOf(id: string | null, grounds: LanguageGrounds): string {
  return id || defaultTemplateIds[promotionLanguageOf(null, grounds)];
}
