import type { ReactNode } from 'react';
import { Words } from '../words.tsx';
import styles from './product-head.module.css';

/** Logo, name and note of a product, as far as known. `logo` is a checked address; a drawing replaces a missing one. */
export function ProductHead({
  logo,
  name,
  note,
}: {
  readonly logo: string | null;
  readonly name: string;
  readonly note: string;
}): ReactNode {
  if (!logo && !name && !note) return null;
  return (
    <div className={styles.head}>
      <ProductLogo logo={logo} size={40} />
      <div>
        {name && <h2>{name}</h2>}
        {note && (
          <p className="hint">
            <Words text={note} />
          </p>
        )}
      </div>
    </div>
  );
}

export function ProductLine({
  logo,
  name,
}: {
  readonly logo: string | null;
  readonly name: string;
}): ReactNode {
  if (!logo && !name) return null;
  return (
    <span className={`${styles.head} ${styles.line}`}>
      <ProductLogo logo={logo} size={24} />
      <span>{name}</span>
    </span>
  );
}

export function ProductLogo({
  logo,
  size,
}: {
  readonly logo: string | null;
  readonly size: number;
}): ReactNode {
  return logo ? (
    <img className={styles.logo} src={logo} width={size} height={size} alt="" />
  ) : (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.field} width="32" height="32" rx="8" />
      <path className={styles.sun} d="M9 20a7 7 0 0 1 14 0z" />
      <path className={styles.ground} d="M5 23.5h22" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
