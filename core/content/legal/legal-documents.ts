import { localDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import { marketOf } from '#domain/market.ts';
import type { AmountStyle } from '#domain/money/money-format.ts';
import type { LegalEdition } from '#markets/definition.ts';
import { aboutUsEn } from './about-us.en.ts';
import { aboutUsEs } from './about-us.es.ts';
import type { CompanyFacts, LegalContext } from './company-facts.ts';
import type { LegalDocument, LegalDocumentId, LegalDocumentSet, LegalText } from './document.ts';
import { loanAgreementEn } from './loan-agreement.en.ts';
import { loanAgreementEs } from './loan-agreement.es.ts';
import { loanTermsEn } from './loan-terms.en.ts';
import { loanTermsEs } from './loan-terms.es.ts';
import { periodAgreementEn } from './period-agreement.en.ts';
import { periodAgreementEs } from './period-agreement.es.ts';
import { privacyNoticeEn } from './privacy-notice.en.ts';
import { privacyNoticeEs } from './privacy-notice.es.ts';
import { quoteFigures } from './quoted-figures.ts';

type Template = (context: LegalContext) => LegalText;

interface Edition extends LegalEdition {
  readonly templates: Readonly<Record<Language, Template>>;
}

const firstEditionDate = '2026-11-20';

/** Current edition of each document in all markets: every change raises the version and sets the date. */
export const editions: Readonly<Record<LegalDocumentId, Edition>> = {
  'privacy-notice': {
    version: '2026-11.5',
    effectiveDate: '2026-11-28',
    templates: { es: privacyNoticeEs, en: privacyNoticeEn },
  },
  'loan-terms': {
    version: '2026-11.2',
    effectiveDate: '2026-11-28',
    templates: { es: loanTermsEs, en: loanTermsEn },
  },
  'loan-agreement': {
    version: '2026-11.4',
    effectiveDate: '2026-11-28',
    templates: { es: loanAgreementEs, en: loanAgreementEn },
  },
  'period-agreement': {
    version: '2026-11.1',
    effectiveDate: firstEditionDate,
    templates: { es: periodAgreementEs, en: periodAgreementEn },
  },
  'about-us': {
    version: '2026-11',
    effectiveDate: firstEditionDate,
    templates: { es: aboutUsEs, en: aboutUsEn },
  },
};

/** Current edition in a document set; a market's own where it has one. */
export function editionOf(id: LegalDocumentId, documentSet: LegalDocumentSet): LegalEdition {
  const own: Partial<Record<LegalDocumentId, LegalEdition>> =
    documentSet === 'specification' ? {} : marketOf[documentSet].legalEditions;
  return own[id] ?? editions[id];
}

/** A document outside a loan: on the site, or accepted at registration. */
export function standingDocument(
  id: LegalDocumentId,
  language: Language,
  { company, style }: { readonly company: CompanyFacts; readonly style: AmountStyle },
): LegalDocument {
  return legalDocument(id, language, { company, figures: quoteFigures(language, style), product: null });
}

export function legalDocument(id: LegalDocumentId, language: Language, context: LegalContext): LegalDocument {
  const { version, effectiveDate } = editionOf(id, context.company.documentSet);
  const text = editions[id].templates[language](context);
  return { id, language, version, effectiveDate: localDate(effectiveDate), ...text };
}
