/** What the service worker shows in place of a page that cannot be reached (SW-1). Ships no script. */
import { problemText } from '#content/messages/problem.ts';
import { openScreen } from '../open-screen.server.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';
import type { Route } from './+types/offline.ts';
import { pageHead, pageMeta } from './page-head.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const text = problemText[screen.language];
  const words = { title: text.networkHeading, description: text.networkLine };
  return { head: pageHead(screen, args.request, null, words), text };
}

export default function Offline({ loaderData }: Route.ComponentProps) {
  const { text } = loaderData;
  return (
    <main>
      <EmptyState headingAs="h1" heading={text.networkHeading} line={text.networkLine}>
        {/* An empty address is the one that could not be reached. */}
        <ButtonLink href="">{text.retry}</ButtonLink>
      </EmptyState>
    </main>
  );
}
