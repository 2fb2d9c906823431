import type { ReactNode } from 'react';
import { Icon, starIcon } from '../frame/icons.tsx';
import styles from './stars.module.css';

export interface StarsText {
  readonly legend: string;
  readonly names: readonly [string, string, string, string, string];
  readonly worst: string;
  readonly best: string;
}

/** A required radio group of one to five stars; none is chosen at first. */
export function Stars({
  name,
  idPrefix,
  text,
  errorId,
}: {
  readonly name: string;
  /** Makes ids unique on a page with two ratings. */
  readonly idPrefix: string;
  readonly text: StarsText;
  readonly errorId?: string | undefined;
}): ReactNode {
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="sr">{text.legend}</legend>
      <div className={styles.stars}>
        {text.names.map((starName, index) => [
          <input
            key="input"
            className="sr"
            type="radio"
            name={name}
            id={`${idPrefix}${index + 1}`}
            value={index + 1}
            required
          />,
          <label key="label" htmlFor={`${idPrefix}${index + 1}`}>
            <Icon path={starIcon} size={40} strokeWidth={1.5} isFillable />
            <span className="sr">{starName}</span>
          </label>,
        ])}
      </div>
      <p className={styles.ends}>
        <span>{text.worst}</span>
        <span>{text.best}</span>
      </p>
    </fieldset>
  );
}
