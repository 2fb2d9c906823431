import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import styles from './second-person.module.css';

/** Whether one person may do it alone, or why not. */
export function SecondPersonNote({
  icon = 'two',
  tone,
  id,
  isAlert = false,
  children,
}: {
  readonly icon?: IconName;
  readonly tone?: 'warn' | undefined;
  readonly id?: string;
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <p className={styles.note} data-tone={tone} id={id} role={isAlert ? 'alert' : undefined}>
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}
