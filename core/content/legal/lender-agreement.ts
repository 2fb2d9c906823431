import type { LocalDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import type { LegalContext } from './company-facts.ts';
import { type LegalDocument, paragraph } from './document.ts';
import { legalDocument } from './legal-documents.ts';

/** A lender's own agreement in one language: plain text. */
export interface LenderAgreementText {
  readonly title: string;
  readonly summary: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

/** Its text in the market's language and, if there is one, in the other. */
export interface LenderAgreement {
  readonly market: Market;
  readonly version: string;
  readonly effectiveFrom: LocalDate;
  readonly texts: Readonly<Partial<Record<Language, LenderAgreementText | undefined>>>;
}

/**
 * A lender's own agreement, with the product's rates and the separate authorisation at its end: no lender's text can omit them (LEGAL-3).
 * @param language one that the agreement has.
 */
export function lenderAgreement(
  { market, version, effectiveFrom }: LenderAgreement,
  { title, summary, sections }: LenderAgreementText,
  language: Language,
  context: LegalContext,
): LegalDocument {
  const company = { ...context.company, documentSet: market };
  const agreement = legalDocument('loan-agreement', language, { ...context, company });
  const own = sections.map(({ heading, paragraphs }, index) => ({
    id: `section-${index + 1}`,
    heading,
    blocks: paragraphs.map(paragraph),
  }));
  const required = agreement.sections.filter(({ id }) => id === 'rates' || id === 'credit-record');
  return {
    ...agreement,
    title,
    summary,
    version,
    effectiveDate: effectiveFrom,
    sections: [...own, ...required],
  };
}
