import { useEffect } from 'react';
import type { LoanStatus } from '#domain/loan/loan-status.ts';

/** The header with which the order page tells its status, so that asking for it needs no body. */
export const statusHeader = 'X-Order-Status';

/** How often a page that waits looks whether its order has moved on. */
export const statusLookMs = 15_000;

const liveStatuses: readonly number[] = [21, 151] satisfies LoanStatus[];

/** Whether the next thing to happen to the order comes by itself: under review or paying out. */
export function isLiveStatus(orderStatus: number): boolean {
  return liveStatuses.includes(orderStatus);
}

/** What looking at the status touches of the browser; a test brings its own. */
export interface StatusSurroundings {
  isHidden(): boolean;
  /** Asks for the page's headers only. */
  look(): Promise<Headers>;
  reload(): void;
}

/**
 * Looks at the order's status every 15 s while the page is seen, and loads the page anew once it differs. A look that
 * fails changes nothing. Returns how to stop.
 */
export function watchStatus(orderStatus: number, surroundings: StatusSurroundings): () => void {
  const timer = setInterval(async () => {
    if (surroundings.isHidden()) return;
    const headers = await surroundings.look().catch(() => null);
    if (headers && headers.get(statusHeader) !== String(orderStatus)) surroundings.reload();
  }, statusLookMs);
  return () => clearInterval(timer);
}

/** Keeps a waiting order's page current. Without script the page has a link that does. */
export function useLiveStatus(orderStatus: number): void {
  useEffect(() => {
    if (!isLiveStatus(orderStatus)) return;
    return watchStatus(orderStatus, {
      isHidden: () => document.hidden,
      look: async () => (await fetch(location.href, { method: 'HEAD' })).headers,
      reload: () => location.reload(),
    });
  }, [orderStatus]);
}
