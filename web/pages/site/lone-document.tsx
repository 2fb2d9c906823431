import type { LegalDocumentId } from '#content/legal/document.ts';
import { LegalArticle } from '#ui/frame/legal-article.tsx';
import type { PublicConfig } from '../dependencies.ts';
import { publicScreen } from '../screen.tsx';
import { legalPage } from './legal-page.ts';
import { PageHead, pageTitle } from './page-head.tsx';
import { ofPath, sitePaths } from './site-paths.ts';

/** The documents by their paths; search engines show those that stand in the frame of the public site. */
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
 * The privacy notice, about us and the period loan agreement, each on a page of its own, as the host app and the frame of
 * the public site open it (specification, section 2; SITE-7, LEGAL-1, LEGAL-4). The landmark has a name of its own, for
 * the page that frames it.
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
