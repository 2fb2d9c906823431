import type { ReactNode } from 'react';
import type { LegalDocumentId } from '#content/legal/document.ts';
import type { OpenScreen } from '../open-screen.server.ts';
import { LegalArticle } from '../ui/frame/legal-article.tsx';
import { type LegalPage, legalPage } from './legal-page.ts';
import { type PageHead, pageHead } from './page-head.ts';

/** A legal document on a page of its own, as the host app and the frame of the public site open it. */
export interface DocumentPageView {
  readonly head: PageHead;
  readonly page: LegalPage;
}

/** @param searchPath the path under which search engines are to show the document. */
export function documentPageView(
  screen: OpenScreen,
  request: Request,
  id: LegalDocumentId,
  searchPath: string,
): DocumentPageView {
  const page = legalPage(screen, id);
  return { head: pageHead(screen, request, searchPath, page.words), page };
}

/** The document under its title. Its landmark has a name of its own, for the page that frames it. */
export function DocumentPage({ page }: { readonly page: LegalPage }): ReactNode {
  const { document, text } = page;
  return (
    <main aria-label={document.title}>
      <LegalArticle document={document} title={<h1>{document.title}</h1>} text={text} />
    </main>
  );
}
