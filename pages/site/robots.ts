/** What search engines may read: the public site, and none of the pages that need a session (RFC 9309). */
import { openScreen } from '../open-screen.server.ts';
import type { Route } from './+types/robots.ts';
import { baseOf } from './page-head.ts';
import { siteFilePaths } from './site-paths.ts';

export function loader(args: Route.LoaderArgs): Response {
  const screen = openScreen(args);
  const { aboutUs, privacyNotice, ...closed } = screen.config.paths;
  const lines = [
    'User-agent: *',
    ...Object.values(closed).map((path) => `Disallow: ${path}`),
    'Disallow: /carpmm',
    'Disallow: /testPreview',
    `Sitemap: ${baseOf(screen, args.request)}${siteFilePaths.sitemap}`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
