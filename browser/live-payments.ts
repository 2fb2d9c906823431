/** How often a page looks whether a payment arrived, ms. */
const lookMs = 20_000;

/**
 * Looks every 20 s while the page is seen, asking for its headers only, or for those of the page of `data-live-at`, and says so
 * and loads that page once `X-Loan-Payments` differs from `data-live-payments`. What is being typed is not lost: then it only
 * says so. A look that fails changes nothing.
 */
export function livePayments(root: HTMLElement): void {
  const timer = setInterval(async () => {
    if (!root.isConnected) clearInterval(timer);
    else if (!document.hidden) await look();
  }, lookMs);
  const { liveAt } = root.dataset;
  const look = async (): Promise<void> => {
    const answer = await fetch(liveAt ?? location.href, { method: 'HEAD' }).catch(() => null);
    const mark = answer?.headers.get('X-Loan-Payments') ?? null;
    if (mark === null || mark === root.dataset.livePayments) return;
    clearInterval(timer);
    const says = root.querySelector('[data-live-news]');
    if (says) says.textContent = root.dataset.news ?? '';
    if (!document.activeElement?.matches('input, textarea') && !document.querySelector('dialog[open]')) {
      setTimeout(() => (liveAt === undefined ? location.reload() : location.assign(liveAt)), 1_500);
    }
  };
}
