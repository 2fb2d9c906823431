import { bridgeFailureEvent } from '#domain/bridge/failure.ts';
import { afterLoad } from './after-load.ts';
import { hostConfig } from './host-data.ts';
import { backLink, hostLink, watchBankFlow } from './host-links.ts';
import { keepWorker } from './service-worker/keep-worker.ts';
import { showToast } from './toast.ts';

/** What a page does with the elements of a selector: each module takes its root element. */
export type Behaviours = Readonly<Record<string, (root: HTMLElement) => void>>;

const everyPages: Behaviours = { '[data-host-action]': hostLink, '[data-host-back]': backLink };

let started: Behaviours = everyPages;

/** Starts a page: its own behaviours and those of every page; the service worker after all of it has loaded. */
export function start(behaviours: Behaviours = {}): void {
  started = { ...everyPages, ...behaviours };
  addEventListener(bridgeFailureEvent, () => showToast(hostConfig().failedText));
  enliven(document);
  watchBankFlow();
  afterLoad(() => void keepWorker());
}

/** Gives the elements below `place`, and `place` itself, their behaviours. Markup put in later needs it once. */
export function enliven(place: ParentNode): void {
  for (const [selector, behave] of Object.entries(started)) {
    if (place instanceof HTMLElement && place.matches(selector)) behave(place);
    for (const root of place.querySelectorAll<HTMLElement>(selector)) behave(root);
  }
}
