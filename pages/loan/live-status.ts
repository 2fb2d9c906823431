import { useEffect } from 'react';
import type { ReportedLoanStatus } from '#domain/loan/loan-status.ts';

/** The header with which the order page tells its status, so that asking for it needs no body. */
export const statusHeader = 'X-Order-Status';

/** How often a page that waits looks whether its order has moved on. */
export const statusLookMs = 15_000;

/** Whether the next thing to happen to the order comes by itself: under review or paying out. */
export function isLiveStatus(status: ReportedLoanStatus): boolean {
  return status === 'under-review' || status === 'paying-out';
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
export function watchStatus(status: ReportedLoanStatus, surroundings: StatusSurroundings): () => void {
  const timer = setInterval(async () => {
    if (surroundings.isHidden()) return;
    const headers = await surroundings.look().catch(() => null);
    if (headers && headers.get(statusHeader) !== status) surroundings.reload();
  }, statusLookMs);
  return () => clearInterval(timer);
}

/** Keeps a waiting order's page current. Without script the page has a link that does. */
export function useLiveStatus(status: ReportedLoanStatus): void {
  useEffect(() => {
    if (!isLiveStatus(status)) return;
    return watchStatus(status, {
      isHidden: () => document.hidden,
      look: async () => (await fetch(location.href, { method: 'HEAD' })).headers,
      reload: () => location.reload(),
    });
  }, [status]);
}
