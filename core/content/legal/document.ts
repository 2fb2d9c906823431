import type { LocalDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import type { MarketDefinition } from '#markets/definition.ts';

/** Legal documents by their stored name. */
export type LegalDocumentId = keyof MarketDefinition['legalEditions'];

/** The specification's own documents, or those of a market, which agree with the product (LEGAL-5). */
export type LegalDocumentSet = 'specification' | Market;

/** A part of a section, in plain text. */
export type LegalBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly string[];
      /** Each row has as many cells as there are columns; the first names the row. */
      readonly rows: readonly (readonly string[])[];
    }
  /** Such as the lender's address. */
  | { readonly kind: 'facts'; readonly facts: readonly { readonly name: string; readonly value: string }[] };

/** A numbered section; its `id` is the anchor, the same in both languages. */
export interface LegalSection {
  readonly id: string;
  readonly heading: string;
  readonly blocks: readonly LegalBlock[];
}

/** A document without its version. */
export interface LegalText {
  readonly title: string;
  /** One sentence, also the description for search engines. */
  readonly summary: string;
  readonly sections: readonly LegalSection[];
}

export interface LegalDocument extends LegalText {
  readonly id: LegalDocumentId;
  readonly language: Language;
  readonly version: string;
  readonly effectiveDate: LocalDate;
}

export function paragraph(text: string): LegalBlock {
  return { kind: 'paragraph', text };
}

export function list(...items: readonly string[]): LegalBlock {
  return { kind: 'list', items };
}

export function table(
  caption: string,
  columns: readonly string[],
  ...rows: readonly (readonly string[])[]
): LegalBlock {
  return { kind: 'table', caption, columns, rows };
}

/**
 * The document as plain text in one fixed form that ends with a line feed. Its hash is stored at acceptance and proves what was accepted.
 */
export function documentText(document: LegalDocument): string {
  const { id, version, effectiveDate, language } = document;
  return plainText(`${id} ${version} ${effectiveDate} ${language}`, document);
}

/** The same fixed form under a first line that names the text. */
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
