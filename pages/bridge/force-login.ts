import { type ReactNode, useEffect } from 'react';
import { type HostConfig, hasHost, sendToHost } from '#browser/bridge.ts';

/** Asks the host once to log the borrower in; in a plain browser the page's own link does it (SESS-4, BRIDGE-2). */
export function ForceLogin({ config }: { readonly config: HostConfig }): ReactNode {
  useEffect(() => {
    if (hasHost(config)) sendToHost(config, { name: 'forceLogin' });
  }, [config]);
  return null;
}
