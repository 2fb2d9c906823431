import type { ReactNode } from 'react';
import styles from './chips.module.css';

/** One of a few choices by a tap, side by side; radios, so that a form sends the chosen one without script. */
export function Chips({
  name,
  legend,
  chips,
  chosen,
  isWide = false,
  error,
}: {
  readonly name: string;
  readonly legend: string;
  readonly chips: readonly { readonly value: string; readonly label: ReactNode }[];
  /** The value of the chosen one; none where it is another. */
  readonly chosen: string;
  /** Whether the labels are amounts, two of which fill a line of a phone. */
  readonly isWide?: boolean;
  /** What was wrong with a choice that was sent, and what to do. */
  readonly error?: string | undefined;
}): ReactNode {
  const errorId = `${name}-error`;
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      <div className={isWide ? styles.wide : styles.chips}>
        {chips.map(({ value, label }) => (
          <label key={value} className={styles.chip}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={errorId} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
