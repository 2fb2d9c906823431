import type { ReactNode } from 'react';
import { telephoneAddress } from '../../native-bridge/bridge.ts';
import { LinkLine, LinkList } from '../../ui/link-list.tsx';

/** How to reach customer service: each empty where there is no such way. */
export interface SupportWays {
  readonly telephone: string;
  readonly email: string;
  readonly serviceLink: string;
}

/** Where to turn with what this page cannot take (COMP-1). */
export function SupportLinks({
  telephone,
  email,
  serviceLink,
  text,
}: SupportWays & { readonly text: { readonly service: string } }): ReactNode {
  const callAddress = telephoneAddress(telephone);
  return (
    <LinkList>
      {callAddress && (
        <LinkLine href={callAddress}>
          <span className="num">{telephone}</span>
        </LinkLine>
      )}
      {email && <LinkLine href={`mailto:${encodeURIComponent(email)}`}>{email}</LinkLine>}
      <LinkLine href={serviceLink}>{text.service}</LinkLine>
    </LinkList>
  );
}
