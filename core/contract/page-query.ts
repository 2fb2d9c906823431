import { type Language, languageOf, languageParameter } from '#domain/language.ts';
import { type PromotionLanguage, plainLanguageOf } from '#domain/registration/promotion-template.ts';

/** The seven session parameters of a page's address, in the order in which links carry them (SESS-1). */
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

/** Empty where absent. */
export type SessionParameters = Readonly<Record<SessionParameterName, string>>;

export type PageQuery = SessionParameters & {
  readonly language: Language;
  /** Parameters that came from a cookie. Links leave them out, since the browser sends them again. */
  readonly cookieParameters?: readonly SessionParameterName[];
  /** Whether the address names no language; then the header of calls is empty (CALL-1). */
  readonly isLanguageAbsent?: boolean;
  /** Whether `lang` has no value for the language of the page; then calls and links name none (LANG-5). */
  readonly isLanguageUnnamed?: boolean;
};

/** A longer session parameter counts as absent. */
export const sessionParameterMaxLength = 256;

/** Reads session parameters and `lang` from a page's address and ignores the rest (SESS-1, LANG-1). */
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

/** Query of calls and links of a page in another language: English stands in for Chinese (LANG-5). */
export function queryIn(language: PromotionLanguage, query: PageQuery): PageQuery {
  return {
    ...query,
    language: plainLanguageOf(language),
    isLanguageAbsent: false,
    isLanguageUnnamed: language === 'zh',
  };
}

/**
 * Query of each call: the session parameters that are present, then `lang` unless the language has no value (SESS-2, LANG-5).
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

/** Query of each link to our pages: the common parameters without those from a cookie (SESS-3, LANG-4). */
export function linkParameters(query: PageQuery): URLSearchParams {
  const parameters = commonParameters(query);
  for (const name of query.cookieParameters ?? []) parameters.delete(name);
  return parameters;
}

/** Link to a page: `path` with its own parameters, then those of session and language (SESS-3, LANG-4). */
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

/** The five headers of the JSON client, empty when absent (CALL-1). */
export function jsonClientHeaders(query: PageQuery) {
  return {
    'X-Device-Id': headerValue(query.deviceId),
    'X-App-Version': headerValue(query.appVersion),
    'X-User-Id': headerValue(query.userId),
    'X-Session-Id': headerValue(query.sessionId),
    'X-Language': query.isLanguageAbsent ? '' : languageParameter(query.language),
  };
}

/** The two headers of the form client, empty when absent (CALL-2). */
export function formClientHeaders(query: PageQuery): Record<string, string> {
  return {
    'X-Session-Id': headerValue(query.sessionId),
    'X-Merchant-Number': headerValue(query.merchantNumber),
  };
}

/** Headers hold printable ASCII only (RFC 9110, 5.5); any other value counts as absent. */
function headerValue(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : '';
}
