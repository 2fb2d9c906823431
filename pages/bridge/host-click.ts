import type { MouseEvent } from 'react';
import { type HostConfig, hasHost, sendToHost } from '#browser/bridge.ts';
import type { BridgeAction } from '#domain/bridge/actions.ts';

/**
 * A click handler for a plain link that a host can do better: asks the host when there is one, and leaves the link to
 * the browser when there is none or the host failed (BRIDGE-2, BRIDGE-3).
 */
export function hostClick(config: HostConfig, action: BridgeAction): (event: MouseEvent) => void {
  return (event) => {
    if (hasHost(config) && sendToHost(config, action) === 'sent') event.preventDefault();
  };
}
