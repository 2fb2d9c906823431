import { emptyPageText } from '#content/messages/site.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Scene } from '#ui/frame/scene.tsx';
import { SiteFrame } from '#ui/frame/site-frame.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { Refusal } from '../problem.ts';
import { publicScreen } from '../screen.tsx';
import { PageHead, pageTitle } from './page-head.tsx';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

function refuse(): never {
  throw Refusal.coded('not-found');
}

/** Answers every other path with 404 and a link home (SITE-8). Reads no form. */
export const notFound = publicScreen({
  path: () => '*',
  load(open) {
    open.status(404);
    return { text: emptyPageText[open.language] };
  },
  readForm: refuse,
  submit: refuse,
  title: ({ open, text }) => pageTitle(open, text.notFound),
  head: ({ text }) => <PageHead path={null} title={text.notFound} description={text.notFoundLine} />,
  page: ({ open, text }) => (
    <SiteFrame frame={siteFrameView(open, null)}>
      <EmptyState
        scene={<Scene name="horizon" />}
        headingAs="h1"
        heading={text.notFound}
        line={text.notFoundLine}
      >
        <ButtonLink href={open.link(sitePaths.home)}>{text.home}</ButtonLink>
      </EmptyState>
    </SiteFrame>
  ),
});
