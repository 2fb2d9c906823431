import { bridgeFailureEvent } from '#domain/bridge/failure.ts';
import { afterLoad } from './after-load.ts';
import { type Behaviours, behaveAs, enliven } from './enliven.ts';
import { hostConfig } from './host-data.ts';
import { backLink, hostLink, watchBankFlow } from './host-links.ts';
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
  enliven(document);
  watchBankFlow();
  afterLoad(() => void keepWorker());
}
