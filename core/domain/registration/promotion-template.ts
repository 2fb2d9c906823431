import { type Language, languageOf, localeOf } from '../language.ts';
import { type Market, marketOf, marketSpeaking } from '../market.ts';

/** Chinese is the specification's own (LANG-5). */
export type PromotionLanguage = 'zh' | Language;

/** Language of promotion pages when neither template nor address names one (LANG-5). */
export type DefaultLanguage = 'market' | 'zh';

export interface LanguageGrounds {
  readonly lang: string | null;
  readonly market: Market;
  readonly defaultLanguage: DefaultLanguage;
}

export function promotionLanguageOf(
  named: PromotionLanguage | null,
  { lang, market, defaultLanguage }: LanguageGrounds,
): PromotionLanguage {
  if (named) return named;
  if (lang) return languageOf(lang);
  return defaultLanguage === 'zh' ? 'zh' : marketOf[market].language;
}

/**
 * Market of a template's phone rule: the one it names; else, except for Chinese pages, the first served market that speaks their
 * language, or the first. Null is the specification's own rule (PROMO-3).
 */
export function phoneMarketOf(
  named: Market | null,
  language: PromotionLanguage,
  served: readonly Market[],
): Market | null {
  if (named || language === 'zh') return named;
  return marketSpeaking(language, served);
}

/** English replaces Chinese where only two languages exist (LANG-5). */
export function plainLanguageOf(language: PromotionLanguage): Language {
  return language === 'zh' ? 'en' : language;
}

/** BCP 47 (LANG-4, LANG-5). */
export function promotionLocaleOf(language: PromotionLanguage, market?: Market): string {
  return language === 'zh' ? 'zh-CN' : localeOf(language, market);
}

export const defaultTemplateIds: Readonly<Record<PromotionLanguage, string>> = { zh: '1', es: '2', en: '3' };

/** @param id parameter of the address; empty or null if absent. */
export function templateIdOf(id: string | null, grounds: LanguageGrounds): string {
  return id || defaultTemplateIds[promotionLanguageOf(null, grounds)];
}
