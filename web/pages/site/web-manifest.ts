import { homeText } from '#content/messages/site.ts';
import { localeOf } from '#domain/language.ts';
import { resource } from '../screen.tsx';
import { ofPath, siteFilePaths, sitePaths } from './site-paths.ts';

/** In the language of the page that asks for it. */
export const webManifest = resource({
  path: () => siteFilePaths.webManifest,
  get({ company, config, language, market, link }) {
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
      lang: localeOf(language, market),
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
  },
});

const iconCacheControl = 'public, max-age=86400';

export const icon = resource({
  path: () => siteFilePaths.icon,
  get: ({ config }) =>
    new Response(iconDrawing(config.brandColor), {
      headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': iconCacheControl },
    }),
});

const sizesPx = Object.fromEntries(
  Object.entries(siteFilePaths.iconPicture).map(([size, path]) => [path, Number(size)]),
);

export const iconPicture = resource({
  path: () => Object.keys(sizesPx),
  async get(open) {
    const picture = await open.renderIcon(iconDrawing(open.config.brandColor), ofPath(sizesPx, open));
    return new Response(picture, {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': iconCacheControl },
    });
  },
});

/** The app's icon. The colour reaches the edges, so that a host can crop it. */
function iconDrawing(brandColor: string): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<path fill="${brandColor}" d="M0 0h32v32H0z"/>`,
    '<path fill="#fff" d="M9 20a7 7 0 0 1 14 0z"/>',
    '<path stroke="#fff" stroke-width="2" stroke-linecap="round" d="M6 23.5h20"/>',
    '</svg>',
  ].join('');
}
