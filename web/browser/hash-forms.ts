/**
 * The address that `#/downloadTemplate?…` and its like stand for; null for any other hash (PROMO-7). Servers never see a hash, so
 * only script can follow it.
 */
export function hashFormAddress(hash: string): string | null {
  const [, page, query = ''] = /^#\/((?:download|agreement|register)Template)(\?[^#]*)?$/.exec(hash) ?? [];
  return page ? `/${page}${query}` : null;
}

export function followHashForms(): void {
  const follow = (): void => {
    const address = hashFormAddress(location.hash);
    if (address) location.replace(address);
  };
  follow();
  addEventListener('hashchange', follow);
}
