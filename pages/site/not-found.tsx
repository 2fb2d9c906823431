/** Any path that is no screen: a page that says so, with status 404 and a way home (SITE-8). Ships no script. */
import { data } from 'react-router';
import { emptyPageText } from '#content/messages/site.ts';
import { openScreen } from '../open-screen.server.ts';
import type { Problem } from '../problem.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { Scene } from '../ui/frame/scene.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';
import type { Route } from './+types/not-found.ts';
import { pageHead, pageMeta } from './page-head.ts';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const text = emptyPageText[screen.language];
  const words = { title: text.notFound, description: text.notFoundLine };
  return data(
    {
      head: pageHead(screen, args.request, null, words),
      frame: siteFrameView(screen, null),
      text,
      homeLink: screen.link(sitePaths.home),
    },
    { status: 404 },
  );
}

/** A form sent to a path that is no screen. */
export function action(): never {
  throw data<Problem>({ kind: 'not-found', message: '' }, { status: 404 });
}

export default function NotFound({ loaderData }: Route.ComponentProps) {
  const { frame, text, homeLink } = loaderData;
  return (
    <SiteFrame frame={frame}>
      <EmptyState
        scene={<Scene name="horizon" />}
        headingAs="h1"
        heading={text.notFound}
        line={text.notFoundLine}
      >
        <ButtonLink href={homeLink}>{text.home}</ButtonLink>
      </EmptyState>
    </SiteFrame>
  );
}
