import type { BridgeAction } from '#domain/bridge/actions.ts';
import { hasHost, sendToHost } from './bridge.ts';
import { hostConfig } from './host-data.ts';

/**
 * A plain link that a host can do better: a click asks the host when there is one, and leaves the link to the browser
 * when there is none or the host failed (BRIDGE-2, BRIDGE-3).
 */
export function hostLink(link: HTMLElement): void {
  const action = JSON.parse(link.dataset.hostAction ?? '{}') as BridgeAction;
  link.addEventListener('click', (event) => {
    const config = hostConfig();
    if (hasHost(config) && sendToHost(config, action) === 'sent') event.preventDefault();
  });
}

/** The way back: at the start of the host's web view, where nothing is to go back to, it closes the view (BRIDGE-2). */
export function backLink(link: HTMLElement): void {
  link.addEventListener('click', (event) => {
    const config = hostConfig();
    if (history.length > 1 || !hasHost(config)) return;
    if (sendToHost(config, { name: 'closeWebView' }) === 'sent') event.preventDefault();
  });
}
