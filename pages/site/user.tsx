/** A page of the public site that holds nothing (specification, section 2; SITE-3). */
import { emptyPageText } from '#content/messages/site.ts';
import { openScreen } from '../open-screen.server.ts';
import type { Route } from './+types/user.ts';
import { pageHead, pageMeta } from './page-head.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const title = emptyPageText[screen.language].user;
  return { head: pageHead(screen, args.request, null, { title, description: title }) };
}

export default function User() {
  return <main />;
}
