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
 * A link from the backend with `own` parameters added; null unless it leads to our pages or an allowed origin. A path that is no
 * screen of ours belongs to the lender's own backend, if there is one. Only our pages get the session (SESS-3).
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

/** Allows the agreement's page to be on the lender's own backend too (CONFIRM-2). */
export function forAgreement<Screen extends Pick<OpenScreen, 'redirectOrigins' | 'apiBase' | 'config'>>(
  screen: Screen,
): Screen {
  const { redirectOrigins, apiBase, config } = screen;
  return {
    ...screen,
    redirectOrigins: [...redirectOrigins, ...agreementOrigins(apiBase, config.isDevelopment)],
  };
}

/** A provider's page that a payment needs; null and reported as an error if its origin is not allowed. */
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

/** Whether an address is ours or of an allowed origin. */
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

/** An image from the backend if it may be shown; a path belongs to the lender's own backend, if there is one. */
export function backendImage(screen: Surroundings, address: string): string | null {
  const whole = backendAddress(address, screen.apiBase);
  const safe = safeImage(whole, screen.imageOrigins);
  if (safe === null && isAddressLike(address)) screen.reportTolerance({ id: 'image-left-out', value: whole });
  return safe;
}
