/** How often a page whose payment is pending looks whether it is over, ms. */
const lookMs = 10_000;

/**
 * The link by which a borrower looks what became of a pending payment: the page does so by itself every 10 s while it is
 * seen, and loads anew once the link leads elsewhere. A look that fails changes nothing.
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
