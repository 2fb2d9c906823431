import { createContext, type ReactNode } from 'react';

export interface BarText {
  readonly back: string;
  readonly help: string;
}

/** Messages for a failed sending, where the backend said nothing. */
export interface FormProblemText {
  readonly network: ReactNode;
  readonly unreachable: ReactNode;
  readonly timeout: ReactNode;
  readonly other: ReactNode;
}

export interface OtherLanguage {
  readonly name: string;
  readonly short: string;
  readonly locale: string;
  readonly link: string;
  /** Message if the page cannot be fetched, in the current language. */
  readonly failed: string;
}

export interface CopyText {
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
}

export interface KitWords extends BarText, CopyText {
  readonly sending: string;
  readonly problem: FormProblemText;
}

/** Texts and settings that a page provides to its UI components. */
export interface KitFacts {
  readonly words: KitWords;
  /** Null where the borrower cannot choose the language (LANG-5). */
  readonly otherLanguage: OtherLanguage | null;
}

/** Outside a page, such as in an island, components get their words as properties. */
const outsidePages: KitFacts = {
  get words(): KitWords {
    throw new Error('outside a page a component of the kit is given its words');
  },
  otherLanguage: null,
};

export const KitContext = createContext<KitFacts>(outsidePages);
