import type { ReactNode } from 'react';
import { peopleIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import styles from './second-person.module.css';

export function SecondPersonNote({
  icon = peopleIcon,
  tone,
  id,
  isAlert = false,
  children,
}: {
  readonly icon?: string;
  readonly tone?: 'warn' | undefined;
  readonly id?: string;
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <p className={styles.note} data-tone={tone} id={id} role={isAlert ? 'alert' : undefined}>
      <SmallIcon path={icon} />
      <span>{children}</span>
    </p>
  );
}
