import type { ReactNode } from 'react';
import { type BridgeAction, telephoneAddress } from '#domain/bridge/actions.ts';

/** What `browser/host-links.ts` reads off a link that a host can do better than the browser (BRIDGE-2). */
export function hostAction(action: BridgeAction): { readonly 'data-host-action': string } {
  return { 'data-host-action': JSON.stringify(action) };
}

/**
 * The way back: a plain link, and where the host's web view has nothing to go back to, script closes the view (BRIDGE-2).
 * `label` names the link for those who do not see its picture.
 */
export function BackLink({
  href,
  label,
  className,
  children,
}: {
  readonly href: string;
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <a className={className} href={href} aria-label={label} data-host-back="">
      {children}
    </a>
  );
}

/** A telephone number to call: a `tel:` link, through the host where there is one (BRIDGE-2, SERVICE-1). */
export function CallLink({
  telephone,
  className,
  children = telephone,
}: {
  /** Digits, blanks, brackets, hyphens and a leading plus, 3 to 20 of them. */
  readonly telephone: string;
  readonly className?: string;
  readonly children?: ReactNode;
}): ReactNode {
  const address = telephoneAddress(telephone);
  if (address === null) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={address} {...hostAction({ name: 'callTelephone', telephone })}>
      {children}
    </a>
  );
}
