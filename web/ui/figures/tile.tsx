import type { ReactNode } from 'react';
import { Icon } from '../frame/icons.tsx';
import styles from './tile.module.css';

/** The picture at the head of a row or card: a logo, else a drawing. */
export function Tile({
  icon,
  logo,
}: {
  /** An outline of `icons.tsx` or a drawing of its own, where there is no logo. */
  readonly icon: ReactNode;
  /** A checked address of an image. */
  readonly logo?: string | null | undefined;
}): ReactNode {
  const drawing = typeof icon === 'string' ? <Icon path={icon} /> : icon;
  return (
    <span className={styles.tile}>{logo ? <img src={logo} width="40" height="40" alt="" /> : drawing}</span>
  );
}
