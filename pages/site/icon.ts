/** The app's icon in the brand's colour: as a drawing, and as a picture of the size that the path names. */
import { data } from 'react-router';
import { openScreen } from '../open-screen.server.ts';
import type { Route } from './+types/icon.ts';
import { siteFilePaths } from './site-paths.ts';

const cacheControl = 'public, max-age=86400';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { config, renderIcon } = openScreen(args);
  const { pathname } = new URL(args.request.url);
  const drawing = iconDrawing(config.brandColor);
  if (pathname === siteFilePaths.icon) {
    return new Response(drawing, {
      headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': cacheControl },
    });
  }
  const size = Object.entries(siteFilePaths.iconPicture).find(([, path]) => path === pathname)?.[0];
  if (!size) throw data(null, { status: 404 });
  return new Response(await renderIcon(drawing, Number(size)), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': cacheControl },
  });
}

/** A coin that rises over a plain. The colour reaches the edges, so that a host may cut the icon to any shape. */
function iconDrawing(brandColor: string): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<path fill="${brandColor}" d="M0 0h32v32H0z"/>`,
    '<path fill="#fff" d="M9 20a7 7 0 0 1 14 0z"/>',
    '<path stroke="#fff" stroke-width="2" stroke-linecap="round" d="M6 23.5h20"/>',
    '</svg>',
  ].join('');
}
