import type { BridgeAction } from '#domain/bridge/actions.ts';
import { afterLoad } from './after-load.ts';
import { hasHost, sendToHost } from './bridge.ts';
import { hostConfig } from './host-data.ts';

/**
 * Asks the host when the link is clicked; the browser follows it where there is no host or the host failed (BRIDGE-2, BRIDGE-3).
 * Shows a link without an address where there is a host.
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
 * The way back: closes the web view where there is no history, asks for the home tab where it leaves our pages (BRIDGE-2). Shows
 * a link without an address where there is a host.
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
 * Reloads the page after the host's bank flow and tells the host that it ended (BRIDGE-1). The mark is in the history entry, so
 * that a reload by the host counts too.
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
