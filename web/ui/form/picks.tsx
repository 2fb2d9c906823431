import { Fragment, type ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import styles from './picks.module.css';
import { useSent } from './sent-fields.ts';

export interface PickView {
  readonly value: string;
  readonly label: string;
  readonly note: string;
  readonly figure?: string;
  /** Disabled; its note says why. */
  readonly isOff?: boolean;
}

/** A radio group. `inset` opens below the choice `opening` (`web/browser/pick-inset.ts` for browsers without `:has`). */
export function Picks({
  name,
  chosen,
  picks,
  opening = '',
  inset,
}: {
  readonly name: string;
  readonly chosen: string;
  readonly picks: readonly PickView[];
  readonly opening?: string;
  readonly inset?: ReactNode;
}): ReactNode {
  const checked = useSent(name).typed ?? chosen;
  return (
    <div className={styles.picks}>
      {picks.map(({ value, label, note, figure, isOff }) => {
        const isOpening = inset && value === opening;
        return (
          <Fragment key={value}>
            <label className={isOpening ? `${styles.pick} ${styles.opening}` : styles.pick}>
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === checked}
                disabled={isOff}
              />
              <span>
                {label}
                <small className={figure ? undefined : 'num'}>{note}</small>
              </span>
              {figure && <b className="num">{figure}</b>}
            </label>
            {isOpening && (
              <div className={styles.inset} {...marks({ pickInset: '' })}>
                {inset}
              </div>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}
