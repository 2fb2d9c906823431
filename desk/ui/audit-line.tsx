import type { ReactNode } from 'react';
import { fill } from '#content/text-pack.ts';
import type { Market } from '#domain/market.ts';
import { useDesk } from '../desk-context.ts';
import { deskPaths } from '../paths.ts';
import styles from './audit-line.module.css';

/** The last line of a page. */
export function AuditText({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles.audit}>{children}</p>;
}

/** The last line of a page whose opening was logged, with the log of its subject for those who may see it. */
export function AuditLine({
  subject,
  market,
}: {
  readonly subject: string;
  /** In whose zone the other times of the page are. */
  readonly market: Market;
}): ReactNode {
  const desk = useDesk();
  const { words } = desk;
  return (
    <AuditText>
      <span>{fill(words.logged, { name: desk.person.name, time: desk.time(desk.now, market) })}</span>
      {desk.may('see-audit') && (
        <a href={`${deskPaths.audit}?about=${encodeURIComponent(subject)}`}>{words.auditOf}</a>
      )}
    </AuditText>
  );
}
