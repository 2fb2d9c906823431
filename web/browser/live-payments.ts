import { selectorOf } from './marks.ts';
import { isTyped, typedFields } from './typed-fields.ts';

const lookMs = 20_000;

/**
 * Checks every 20 s, while the page is visible, the header `X-Loan-Payments` of this page or of `data-live-at`, and reloads when
 * it changes. Announces a payment if its leading number grew. With unsent text on the page it only announces. Ignores failed
 * checks.
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
