import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { Summary } from '#ui/figures/summary.tsx';
import { Button } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import styles from './sift.module.css';

/** A form that filters and sorts a list; a fold on a phone. */
export function Sift({
  action,
  hidden,
  isOpen = false,
  children,
}: {
  readonly action: string;
  /** Filters of the address that have no field. */
  readonly hidden: Readonly<Record<string, string | undefined>>;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const desk = useDesk();
  const text = deskQueueText[desk.language];
  return (
    <details className={styles.sift} open={isOpen}>
      <Summary>{text.sift}</Summary>
      <form className={styles.fields} method="get" action={action}>
        {Object.entries(hidden).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {children}
        <Button kind="second">{text.apply}</Button>
      </form>
    </details>
  );
}
