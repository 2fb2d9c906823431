import { createContext, type ReactNode } from 'react';

/** What the bar's links say. */
export interface BarText {
  readonly back: string;
  readonly help: string;
}

/** What a form says of a sending that failed, where the backend said nothing itself. */
export interface FormProblemText {
  readonly network: ReactNode;
  readonly unreachable: ReactNode;
  readonly timeout: ReactNode;
  readonly other: ReactNode;
}

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

/** What a copy button says, after it copied, and where it may not. */
export interface CopyText {
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
}

/** What bar, forms and copy buttons say on every page, unless a page gives words of its own. */
export interface KitWords extends BarText, CopyText {
  readonly sending: string;
  readonly problem: FormProblemText;
}

/** What the components of the kit take from the page that they stand on. */
export interface KitFacts {
  readonly words: KitWords;
  /** The switch of the page; null where the language is not the borrower's to choose (LANG-5). */
  readonly otherLanguage: OtherLanguage | null;
}

/** Outside a page, in an island for instance, a component is given its words. */
const outsidePages: KitFacts = {
  get words(): KitWords {
    throw new Error('outside a page a component of the kit is given its words');
  },
  otherLanguage: null,
};

export const KitContext = createContext<KitFacts>(outsidePages);
