import type { ReactNode } from 'react';
import { type LocalDate, localDate } from '#domain/calendar.ts';

/** The day that somebody chose; null for none. */
export function dayTyped(text: string): LocalDate | null {
  try {
    return localDate(text);
  } catch {
    return null;
  }
}

/** A field of one line with its label; what is wrong with it stands below it. */
export function TextField({
  id,
  name = id,
  label,
  value,
  hint,
  error,
  inputMode,
  type,
  maxLength = 400,
  isRequired = false,
}: {
  /** Also its name, where that is not another. */
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly inputMode?: 'decimal' | 'numeric';
  readonly type?: 'date';
  readonly maxLength?: number;
  readonly isRequired?: boolean;
}): ReactNode {
  const describedBy = [hint && `${id}-h`, error && `${id}-e`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="hold">
        <input
          id={id}
          name={name}
          defaultValue={value}
          inputMode={inputMode}
          type={type}
          maxLength={maxLength}
          required={isRequired}
          autoComplete="off"
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
        />
      </div>
      {hint && (
        <p className="hint" id={`${id}-h`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-e`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A choice of one among a few. */
export function ChoiceField({
  id,
  label,
  value,
  choices,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
}): ReactNode {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="hold">
        <select id={id} name={id} defaultValue={value}>
          {choices.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** A figure that a change would make another, in words. */
export interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What would change: before, and after. */
export function BeforeAfter({
  label,
  becomes,
  changes,
}: {
  readonly label: string;
  readonly becomes: string;
  readonly changes: readonly Change[];
}): ReactNode {
  return (
    <dl className="ba texts" aria-label={label}>
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{before}</dd>
          <dd className="to">
            <span aria-hidden="true">→</span>
            <span className="sr">{becomes}</span>
          </dd>
          <dd>{after}</dd>
        </div>
      ))}
    </dl>
  );
}
