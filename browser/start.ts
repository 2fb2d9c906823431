import { bridgeFailureEvent } from '#domain/bridge/failure.ts';
import { afterLoad } from './after-load.ts';
import { hostConfig } from './host-data.ts';
import { backLink, hostLink, watchBankFlow } from './host-links.ts';
import { type Behaviours, behaveAs, hydrateBehaviours } from './hydrate-behaviours.ts';
import { languageSwitch } from './language-switch.ts';
import { keepWorker } from './service-worker/keep-worker.ts';
import { showToast } from './toast.ts';

const everyPages: Behaviours = {
  '[data-host-action]': hostLink,
  '[data-host-back]': backLink,
  '[data-language]': languageSwitch,
};

/** Starts a page: its own behaviours and those of every page; the service worker after all of it has loaded. */
export function start(behaviours: Behaviours = {}): void {
  behaveAs({ ...everyPages, ...behaviours });
  addEventListener(bridgeFailureEvent, () => showToast(hostConfig().failedText));
  hydrateBehaviours(document);
  watchBankFlow();
  afterLoad(() => void keepWorker());
}
