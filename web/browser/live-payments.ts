import { selectorOf } from './marks.ts';
import { isTyped, typedFields } from './typed-fields.ts';

/** How often a page looks whether a payment arrived, ms. */
const lookMs = 20_000;

/**
 * Looks every 20 s while the page is seen, asking for its headers only, or for those of the page of `data-live-at`, and says so
 * and loads that page once `X-Loan-Payments` differs from `data-live-payments`. It says that a payment arrived where the number
 * that this begins with grew. What is being typed, or was and is not sent, is not lost: then it only says so. A look that fails changes nothing.
 */
export function livePayments(root: HTMLElement): void {
  const timer = setInterval(async () => {
    if (!root.isConnected) clearInterval(timer);
    else if (!document.hidden) await look();
  }, lookMs);
  const { liveAt, livePayments: before = '', news, otherNews } = root.dataset;
  const look = async (): Promise<void> => {
    const answer = await fetch(liveAt ?? location.href, { method: 'HEAD' }).catch(() => null);
    const mark = answer?.headers.get('X-Loan-Payments') ?? null;
    if (mark === null || mark === before) return;
    clearInterval(timer);
    const says = root.querySelector(selectorOf('liveNews'));
    const isPayment = Number.parseInt(mark, 10) > Number.parseInt(before, 10);
    if (says) says.textContent = (isPayment ? news : otherNews) ?? '';
    const isTyping = document.activeElement?.matches('input, textarea') || typedFields().some(isTyped);
    if (!isTyping && !document.querySelector('dialog[open]')) {
      setTimeout(() => (liveAt === undefined ? location.reload() : location.assign(liveAt)), 1_500);
    }
  };
}
