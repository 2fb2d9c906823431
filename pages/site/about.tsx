/** About the lender, in the frame of the public site (specification, section 2; SITE-2). */
import { openScreen } from '../open-screen.server.ts';
import { LegalArticle } from '../ui/frame/legal-article.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import type { Route } from './+types/about.ts';
import { legalPage } from './legal-page.ts';
import { pageHead, pageMeta } from './page-head.ts';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const page = legalPage(screen, 'about-us');
  return {
    head: pageHead(screen, args.request, sitePaths.about, page.words),
    frame: siteFrameView(screen, sitePaths.about),
    page,
  };
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { frame, page } = loaderData;
  return (
    <SiteFrame frame={frame} isText>
      <LegalArticle
        document={page.document}
        title={<h1>{page.document.title}</h1>}
        text={{ edition: page.text.edition }}
      />
    </SiteFrame>
  );
}
