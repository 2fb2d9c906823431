const lookMs = 10_000;

/**
 * Checks every 10 s, while the page is visible, where the link of a pending payment leads, and reloads once it leads elsewhere.
 * Ignores failed checks.
 */
export function pendingPayment(root: HTMLElement): void {
  const { href } = root as HTMLAnchorElement;
  const timer = setInterval(async () => {
    if (!root.isConnected) clearInterval(timer);
    if (document.hidden || !root.isConnected) return;
    const look = await fetch(href, { method: 'HEAD', redirect: 'manual' }).catch(() => null);
    if (look?.type === 'opaqueredirect') location.replace(href);
  }, lookMs);
}
