import { emptyPageText } from '#content/messages/site.ts';
import { publicScreen } from '../screen.tsx';
import { PageHead, pageTitle } from './page-head.tsx';
import { sitePaths } from './site-paths.ts';

/** A page of the public site that holds nothing (specification, section 2; SITE-3). */
export const user = publicScreen({
  path: () => sitePaths.user,
  load: ({ language }) => ({ title: emptyPageText[language].user }),
  title: ({ open, title }) => pageTitle(open, title),
  head: ({ open, title }) => <PageHead open={open} path={null} title={title} description={title} />,
  page: () => <main />,
});
