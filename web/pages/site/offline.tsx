import { marks } from '#browser/marks.ts';
import { problemText } from '#content/messages/problem.ts';
import { workerPaths } from '#domain/site/worker-paths.ts';
import rowStyles from '#ui/figures/rows.module.css';
import { Slip } from '#ui/figures/slip.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { publicScreen } from '../screen.tsx';
import { PageHead, pageTitle } from './page-head.tsx';

/** Shown by the service worker when a page cannot be loaded (SW-1). */
export const offline = publicScreen({
  path: () => workerPaths.offline,
  load: ({ language }) => ({ text: problemText[language] }),
  script: 'offline',
  title: ({ open, text }) => pageTitle(open, text.networkHeading),
  head: ({ text }) => <PageHead path={null} title={text.networkHeading} description={text.networkLine} />,
  page: ({ text }) => (
    <main>
      <section {...marks({ vouchers: '' })} hidden>
        <h2>{text.keptHeading}</h2>
        <p className="hint">{text.keptLine}</p>
        <template>
          <Slip shop="" instructions="" amount="" caption="" image="" imageText="" code="" until="" note="" />
        </template>
        <template>
          <div className="gap">
            <h3>{text.keptHeading}</h3>
            <dl className={rowStyles.rows} />
          </div>
        </template>
      </section>
      <EmptyState headingAs="h1" heading={text.networkHeading} line={text.networkLine}>
        {/* An empty address is the one that could not be reached. */}
        <ButtonLink href="">{text.retry}</ButtonLink>
      </EmptyState>
    </main>
  ),
});
