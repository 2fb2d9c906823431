import type { ReactNode } from 'react';
import { Icon } from '../frame/icons.tsx';
import styles from './tile.module.css';

/** The logo at the start of a row or card, else a drawing. */
export function Tile({
  icon,
  logo,
}: {
  /** A path of `icons.tsx` or a drawing; used without a logo. */
  readonly icon: ReactNode;
  /** A checked image address. */
  readonly logo?: string | null | undefined;
}): ReactNode {
  const drawing = typeof icon === 'string' ? <Icon path={icon} /> : icon;
  return (
    <span className={styles.tile}>{logo ? <img src={logo} width="40" height="40" alt="" /> : drawing}</span>
  );
}
