import type { LegalDocument, LegalDocumentId } from '#content/legal/document.ts';
import { standingDocument } from '#content/legal/legal-documents.ts';
import { legalPageText } from '#content/messages/site.ts';
import { fill } from '#content/text-pack.ts';
import type { OpenScreen } from '../open-screen.ts';

export interface LegalPage {
  readonly document: LegalDocument;
  readonly text: { readonly edition: string; readonly contents: string };
  readonly words: { readonly title: string; readonly description: string };
}

/** The edition in force, in the page's language and with the lender's details. */
export function legalPage({ language, company, config }: OpenScreen, id: LegalDocumentId): LegalPage {
  const document = standingDocument(id, language, { company, style: config.amountStyle });
  const { edition, contents } = legalPageText[language];
  return {
    document,
    text: { edition: fill(edition, { version: document.version, date: document.effectiveDate }), contents },
    words: { title: document.title, description: document.summary },
  };
}
