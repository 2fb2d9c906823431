/** About us, agreement version, at its configured path (specification, section 2; LEGAL-4). Ships no script. */
import { openScreen } from '../open-screen.server.ts';
import type { Route } from './+types/about-us.ts';
import { DocumentPage, documentPageView } from './document-page.tsx';
import { pageMeta } from './page-head.ts';
import { sitePaths } from './site-paths.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  return documentPageView(openScreen(args), args.request, 'about-us', sitePaths.about);
}

export default function AboutUs({ loaderData }: Route.ComponentProps) {
  return <DocumentPage page={loaderData.page} />;
}
