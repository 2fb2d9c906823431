/** The web app manifest, in the language of the page that asks for it. */
import { homeText } from '#content/messages/site.ts';
import { localeOf } from '#domain/language.ts';
import { openScreen } from '../open-screen.server.ts';
import type { Route } from './+types/web-manifest.ts';
import { siteFilePaths, sitePaths } from './site-paths.ts';

export function loader(args: Route.LoaderArgs): Response {
  const { company, config, language, link } = openScreen(args);
  const picture = (size: 192 | 512) => ({
    src: siteFilePaths.iconPicture[size],
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any',
  });
  const manifest = {
    name: company.appName,
    short_name: company.appName,
    description: homeText[language].title,
    lang: localeOf(language),
    id: sitePaths.home,
    start_url: link(sitePaths.home),
    scope: sitePaths.home,
    display: 'minimal-ui',
    theme_color: config.brandColor,
    background_color: '#ffffff',
    icons: [
      { src: siteFilePaths.icon, sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' },
      picture(192),
      picture(512),
    ],
  };
  return Response.json(manifest, {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
