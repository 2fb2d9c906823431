import { backendImage } from '../backend-link.ts';

/**
 * An image of a complaint as a page can show it; null when it may not be shown. One of our own service is opened with the
 * session in its address, since an `<img>` sends no headers; any other gets nothing of the session (SESS-3).
 */
export function complaintImage(open: Parameters<typeof backendImage>[0], address: string): string | null {
  const safe = backendImage(open, address);
  if (safe === null || !safe.startsWith('/')) return safe;
  const { pathname, searchParams } = new URL(safe, open.h5Base);
  return open.link(pathname, Object.fromEntries(searchParams));
}

/** The images of a list that may be shown. */
export function complaintImages(
  open: Parameters<typeof complaintImage>[0],
  addresses: readonly string[],
): string[] {
  return addresses.map((address) => complaintImage(open, address)).filter((shown) => shown !== null);
}
