import type { OpenScreen } from './open-screen.ts';
import { safeImage, safeLink } from './safe-address.ts';

type Surroundings = Pick<
  OpenScreen,
  'h5Base' | 'redirectOrigins' | 'imageOrigins' | 'reportLeftOut' | 'link'
>;

/**
 * A link to a screen that came from the backend, with `own` parameters added; null when it leads anywhere but to our own
 * pages or an allow-listed origin. Only our own pages get the session carried on (SESS-3).
 */
export function backendLink(
  screen: Surroundings,
  address: string,
  own: Readonly<Record<string, string>> = {},
): string | null {
  const ownOrigin = new URL(screen.h5Base).origin;
  const safe = safeLink(address, [...screen.redirectOrigins, ownOrigin]);
  if (safe === null) {
    if (address !== '') screen.reportLeftOut('link', address);
    return null;
  }
  const url = new URL(safe, ownOrigin);
  if (url.origin === ownOrigin) {
    return screen.link(url.pathname, { ...Object.fromEntries(url.searchParams), ...own });
  }
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
  return url.href;
}

/** An image that came from the backend, if it may be shown. */
export function backendImage(screen: Surroundings, address: string): string | null {
  const safe = safeImage(address, screen.imageOrigins);
  if (safe === null && address !== '') screen.reportLeftOut('image', address);
  return safe;
}
