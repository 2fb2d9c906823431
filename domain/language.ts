import { markets } from '#markets/markets.ts';

/** The languages of the borrower pages. */
export type Language = 'es' | 'en';

/** The value of the `lang` parameter on the wire. */
export type LanguageParameter = '2' | '1';

/** The language a `lang` parameter asks for: `1` is English; absent or anything else is Spanish (LANG-1). */
export function languageOf(parameter: string | null | undefined): Language {
  return parameter === '1' ? 'en' : 'es';
}

/** The `lang` parameter that keeps a language in a link: `2` Spanish, `1` English (LANG-1, LANG-4). */
export function languageParameter(language: Language): LanguageParameter {
  return language === 'en' ? '1' : '2';
}

type Markets = (typeof markets)[keyof typeof markets];

/** The tags of languages as the markets write them. */
export type Locale = Markets['locale'];

/** The BCP 47 tag of a language, for `<html lang>` and formats (LANG-4): that of the first market that speaks it. */
export function localeOf(language: Language): Locale {
  const all = Object.values(markets) as [Markets, ...Markets[]];
  return (all.find((each) => each.language === language) ?? all[0]).locale;
}
