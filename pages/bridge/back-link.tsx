import type { MouseEvent, ReactNode } from 'react';
import { type HostConfig, hasHost, sendToHost } from '#browser/bridge.ts';

/**
 * The way back: a plain link, and where the host's web view has nothing to go back to, the view closes (BRIDGE-2).
 * `label` names the link for those who do not see its picture.
 */
export function BackLink({
  config,
  href,
  label,
  className,
  children,
}: {
  readonly config: HostConfig;
  readonly href: string;
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <a className={className} href={href} aria-label={label} onClick={closeAtStart(config)}>
      {children}
    </a>
  );
}

/** What a click on the way back does before its link does: at the start of the host's web view it closes the view. */
export function closeAtStart(config: HostConfig): (event: MouseEvent) => void {
  return (event) => {
    if (history.length > 1 || !hasHost(config)) return;
    if (sendToHost(config, { name: 'closeWebView' }) === 'sent') event.preventDefault();
  };
}
