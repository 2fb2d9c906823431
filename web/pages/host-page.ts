import { type PageQuery, screenLink } from '#contract/page-query.ts';

/**
 * A link to one of the host's configured pages, empty when none is configured. Where it is a path it is one of ours or
 * beside ours, so the session and the language go along (SESS-3); a deep link or a foreign address stays unchanged.
 */
export function hostPageLink(page: string, query: PageQuery): string {
  return page.startsWith('/') ? screenLink(page, query) : page;
}

/** The same to a page about one thing, which the host is told as `parameter` (BRIDGE-1). */
export function hostPageLinkWithParameter(page: string, parameter: string, query: PageQuery): string {
  if (page === '') return '';
  if (page.startsWith('/')) return screenLink(page, query, { parameter });
  const address = new URL(page);
  address.searchParams.set('parameter', parameter);
  return address.href;
}
