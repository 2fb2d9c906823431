import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { type BridgeAction, telephoneAddress } from '#domain/bridge/actions.ts';

/** The mark of a link that the host handles better than the browser (BRIDGE-2). */
export function hostAction(action: BridgeAction): ReturnType<typeof marks> {
  return marks({ hostAction: JSON.stringify(action) });
}

/**
 * Attributes of a link to the host; leads to `href` without a host (BRIDGE-2). Without an address it stays hidden until script
 * finds a host.
 */
export function hostLink(
  action: BridgeAction,
  href: string,
): { readonly href: string; readonly hidden: boolean } {
  return { href, hidden: href === '', ...hostAction(action) };
}

/**
 * The way back. Script closes the web view where there is no history, or asks for the home tab where the link `leavesPages`
 * (BRIDGE-2). Without an address it stays hidden until script finds a host.
 */
export function BackLink({
  href,
  label,
  leavesPages = false,
  className,
  children,
}: {
  readonly href: string;
  readonly label: string;
  readonly leavesPages?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <a
      className={className}
      href={href}
      hidden={href === ''}
      aria-label={label}
      {...marks({ hostBack: leavesPages ? 'home' : '' })}
    >
      {children}
    </a>
  );
}

/** A `tel:` link, through the host where there is one (BRIDGE-2, SERVICE-1). */
export function CallLink({
  telephone,
  className,
  children = telephone,
}: {
  /** 3 to 20 digits, blanks, brackets, hyphens and a leading plus. */
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
