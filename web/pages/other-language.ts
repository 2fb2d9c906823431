import { otherLanguageText } from '#content/messages/other-language.ts';
import { screenLink } from '#contract/page-query.ts';
import { localeOf } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import type { OtherLanguage } from '#ui/kit-context.ts';
import type { OpenScreen } from './open-screen.ts';

/** Parameters that the language switch keeps besides the session (SESS-3). */
export const placeParameters: readonly string[] = [
  'productId',
  'orderId',
  'orderNo',
  'paymentId',
  'amount',
  'requestType',
  'payCode',
  'isType',
  'notice',
  'firstDay',
  'charge',
  'channel',
  'received',
  'repaymentId',
  'cardId',
  'codeSentAt',
  'cardSaving',
  'way',
  'again',
  'problemId',
  'problemType',
  'problemSonType',
  'tab',
  'cursor',
  'filed',
  'answerBy',
  'done',
];

/** Our pages never write longer values. */
const placeParameterMaxLength = 256;

export function isLanguageChange(form: FormData): boolean {
  return form.get('intent') === 'language';
}

export function otherLanguageOf({ query, parameter, path }: OpenScreen, market: Market): OtherLanguage {
  const language = query.language === 'es' ? 'en' : 'es';
  const place = placeParameters.map((name) => [name, parameter(name)] as const);
  const { name, short, failed } = otherLanguageText[query.language];
  return {
    name,
    short,
    failed,
    locale: localeOf(language, market),
    link: screenLink(
      path,
      { ...query, language },
      Object.fromEntries(place.filter(([, value]) => value.length <= placeParameterMaxLength)),
    ),
  };
}
