import type { ReactNode } from 'react';
import { closeIcon, Icon, plusIcon } from '../frame/icons.tsx';
import gridStyles from './image-grid.module.css';
import styles from './image-tile.module.css';

/** An image beside its button to take it out; `percent` and `failure` tell of its upload. */
export function ImageTileView({
  shown,
  name,
  removeLabel,
  removeValue,
  onRemove,
  children,
}: {
  readonly shown: string;
  readonly name: string;
  readonly removeLabel: string;
  /** What the button sends as `remove` where no script takes the image out. */
  readonly removeValue: string;
  readonly onRemove: () => void;
  /** What there is to say of its upload. */
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <li className={gridStyles.tile}>
      <img src={shown} alt={name} width="120" height="120" />
      <button
        className={styles.remove}
        type="submit"
        name="remove"
        value={removeValue}
        formNoValidate
        aria-label={removeLabel}
        onClick={(event) => {
          event.preventDefault();
          onRemove();
        }}
      >
        <Icon path={closeIcon} />
      </button>
      {children && <div className={styles.status}>{children}</div>}
    </li>
  );
}

/** The tile that opens the picker of images; with script they are uploaded at once (COMP-2). */
export function AddTile({
  label,
  shortLabel,
  isDisabled,
  onFiles,
}: {
  readonly label: string;
  readonly shortLabel: string;
  readonly isDisabled: boolean;
  readonly onFiles: (input: HTMLInputElement) => void;
}): ReactNode {
  return (
    <li className={styles.add}>
      <span aria-hidden="true">
        <Icon path={plusIcon} />
      </span>
      <span aria-hidden="true">{shortLabel}</span>
      <label>
        <span className="sr">{label}</span>
        <input
          type="file"
          name="problemImage"
          accept="image/*"
          multiple
          disabled={isDisabled}
          onChange={(event) => onFiles(event.currentTarget)}
        />
      </label>
    </li>
  );
}

/** The tiles, three a row. */
export function ImageTiles({
  labelledBy,
  children,
}: {
  readonly labelledBy: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ul className={gridStyles.grid} aria-labelledby={labelledBy}>
      {children}
    </ul>
  );
}
