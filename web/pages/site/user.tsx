import { emptyPageText } from '#content/messages/site.ts';
import { publicScreen } from '../screen.tsx';
import { PageHead, pageTitle } from './page-head.tsx';
import { sitePaths } from './site-paths.ts';

/** An empty page of the public site (specification, section 2; SITE-3). */
export const user = publicScreen({
  path: () => sitePaths.user,
  load: ({ language }) => ({ title: emptyPageText[language].user }),
  title: ({ open, title }) => pageTitle(open, title),
  head: ({ title }) => <PageHead path={null} title={title} description={title} />,
  page: ({ title }) => (
    <main>
      <h1 className="sr">{title}</h1>
    </main>
  ),
});
