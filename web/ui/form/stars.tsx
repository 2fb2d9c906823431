import type { ReactNode } from 'react';
import { Icon, starIcon } from '../frame/icons.tsx';
import styles from './stars.module.css';

/** What a star rating says. */
export interface StarsText {
  /** The group's name, for those who do not see the stars. */
  readonly legend: string;
  /** The name of each star, from 1 to 5. */
  readonly names: readonly [string, string, string, string, string];
  readonly worst: string;
  readonly best: string;
}

/** One to five stars, a radio group named `name`; none is chosen at first and one is required. */
export function Stars({
  name,
  idPrefix,
  text,
  errorId,
}: {
  readonly name: string;
  /** Begins the ids, which have to differ where a page has two such groups. */
  readonly idPrefix: string;
  readonly text: StarsText;
  /** The id of the error that belongs to this group, while there is one. */
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
