import type { LegalDocumentId } from '#content/legal/document.ts';
import { LegalArticle } from '#ui/frame/legal-article.tsx';
import { SiteFrame } from '#ui/frame/site-frame.tsx';
import { publicScreen } from '../screen.tsx';
import { legalPage } from './legal-page.ts';
import { PageHead, pageTitle } from './page-head.tsx';
import { siteFrameView } from './site-frame-view.ts';
import { ofPath, sitePaths } from './site-paths.ts';

const documents: Readonly<
  Record<string, { readonly id: LegalDocumentId; readonly searchPath: string; readonly hasContents: boolean }>
> = {
  [sitePaths.about]: { id: 'about-us', searchPath: sitePaths.about, hasContents: false },
  [sitePaths.privacy]: { id: 'privacy-notice', searchPath: sitePaths.privacy, hasContents: true },
  [sitePaths.privacyPolicy]: { id: 'privacy-notice', searchPath: sitePaths.privacy, hasContents: true },
};

/**
 * About the lender, and the privacy notice under both its paths, within the public site (specification, section 2; SITE-2,
 * SITE-7).
 */
export const framedDocument = publicScreen({
  path: () => Object.keys(documents),
  load(open) {
    const { id, ...place } = ofPath(documents, open);
    return { ...place, ...legalPage(open, id) };
  },
  title: ({ open, document }) => pageTitle(open, document.title),
  head: ({ searchPath, words }) => <PageHead path={searchPath} {...words} />,
  page: ({ open, searchPath, hasContents, document, text: { edition, contents } }) => (
    <SiteFrame frame={siteFrameView(open, searchPath)} isText>
      <LegalArticle
        document={document}
        title={<h1>{document.title}</h1>}
        text={hasContents ? { edition, contents } : { edition }}
      />
    </SiteFrame>
  ),
});
