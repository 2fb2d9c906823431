import type { LocalDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import type { MarketDefinition } from '#markets/definition.ts';

/** The legal documents, by the name they are stored and linked under. */
export type LegalDocumentId = keyof MarketDefinition['legalEditions'];

/**
 * Whose documents are shown: the specification's own, or those of a market, which agree with the product that is
 * confirmed (LEGAL-5).
 */
export type LegalDocumentSet = 'specification' | Market;

/** A part of a section, in plain text without markup. */
export type LegalBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly string[];
      /** As many cells as there are columns; the first names the row. */
      readonly rows: readonly (readonly string[])[];
    }
  /** Names and values, such as the lender's address. */
  | { readonly kind: 'facts'; readonly facts: readonly { readonly name: string; readonly value: string }[] };

/** A numbered section; `id` is the same in both languages and serves as the anchor. */
export interface LegalSection {
  readonly id: string;
  readonly heading: string;
  readonly blocks: readonly LegalBlock[];
}

/** What a document says, without its version. */
export interface LegalText {
  readonly title: string;
  /** One sentence on what the document is, also its description for search engines. */
  readonly summary: string;
  readonly sections: readonly LegalSection[];
}

/** A whole document in one language. */
export interface LegalDocument extends LegalText {
  readonly id: LegalDocumentId;
  readonly language: Language;
  readonly version: string;
  readonly effectiveDate: LocalDate;
}

/** A paragraph. */
export function paragraph(text: string): LegalBlock {
  return { kind: 'paragraph', text };
}

/** A list whose items have no order. */
export function list(...items: readonly string[]): LegalBlock {
  return { kind: 'list', items };
}

/** A table; `columns` names them, and each row has as many cells. */
export function table(
  caption: string,
  columns: readonly string[],
  ...rows: readonly (readonly string[])[]
): LegalBlock {
  return { kind: 'table', caption, columns, rows };
}

/**
 * The whole document as plain text in one fixed form, ended by a line feed. This is what is hashed when a borrower
 * accepts it, so that what was accepted can be proven to the letter.
 */
export function documentText(document: LegalDocument): string {
  const { id, version, effectiveDate, language } = document;
  return plainText(`${id} ${version} ${effectiveDate} ${language}`, document);
}

/** A text in the same fixed form under a first line that says what it is. */
export function plainText(head: string, { title, summary, sections }: LegalText): string {
  const parts = sections.map(({ heading, blocks }, index) =>
    [`${index + 1}. ${heading}`, ...blocks.map(blockText)].join('\n\n'),
  );
  return `${[head, title, summary, ...parts].join('\n\n')}\n`.normalize('NFC');
}

function blockText(block: LegalBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'table':
      return [block.caption, block.columns.join(' | '), ...block.rows.map((row) => row.join(' | '))].join(
        '\n',
      );
    case 'facts':
      return block.facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
  }
}
