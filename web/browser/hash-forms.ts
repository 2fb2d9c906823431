/**
 * Where an address that ends in `#/downloadTemplate?…` or its like leads; null for any other hash. A browser keeps what
 * follows the `#` to itself, so no server can do this, and without script such an address shows the page it stands on
 * (PROMO-7).
 */
export function hashFormAddress(hash: string): string | null {
  const [, page, query = ''] = /^#\/((?:download|agreement|register)Template)(\?[^#]*)?$/.exec(hash) ?? [];
  return page ? `/${page}${query}` : null;
}

/** Goes where the hash of this page's address leads, now and when it changes. */
export function followHashForms(): void {
  const follow = (): void => {
    const address = hashFormAddress(location.hash);
    if (address) location.replace(address);
  };
  follow();
  addEventListener('hashchange', follow);
}
