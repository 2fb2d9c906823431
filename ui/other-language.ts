import { createContext } from 'react';

/** The same page in the other language. */
export interface OtherLanguage {
  /** The language's own name for itself, whole and in two letters. */
  readonly name: string;
  readonly short: string;
  readonly locale: string;
  readonly link: string;
  /** What to say where the page could not be had, in the language of now. */
  readonly failed: string;
}

/** The switch of the page that is being written; null on pages whose language is not the borrower's to choose (LANG-5). */
export const OtherLanguageContext = createContext<OtherLanguage | null>(null);

/** What was typed into the form of the page before its language changed; null for nothing. */
export const TypedContext = createContext<FormData | null>(null);
