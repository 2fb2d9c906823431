/** The privacy notice in the frame of the public site, under both its names (specification, section 2; SITE-7). */
import { openScreen } from '../open-screen.server.ts';
import { LegalArticle } from '../ui/frame/legal-article.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import type { Route } from './+types/privacy.ts';
import { legalPage } from './legal-page.ts';
import { pageHead, pageMeta } from './page-head.ts';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const page = legalPage(screen, 'privacy-notice');
  return {
    head: pageHead(screen, args.request, sitePaths.privacy, page.words),
    frame: siteFrameView(screen, sitePaths.privacy),
    page,
  };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { frame, page } = loaderData;
  return (
    <SiteFrame frame={frame} isText>
      <LegalArticle document={page.document} title={<h1>{page.document.title}</h1>} text={page.text} />
    </SiteFrame>
  );
}
