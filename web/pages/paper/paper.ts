import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';

export interface PaperRow {
  readonly label: string;
  readonly value: string;
  readonly isTotal?: boolean;
}

export type PaperBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'hint'; readonly text: string }
  | { readonly kind: 'amount'; readonly label: string; readonly amount: string; readonly note: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly PaperRow[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly string[];
      /** Each row has as many cells as there are columns; the first names the row. */
      readonly rows: readonly (readonly string[])[];
      /** The last row closes a sum. */
      readonly hasTotal: boolean;
    };

/** A paper to read, save and print; page and PDF show the same blocks. */
export interface Paper {
  readonly language: Language;
  readonly market: Market;
  readonly title: string;
  /** `note` is the registration; empty for none. */
  readonly issuer: { readonly name: string; readonly note: string };
  readonly blocks: readonly PaperBlock[];
  readonly footer: string;
  readonly madeAt: Date;
}
