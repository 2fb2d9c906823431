import type { ReactNode } from 'react';
import type { ContactRow } from '../support/contact-rows.ts';
import { LinkLine, LinkList } from '../ui/frame/link-list.tsx';

/** Where to turn with what this page cannot take: each way to reach a person, and the page of all of them (COMP-1). */
export function SupportLinks({
  rows,
  serviceLink,
  service,
}: {
  readonly rows: readonly ContactRow[];
  readonly serviceLink: string;
  readonly service: string;
}): ReactNode {
  return (
    <LinkList>
      {rows.map(
        ({ label, value, link }) =>
          link && (
            <LinkLine key={link} href={link}>
              <small>{label}</small>
              {value}
            </LinkLine>
          ),
      )}
      <LinkLine href={serviceLink}>{service}</LinkLine>
    </LinkList>
  );
}
