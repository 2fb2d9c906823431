import { backendImage } from '../backend-link.ts';

/**
 * An image that a page may show; null otherwise. Our own service needs the session in its address, as an `<img>` sends no
 * headers; other origins never get it (SESS-3).
 */
export function complaintImage(open: Parameters<typeof backendImage>[0], address: string): string | null {
  const safe = backendImage(open, address);
  if (safe === null || !safe.startsWith('/')) return safe;
  const { pathname, searchParams } = new URL(safe, open.h5Base);
  return open.link(pathname, Object.fromEntries(searchParams));
}

export function complaintImages(
  open: Parameters<typeof complaintImage>[0],
  addresses: readonly string[],
): string[] {
  return addresses.map((address) => complaintImage(open, address)).filter((shown) => shown !== null);
}
