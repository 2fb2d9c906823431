import type { ReactNode } from 'react';
import { fill } from '#content/text-pack.ts';
import type { Market } from '#domain/market.ts';
import { useDesk } from '../desk-context.ts';
import { deskPaths } from '../paths.ts';
import styles from './audit-line.module.css';
import { addressOf } from './pager.tsx';

export function AuditText({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles.audit}>{children}</p>;
}

/** Last line of a page with personal data: says that opening it was logged, and links to the audit log of its subject. */
export function AuditLine({
  subject,
  borrowerId,
  market,
}: {
  readonly subject: string;
  readonly borrowerId?: string | undefined;
  /** The market in whose time zone the page shows times. */
  readonly market: Market;
}): ReactNode {
  const desk = useDesk();
  const { words } = desk;
  return (
    <AuditText>
      <span>{fill(words.logged, { name: desk.person.name, time: desk.zonedTime(desk.now, market) })}</span>
      {desk.may('see-audit') && <a href={addressOf(deskPaths.audit, { about: subject })}>{words.auditOf}</a>}
      {desk.may('see-audit') && borrowerId !== undefined && (
        <a href={addressOf(deskPaths.audit, { borrower: borrowerId })}>{words.auditOfBorrower}</a>
      )}
    </AuditText>
  );
}
