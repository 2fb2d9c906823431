/** The privacy notice at its configured path (specification, section 2; SITE-7, LEGAL-1). Ships no script. */
import { openScreen } from '../open-screen.server.ts';
import type { Route } from './+types/privacy-notice.ts';
import { DocumentPage, documentPageView } from './document-page.tsx';
import { pageMeta } from './page-head.ts';
import { sitePaths } from './site-paths.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  return documentPageView(openScreen(args), args.request, 'privacy-notice', sitePaths.privacy);
}

export default function PrivacyNotice({ loaderData }: Route.ComponentProps) {
  return <DocumentPage page={loaderData.page} />;
}
