import type { LocalDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import type { LegalContext } from './company-facts.ts';
import { type LegalDocument, paragraph } from './document.ts';
import { legalDocument } from './legal-documents.ts';

/** A loan agreement in the lender's own words, in one language: plain text without markup. */
export interface LenderAgreementText {
  readonly title: string;
  readonly summary: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

/** An edition of a lender's own agreement: its text in the market's language and, where there is one, in the other. */
export interface LenderAgreement {
  readonly market: Market;
  readonly version: string;
  readonly effectiveFrom: LocalDate;
  readonly texts: Readonly<Partial<Record<Language, LenderAgreementText | undefined>>>;
}

/**
 * A lender's own agreement as a document, ended by the rates of the product and what the borrower authorises apart: no text of a
 * lender's can leave them out (LEGAL-3).
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
    ...{ title, summary, version },
    effectiveDate: effectiveFrom,
    sections: [...own, ...required],
  };
}
