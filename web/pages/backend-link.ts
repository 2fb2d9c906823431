import {
  agreementOrigins,
  backendAddress,
  isAddressLike,
  safeImage,
  safeLink,
} from '#contract/safe-address.ts';
import type { OpenScreen } from './open-screen.ts';

type Surroundings = Pick<
  OpenScreen,
  'h5Base' | 'apiBase' | 'redirectOrigins' | 'imageOrigins' | 'reportTolerance' | 'isScreenAt' | 'link'
>;

/**
 * A link that came from the backend, with `own` parameters added; null when it leads anywhere but to our own pages or an
 * allow-listed origin. A path that is none of our screens stands at the lender's own backend, where there is one. Only our own pages get
 * the session carried on (SESS-3).
 */
export function backendLink(
  screen: Surroundings,
  address: string,
  own: Readonly<Record<string, string>> = {},
): string | null {
  const pagesOrigin = new URL(screen.h5Base).origin;
  const whole = isOurPath(screen, address) ? address : backendAddress(address, screen.apiBase);
  if (!isFollowed(screen, whole)) {
    if (isAddressLike(address)) screen.reportTolerance({ id: 'link-left-out', value: whole });
    return null;
  }
  const url = new URL(whole, pagesOrigin);
  if (url.origin === pagesOrigin) {
    return screen.link(url.pathname, { ...Object.fromEntries(url.searchParams), ...own });
  }
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
  return url.href;
}

/** The surroundings of a loan's agreement, which may also stand on the lender's own backend (CONFIRM-2). */
export function forAgreement<Screen extends Pick<OpenScreen, 'redirectOrigins' | 'apiBase' | 'config'>>(
  screen: Screen,
): Screen {
  const { redirectOrigins, apiBase, config } = screen;
  return {
    ...screen,
    redirectOrigins: [...redirectOrigins, ...agreementOrigins(apiBase, config.isDevelopment)],
  };
}

/** The page of a provider that a payment needs: its form or the way to the bank; null, and told as an error, where it may not be led to. */
export function providerLink(
  { redirectOrigins, reportTolerance }: Pick<Surroundings, 'redirectOrigins' | 'reportTolerance'>,
  address: string,
): string | null {
  const link = safeLink(address, redirectOrigins);
  if (link === null && address !== '') {
    reportTolerance({ id: 'link-left-out', value: address, isNeeded: true });
  }
  return link;
}

/** Whether a link leads to our own pages or to an allow-listed origin. */
export function isFollowed(
  { h5Base, redirectOrigins }: Pick<Surroundings, 'h5Base' | 'redirectOrigins'>,
  address: string,
): boolean {
  return safeLink(address, [...redirectOrigins, new URL(h5Base).origin]) !== null;
}

function isOurPath({ h5Base, isScreenAt }: Surroundings, address: string): boolean {
  return (
    address.startsWith('/') && safeLink(address, []) !== null && isScreenAt(new URL(address, h5Base).pathname)
  );
}

/** An image that came from the backend, if it may be shown; a path stands at the lender's own backend, where there is one. */
export function backendImage(screen: Surroundings, address: string): string | null {
  const whole = backendAddress(address, screen.apiBase);
  const safe = safeImage(whole, screen.imageOrigins);
  if (safe === null && isAddressLike(address)) screen.reportTolerance({ id: 'image-left-out', value: whole });
  return safe;
}
