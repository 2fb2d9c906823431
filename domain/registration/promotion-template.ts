import { type Language, localeOf } from '../language.ts';

/** The languages of the promotion pages: Chinese is the specification's own (LANG-5). */
export type PromotionLanguage = 'zh' | Language;

/** The language of a template's pages; a template that names none has the specification's own texts (LANG-5). */
export function promotionLanguageOf(named: PromotionLanguage | null): PromotionLanguage {
  return named ?? 'zh';
}

/** The BCP 47 tag of a promotion page's language (LANG-4, LANG-5). */
export function promotionLocaleOf(language: PromotionLanguage): 'zh-CN' | 'es-MX' | 'en-IN' {
  return language === 'zh' ? 'zh-CN' : localeOf(language);
}

/** The template that serves an address without an `id`: by its `lang` parameter, else the specification's own. */
export const standingTemplateIds: Readonly<Record<PromotionLanguage, string>> = { zh: '1', es: '2', en: '3' };

/**
 * The template an address asks for.
 * @param id its `id` parameter; empty or null when it has none.
 * @param lang its `lang` parameter, as on every page of ours (LANG-1).
 */
export function templateIdOf(id: string | null, lang: string | null): string {
  if (id) return id;
  if (lang === '1') return standingTemplateIds.en;
  return lang === '2' ? standingTemplateIds.es : standingTemplateIds.zh;
}
