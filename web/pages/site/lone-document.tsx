import type { LegalDocumentId } from '#content/legal/document.ts';
import { LegalArticle } from '#ui/frame/legal-article.tsx';
import type { PublicConfig } from '../dependencies.ts';
import { publicScreen } from '../screen.tsx';
import { legalPage } from './legal-page.ts';
import { PageHead, pageTitle } from './page-head.tsx';
import { ofPath, sitePaths } from './site-paths.ts';

/** Search engines index the framed pages instead. */
const documentsOf = ({
  paths,
}: PublicConfig): Readonly<
  Record<string, { readonly id: LegalDocumentId; readonly searchPath: string }>
> => ({
  [paths.privacyNotice]: { id: 'privacy-notice', searchPath: sitePaths.privacy },
  [paths.aboutUs]: { id: 'about-us', searchPath: sitePaths.about },
  [sitePaths.periodAgreement]: { id: 'period-agreement', searchPath: sitePaths.periodAgreement },
});

/**
 * Privacy notice, about us and period agreement as pages of their own, for the host and for frames (specification, section 2;
 * SITE-7, LEGAL-1, LEGAL-4). The landmark has a name for the page that frames it.
 */
export const loneDocument = publicScreen({
  path: (config) => Object.keys(documentsOf(config)),
  load(open) {
    const { id, searchPath } = ofPath(documentsOf(open.config), open);
    return { searchPath, ...legalPage(open, id) };
  },
  title: ({ open, document }) => pageTitle(open, document.title),
  head: ({ searchPath, words }) => <PageHead path={searchPath} {...words} />,
  page: ({ document, text }) => (
    <main aria-label={document.title}>
      <LegalArticle document={document} title={<h1>{document.title}</h1>} text={text} />
    </main>
  ),
});
