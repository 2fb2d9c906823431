const statusLookMs = 15_000;

/**
 * Checks `X-Order-Status` every 15 s while the page is visible and reloads when it changes. Ignores failed checks and foreign
 * answers.
 */
export function liveStatus(root: HTMLElement): void {
  const timer = setInterval(async () => {
    if (!root.isConnected) clearInterval(timer);
    else if (!document.hidden) await look();
  }, statusLookMs);
  const look = async (): Promise<void> => {
    const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null);
    // Our server sets this header on every response; the sign-in page of a network does not.
    if (!answer?.headers.has('X-Request-Id')) return;
    if (answer.headers.get('X-Order-Status') !== root.dataset.liveStatus) location.reload();
  };
}
