import { type PageQuery, screenLink } from '#contract/page-query.ts';

/**
 * A link to a configured page of the host; empty if there is none. A path gets the session and the language (SESS-3); other
 * addresses stay unchanged.
 */
export function hostPageLink(page: string, query: PageQuery): string {
  return page.startsWith('/') ? screenLink(page, query) : page;
}

/** The same for a page about one thing, passed as `parameter` (BRIDGE-1). */
export function hostPageLinkWithParameter(page: string, parameter: string, query: PageQuery): string {
  if (page === '') return '';
  if (page.startsWith('/')) return screenLink(page, query, { parameter });
  const address = new URL(page);
  address.searchParams.set('parameter', parameter);
  return address.href;
}
