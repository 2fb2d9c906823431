import { bridgeFailureEvent } from '#domain/bridge/failure.ts';
import { afterLoad } from './after-load.ts';
import { hostConfig } from './host-data.ts';
import { backLink, hostLink, watchBankFlow } from './host-links.ts';
import { type Behaviours, hydrateBehaviours, registerBehaviours } from './hydrate-behaviours.ts';
import { forgetVouchersOfOthers } from './kept-vouchers.ts';
import { type MarkName, selectorOf } from './marks.ts';
import { keepWorker } from './service-worker/keep-worker.ts';
import { showToast } from './toast.ts';

export type MarkBehaviours = { readonly [Name in MarkName]?: Behaviours[string] };

const everyPages: MarkBehaviours = {
  hostAction: hostLink,
  hostBack: backLink,
};

/**
 * Starts a public page: modules by mark, `others` by selector, links to the host, and the service worker after loading.
 */
export function start(behaviours: MarkBehaviours = {}, others: Behaviours = {}): void {
  const ofMarks = Object.entries({ ...everyPages, ...behaviours }).map(
    ([name, behave]) => [selectorOf(name as MarkName), behave] as const,
  );
  registerBehaviours({ ...Object.fromEntries(ofMarks), ...others });
  addEventListener(bridgeFailureEvent, () => showToast(hostConfig().failedText));
  hydrateBehaviours(document);
  watchBankFlow();
  forgetVouchersOfOthers(hostConfig().owner);
  afterLoad(() => void keepWorker());
}
