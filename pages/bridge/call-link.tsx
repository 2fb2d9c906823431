import type { ReactNode } from 'react';
import { type HostConfig, telephoneAddress } from '#browser/bridge.ts';
import { hostClick } from './host-click.ts';

/** A telephone number to call: a `tel:` link, through the host where there is one (BRIDGE-2, SERVICE-1). */
export function CallLink({
  config,
  telephone,
  className,
  children = telephone,
}: {
  readonly config: HostConfig;
  /** Digits, blanks, brackets, hyphens and a leading plus, 3 to 20 of them. */
  readonly telephone: string;
  readonly className?: string;
  readonly children?: ReactNode;
}): ReactNode {
  const address = telephoneAddress(telephone);
  if (address === null) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={address} onClick={hostClick(config, { name: 'callTelephone', telephone })}>
      {children}
    </a>
  );
}
