import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { type BridgeAction, telephoneAddress } from '#domain/bridge/actions.ts';

/** What `web/browser/host-links.ts` reads off a link that a host can do better than the browser (BRIDGE-2). */
export function hostAction(action: BridgeAction): ReturnType<typeof marks> {
  return marks({ hostAction: JSON.stringify(action) });
}

/**
 * The attributes of a link to something of the host: without one it leads to `href` (BRIDGE-2). What only a host can do
 * has no address, and stays hidden until script finds a host.
 */
export function hostLink(
  action: BridgeAction,
  href: string,
): { readonly href: string; readonly hidden: boolean } {
  return { href, hidden: href === '', ...hostAction(action) };
}

/**
 * The way back: a plain link, and where the host's web view has nothing to go back to, script closes the view; one that
 * `leavesPages` asks the host for its home tab (BRIDGE-2). Without an address it stays hidden until script finds a host. `label` names the link for those who do not see its picture.
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
  /** Whether it leads to the host's main page. */
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
