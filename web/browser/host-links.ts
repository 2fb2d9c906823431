import type { BridgeAction } from '#domain/bridge/actions.ts';
import { afterLoad } from './after-load.ts';
import { hasHost, sendToHost } from './bridge.ts';
import { hostConfig } from './host-data.ts';

/**
 * A plain link that a host can do better: a click asks the host when there is one, and leaves the link to the browser
 * when there is none or the host failed (BRIDGE-2, BRIDGE-3). A link without an address is shown where there is a host.
 */
export function hostLink(link: HTMLElement): void {
  const action = JSON.parse(link.dataset.hostAction ?? '{}') as BridgeAction;
  const isHosts = !link.getAttribute('href');
  if (isHosts && hasHost(hostConfig())) show(link);
  link.addEventListener('click', (event) => {
    const config = hostConfig();
    const isSent = hasHost(config) && sendToHost(config, action) === 'sent';
    if (isSent || isHosts) event.preventDefault();
    if (isSent && action.name === 'startBankFlow') history.replaceState({ isInBankFlow: true }, '');
  });
}

function show(link: HTMLElement): void {
  for (let place: HTMLElement | null = link; place; place = place.parentElement) place.hidden = false;
}

/**
 * The way back: at the start of the host's web view, where nothing is to go back to, it closes the view, and where it
 * leads out of our pages it asks for the home tab (BRIDGE-2). One without an address is shown where there is a host.
 */
export function backLink(link: HTMLElement): void {
  const isHosts = !link.getAttribute('href');
  if (isHosts && hasHost(hostConfig())) show(link);
  link.addEventListener('click', (event) => {
    const config = hostConfig();
    const isHome = link.dataset.hostBack === 'home';
    if ((history.length > 1 && !isHome) || !hasHost(config)) return;
    const name = history.length > 1 ? 'homeTab' : 'closeWebView';
    if (sendToHost(config, { name }) === 'sent' || isHosts) event.preventDefault();
  });
}

/**
 * Coming back from the host's bank flow: the page loads anew, for what was added there, and then says that the flow is
 * over (BRIDGE-1). The mark stands in the history entry, so that any load of the page by the host does as well.
 */
export function watchBankFlow(): void {
  const isBack = (): boolean => history.state?.isInBankFlow === true && !document.hidden;
  document.addEventListener('visibilitychange', () => {
    if (isBack()) location.reload();
  });
  if (!isBack()) return;
  history.replaceState(null, '');
  afterLoad(() => sendToHost(hostConfig(), { name: 'endBankFlow' }));
}
