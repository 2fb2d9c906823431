import { SiteFrame } from '#ui/frame/site-frame.tsx';
import { publicScreen } from '../screen.tsx';
import { HomeSections } from './home-sections.tsx';
import { homeView } from './home-view.ts';
import { PageHead, pageTitle } from './page-head.tsx';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

/** Home page of the public site: what a loan is, its cost, how to complain (specification, section 2; SITE-1). */
export const home = publicScreen({
  path: () => sitePaths.home,
  script: 'home',
  load: (open) => ({ view: homeView(open) }),
  title: ({ open, view }) => pageTitle(open, view.text.title),
  head: ({ view }) => <PageHead path={sitePaths.home} title={view.text.title} description={view.summary} />,
  page: ({ open, view }) => (
    <SiteFrame frame={siteFrameView(open, sitePaths.home)}>
      <HomeSections view={view} />
    </SiteFrame>
  ),
});
