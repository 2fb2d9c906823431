import { useMatches, useRouteLoaderData } from 'react-router';
import type { PageQuery } from '#contract/page-query.ts';
import type { PublicConfig } from './pages-config.ts';

/** What every screen has from the root: who asks, and the public configuration. */
export interface Shell {
  readonly query: PageQuery;
  readonly config: PublicConfig;
  /** The help link's address, on every loan screen. */
  readonly helpLink: string;
  /** What to say when the host app did not take a request (BRIDGE-3). */
  readonly bridgeFailure: string;
}

/** The root's data; undefined only where the root itself failed. */
export function useShellIfAny(): Shell | undefined {
  return useRouteLoaderData<Shell>('root') as Shell | undefined;
}

/** What a page says of its own document: a promotion page has its template's language and colour (LANG-5). */
export interface OwnDocument {
  /** BCP 47 tag. */
  readonly locale: string;
  /** A checked `#rrggbb`; null for the configured one. */
  readonly brandColor: string | null;
}

/** The `ownDocument` of the page's data, where it has one. */
export function useOwnDocument(): OwnDocument | undefined {
  const matches = useMatches();
  const data = matches[matches.length - 1]?.loaderData as { ownDocument?: OwnDocument } | undefined;
  return data?.ownDocument;
}

/** The root's data, for screens: they render only under a root that loaded. */
export function useShell(): Shell {
  const shell = useShellIfAny();
  if (!shell) throw new Error('a screen is rendered without the root');
  return shell;
}
