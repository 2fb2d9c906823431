import { type Language, languageOf, languageParameter } from '#domain/language.ts';
import { type PromotionLanguage, plainLanguageOf } from '#domain/registration/promotion-template.ts';

/** The seven session parameters a page is opened with, in the order they are carried on (SESS-1). */
export const sessionParameterNames = [
  'deviceId',
  'appVersion',
  'userId',
  'sessionId',
  'clientType',
  'merchantNumber',
  'mobilePhone',
] as const;

type SessionParameterName = (typeof sessionParameterNames)[number];

/** The session parameters, empty where absent. */
export type SessionParameters = Readonly<Record<SessionParameterName, string>>;

/** What a page knows of its caller: the session parameters, empty where absent, and the language. */
export type PageQuery = SessionParameters & {
  readonly language: Language;
  /** Those that came with a cookie: the browser brings them again by itself, so no link carries them. */
  readonly cookieParameters?: readonly SessionParameterName[];
  /** Whether the address names no language, so that the header of the calls is empty (CALL-1). */
  readonly isLanguageAbsent?: boolean;
  /** Whether the page speaks a language that `lang` has no value for, so that calls and links name none (LANG-5). */
  readonly isLanguageUnnamed?: boolean;
};

/** Longest session parameter that is read; a longer one counts as absent. */
export const sessionParameterMaxLength = 256;

/** Reads the session parameters and `lang` from a page address; everything else is left behind (SESS-1, LANG-1). */
export function readPageQuery(parameters: URLSearchParams): PageQuery {
  const query = {
    language: languageOf(parameters.get('lang')),
    ...(!parameters.get('lang') && { isLanguageAbsent: true }),
  } as Record<SessionParameterName, string> & Pick<PageQuery, 'language' | 'isLanguageAbsent'>;
  for (const name of sessionParameterNames) {
    const value = parameters.get(name) ?? '';
    query[name] = value.length <= sessionParameterMaxLength ? value : '';
  }
  return query;
}

/** What calls and links of a page carry that speaks `language`: for Chinese, English where there are only two (LANG-5). */
export function queryIn(language: PromotionLanguage, query: PageQuery): PageQuery {
  return {
    ...query,
    language: plainLanguageOf(language),
    isLanguageAbsent: false,
    isLanguageUnnamed: language === 'zh',
  };
}

/**
 * The common parameters as a query: the session parameters that are present, then `lang`, which a page in a language that
 * it has no value for leaves out (SESS-2, LANG-5).
 * `defaultMerchantNumber` stands in for an absent merchant number.
 */
export function commonParameters(query: PageQuery, defaultMerchantNumber = ''): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of sessionParameterNames) {
    const value = query[name] || (name === 'merchantNumber' ? defaultMerchantNumber : '');
    if (value) parameters.set(name, value);
  }
  if (!query.isLanguageUnnamed) parameters.set('lang', languageParameter(query.language));
  return parameters;
}

/** What an address of ours carries on: the common parameters but for those that come with a cookie (SESS-3, LANG-4). */
export function linkParameters(query: PageQuery): URLSearchParams {
  const parameters = commonParameters(query);
  for (const name of query.cookieParameters ?? []) parameters.delete(name);
  return parameters;
}

/** A link inside the pages: `path`, its own parameters, then the session's and the language (SESS-3, LANG-4). */
export function screenLink(
  path: string,
  query: PageQuery,
  own: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  for (const [name, value] of linkParameters(query)) parameters.set(name, value);
  return `${path}?${parameters}`;
}

/** The JSON client's five headers, empty when absent (CALL-1). */
export function jsonClientHeaders(query: PageQuery) {
  return {
    'X-Device-Id': headerValue(query.deviceId),
    'X-App-Version': headerValue(query.appVersion),
    'X-User-Id': headerValue(query.userId),
    'X-Session-Id': headerValue(query.sessionId),
    'X-Language': query.isLanguageAbsent ? '' : languageParameter(query.language),
  };
}

/** The form client's two headers, empty when absent (CALL-2). */
export function formClientHeaders(query: PageQuery): Record<string, string> {
  return {
    'X-Session-Id': headerValue(query.sessionId),
    'X-Merchant-Number': headerValue(query.merchantNumber),
  };
}

/** Header fields hold printable ASCII only (RFC 9110, 5.5); a value with anything else counts as absent. */
function headerValue(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : '';
}
