import { markets } from '#markets/markets.ts';

export type Language = 'es' | 'en';

export type LanguageParameter = '2' | '1';

/** The language of a `lang` parameter: `1` is English, anything else Spanish (LANG-1). */
export function languageOf(parameter: string | null | undefined): Language {
  return parameter === '1' ? 'en' : 'es';
}

/** `2` for Spanish, `1` for English (LANG-1, LANG-4). */
export function languageParameter(language: Language): LanguageParameter {
  return language === 'en' ? '1' : '2';
}

type Markets = (typeof markets)[keyof typeof markets];

/**
 * BCP 47 tag of a language in a market, for `<html lang>` and formats (LANG-4): `en-MX` is English in Mexico.
 * @param market by default the first that speaks the language.
 */
export function localeOf(language: Language, market?: keyof typeof markets): string {
  const all = Object.values(markets) as [Markets, ...Markets[]];
  const { language: own, locale } = market
    ? markets[market]
    : (all.find((each) => each.language === language) ?? all[0]);
  return own === language ? locale : `${language}-${new Intl.Locale(locale).region}`;
}
