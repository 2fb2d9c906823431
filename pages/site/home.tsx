/** The home page of the public site: what a loan is, what it costs, how to complain (specification, section 2; SITE-1). */
import { openScreen } from '../open-screen.server.ts';
import { HashForms } from '../registration/hash-forms.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import type { Route } from './+types/home.ts';
import { HomeSections } from './home-sections.tsx';
import { homeView } from './home-view.ts';
import { pageHead, pageMeta } from './page-head.ts';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const view = homeView(screen);
  const words = { title: view.text.title, description: view.summary };
  return {
    head: pageHead(screen, args.request, sitePaths.home, words),
    frame: siteFrameView(screen, sitePaths.home),
    view,
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame frame={loaderData.frame}>
      <HashForms />
      <HomeSections view={loaderData.view} />
    </SiteFrame>
  );
}
