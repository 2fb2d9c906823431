import type { ReactNode } from 'react';
import styles from './image-grid.module.css';

/** Images three a row, each linked to the full size; `nameOf` numbers from 1. */
export function ImageGrid({
  images,
  label,
  nameOf,
}: {
  readonly images: readonly string[];
  readonly label: string;
  readonly nameOf: (number: number) => string;
}): ReactNode {
  return (
    <ul className={styles.grid} aria-label={label}>
      {images.map((image, index) => (
        <li className={styles.tile} key={image}>
          <a href={image}>
            <img src={image} alt={nameOf(index + 1)} width="120" height="120" loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  );
}
