import { selectorOf } from './marks.ts';
import { isTyped, typedFields } from './typed-fields.ts';

const lookMs = 20_000;

/**
 * Checks the header `X-Loan-Payments` of this page (or of `data-live-at`) every 20 s while the page is visible. When the header
 * changes, announces it and reloads; with unsent text on the page it only announces. The header begins with a number: if that
 * grew, the news is a payment. Ignores failed checks.
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
