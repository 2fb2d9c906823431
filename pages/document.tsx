import { createContext, use } from 'react';
import { createContext as createRouterContext } from 'react-router';

/** What only the server knows about the document it writes: the CSP nonce and the styles of the matched screens. */
export interface DocumentParts {
  nonce: string | undefined;
  styles: string;
}

const DocumentContext = createContext<DocumentParts>({ nonce: undefined, styles: '' });

/** Gives the parts to the root; rendered on the server only, so the browser sees the empty default. */
export const DocumentProvider = DocumentContext.Provider;

/** The document's parts during the server render; empty in the browser, where the document already stands. */
export function useDocumentParts(): DocumentParts {
  return use(DocumentContext);
}

/** What the server gives each document it writes. */
export interface DocumentSource {
  readonly nonce: string;
  /** The built style sheets by path. */
  readonly styleSheets: ReadonlyMap<string, string>;
  /** Takes a fault of a loader, an action or the render, for the log. */
  readonly reportFault: (error: unknown) => void;
}

/** Router context key under which the server hands over the document's source. */
export const documentContext = createRouterContext<DocumentSource>();
