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

/**
 * The BCP 47 tag of a language as it is written in a market, for `<html lang>` and formats (LANG-4): `en-MX` is English in Mexico.
 * @param market the first that speaks the language where not given.
 */
export function localeOf(language: Language, market?: keyof typeof markets): string {
  const all = Object.values(markets) as [Markets, ...Markets[]];
  const { language: own, locale } = market
    ? markets[market]
    : (all.find((each) => each.language === language) ?? all[0]);
  return own === language ? locale : `${language}-${new Intl.Locale(locale).region}`;
}
