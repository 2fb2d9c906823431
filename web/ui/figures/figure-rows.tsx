import type { ReactNode } from 'react';
import arrow from './disclosure.module.css';
import styles from './figure-rows.module.css';
import { Summary } from './summary.tsx';
import { Tile } from './tile.tsx';

export function FigureRows({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={styles.rows}>{children}</ul>;
}

export function FigureRow({
  icon,
  label,
  figure,
  unit,
  hint,
}: {
  readonly icon: string;
  readonly label: string;
  readonly figure: string;
  readonly unit?: string;
  readonly hint?: ReactNode;
}): ReactNode {
  return (
    <li className={styles.row}>
      <Tile icon={icon} />
      <div>
        <p className={styles.line}>
          <span>{label}</span>{' '}
          <b>
            <span className="num">{figure}</span>
            {unit && (
              <>
                {' '}
                <small>{unit}</small>
              </>
            )}
          </b>
        </p>
        {hint && <p className="hint">{hint}</p>}
      </div>
    </li>
  );
}

export function FigureFold({
  icon,
  label,
  children,
}: {
  readonly icon: string;
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li>
      <details className={styles.fold}>
        <Summary className={`${arrow.summary} ${styles.row}`}>
          <Tile icon={icon} />
          <span>{label}</span>
        </Summary>
        <div className="stack">{children}</div>
      </details>
    </li>
  );
}
