import type { ReactNode } from 'react';
import styles from './chips.module.css';

/** Radio buttons as chips; without script too the form sends the chosen one. */
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
  /** Value of the chosen chip; any other value chooses none. */
  readonly chosen: string;
  /** For amounts: two fill a line of a phone. */
  readonly isWide?: boolean;
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
