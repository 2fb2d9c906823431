import { standingDocument } from '#content/legal/legal-documents.ts';
import type { Language } from '#domain/language.ts';
import { type Market, marketSpeaking } from '#domain/market.ts';
import { type PromotionLanguage, plainLanguageOf } from '#domain/registration/promotion-template.ts';
import { type HashedText, hashedText } from '../hashed-text.ts';
import type { CallContext } from '../http/answer-call.ts';

/** The editions of the documents that a visitor accepts by registering (PROMO-7). */
export interface AgreedDocuments {
  readonly terms: HashedText;
  readonly privacyNotice: HashedText;
}

/** The editions in force for a template, as its agreement page shows them. */
export function documentsInForce(
  { configuration }: Pick<CallContext, 'configuration'>,
  { language, market }: { readonly language: PromotionLanguage; readonly market: Market | null },
): AgreedDocuments {
  const written = plainLanguageOf(language);
  return documentsOf(configuration, written, market ?? marketSpeaking(written, configuration.markets));
}

/** The editions in force with these hashes; undefined where one was replaced. */
export function documentsByHash(
  { configuration }: Pick<CallContext, 'configuration'>,
  { termsHash, privacyNoticeHash }: { readonly termsHash: string; readonly privacyNoticeHash: string | null },
): AgreedDocuments | undefined {
  return (['es', 'en'] as const)
    .flatMap((language) =>
      configuration.markets.map((market) => documentsOf(configuration, language, market)),
    )
    .find(({ terms, privacyNotice }) => terms.hash === termsHash && privacyNotice.hash === privacyNoticeHash);
}

function documentsOf(
  { companies, amountStyle }: CallContext['configuration'],
  language: Language,
  market: Market,
): AgreedDocuments {
  const lender = { company: companies[market], style: amountStyle };
  return {
    terms: hashedText(standingDocument('loan-terms', language, lender)),
    privacyNotice: hashedText(standingDocument('privacy-notice', language, lender)),
  };
}
