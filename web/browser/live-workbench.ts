import { documentOf, fill } from './answer.ts';
import { selectorOf } from './marks.ts';

/** How often the workbench looks for calls that passed, ms. */
const lookMs = 2_000;

/**
 * Looks every 2 s while the page is seen, asking for the headers of the address in `data-live-workbench`, and writes the calls and findings anew
 * once `X-Workbench` changed; folds that are open stay so. A look that fails changes nothing.
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
