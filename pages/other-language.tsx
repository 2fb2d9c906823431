import type { ReactNode } from 'react';
import { otherLanguageText } from '#content/messages/other-language.ts';
import { screenLink } from '#contract/page-query.ts';
import { localeOf } from '#domain/language.ts';
import { type OtherLanguage, OtherLanguageContext, TypedContext } from '#ui/other-language.ts';
import type { OpenScreen } from './open-screen.ts';

/** Beside the session, what names a place among the loan pages; nothing else of an address is taken along (SESS-3). */
export const placeParameters: readonly string[] = [
  ...['productId', 'orderId', 'orderNo', 'paymentId', 'amount', 'requestType', 'payCode', 'isType', 'notice'],
  ...['charge', 'channel'],
  ...['repaymentId', 'cardId', 'codeSentAt', 'cardSaving'],
  ...['problemId', 'problemType', 'problemSonType', 'tab', 'cursor', 'filed', 'done'],
];

/** Longest parameter that is taken along; a longer one is nothing a page of ours was opened with. */
const placeParameterMaxLength = 256;

/**
 * Gives a page its switch to the other language, and its fields what was typed into them before the switch.
 * @param typed null where the page was not opened by the switch.
 */
export function InLanguage({
  open,
  typed,
  children,
}: {
  readonly open: OpenScreen;
  readonly typed: FormData | null;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <OtherLanguageContext value={otherLanguageOf(open)}>
      <TypedContext value={typed}>{children}</TypedContext>
    </OtherLanguageContext>
  );
}

/** Whether a submitted form only asks for the page in another language. */
export function isLanguageChange(form: FormData): boolean {
  return form.get('intent') === 'language';
}

function otherLanguageOf({ query, parameter, path }: OpenScreen): OtherLanguage {
  const language = query.language === 'es' ? 'en' : 'es';
  const place = placeParameters.map((name) => [name, parameter(name)] as const);
  const { name, short, failed } = otherLanguageText[query.language];
  return {
    ...{ name, short, failed },
    locale: localeOf(language),
    link: screenLink(
      path,
      { ...query, language },
      Object.fromEntries(place.filter(([, value]) => value.length <= placeParameterMaxLength)),
    ),
  };
}
