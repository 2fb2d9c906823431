/** How often a page that waits looks whether its loan has moved on. */
const statusLookMs = 15_000;

/**
 * Looks at the loan's status every 15 s while the page is seen, asking for the page's headers only, and loads the page
 * anew once `X-Order-Status` differs from `data-live-status`. A look that fails, or that something else than our server answers, changes nothing.
 */
export function liveStatus(root: HTMLElement): void {
  const timer = setInterval(async () => {
    if (!root.isConnected) clearInterval(timer);
    else if (!document.hidden) await look();
  }, statusLookMs);
  const look = async (): Promise<void> => {
    const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null);
    // Every answer of ours has a name.
    if (!answer?.headers.has('X-Request-Id')) return;
    if (answer.headers.get('X-Order-Status') !== root.dataset.liveStatus) location.reload();
  };
}
