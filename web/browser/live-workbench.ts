import { documentOf, fill } from './answer.ts';
import { selectorOf } from './marks.ts';

const lookMs = 2_000;

/**
 * Checks `X-Workbench` every 2 s while the page is visible and rewrites calls and findings when it changes; open folds stay open.
 * Ignores failed checks.
 */
export function liveWorkbench(root: HTMLElement): void {
  const address = root.dataset.liveWorkbench ?? location.href;
  let record: string | null = null;
  const look = async (): Promise<void> => {
    const head = await fetch(address, { method: 'HEAD' });
    const state = head.headers.get('X-Workbench');
    if (state === null || state === record) return;
    const answer = documentOf(await (await fetch(address)).text());
    record = state;
    for (const place of document.querySelectorAll(selectorOf('slot'))) {
      const news = answer.querySelector(selectorOf('slot', (place as HTMLElement).dataset.slot));
      if (!news) continue;
      for (const { id } of place.querySelectorAll('details[open]')) {
        news.querySelector(`#${id}`)?.setAttribute('open', '');
      }
      fill(place, ...news.childNodes);
    }
  };
  const timer = setInterval(() => {
    if (!root.isConnected) clearInterval(timer);
    else if (!document.hidden) look().catch(() => {});
  }, lookMs);
}
