import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';

/** A name and its value; `isTotal` closes a sum. */
export interface PaperRow {
  readonly label: string;
  readonly value: string;
  readonly isTotal?: boolean;
}

/** A part of a paper, in plain text that is ready to show. */
export type PaperBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'hint'; readonly text: string }
  /** The one amount that a paper is about. */
  | { readonly kind: 'amount'; readonly label: string; readonly amount: string; readonly note: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly PaperRow[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly string[];
      /** As many cells as there are columns; the first names the row. */
      readonly rows: readonly (readonly string[])[];
      /** Whether the last row closes a sum. */
      readonly hasTotal: boolean;
    };

/** A paper that is read, kept and printed: the same parts as a page and as a file. */
export interface Paper {
  readonly language: Language;
  readonly market: Market;
  readonly title: string;
  /** Who issues it, and their registration; the latter empty for none. */
  readonly issuer: { readonly name: string; readonly note: string };
  readonly blocks: readonly PaperBlock[];
  /** Written below each page, beside its number. */
  readonly footer: string;
  /** When it was made. */
  readonly madeAt: Date;
}
