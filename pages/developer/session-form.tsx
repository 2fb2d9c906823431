import type { ReactNode } from 'react';
import { sessionParameterMaxLength } from '#contract/page-query.ts';
import { type Language, languageParameter } from '#domain/language.ts';
import { Fold } from '../ui/figures/fold.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import type { PreviewText } from './preview-text.ts';
import { editableNames, otherSessionNames, type PreviewName, type PreviewValues } from './preview-values.ts';
import styles from './session-form.module.css';

/** The values that pages are opened with, to be edited; sending them writes the links anew (TEST-1). */
export function SessionForm({
  path,
  values,
  language,
  borrowerId,
  text,
}: {
  readonly path: string;
  readonly values: PreviewValues;
  readonly language: Language;
  readonly borrowerId: string;
  readonly text: PreviewText;
}): ReactNode {
  const field = (name: PreviewName): ReactNode => (
    <Field
      key={name}
      id={name}
      name={name}
      label={text[name]}
      defaultValue={values[name]}
      maxLength={sessionParameterMaxLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
  return (
    <section>
      <h2>{text.formTitle}</h2>
      <form method="get" action={path} className="stack">
        <input type="hidden" name="borrower" value={borrowerId} />
        <fieldset className={styles.languages}>
          <legend>{text.language}</legend>
          {(['es', 'en'] as const).map((each) => (
            <label key={each} className={styles.language}>
              <input
                type="radio"
                name="lang"
                value={languageParameter(each)}
                defaultChecked={each === language}
              />
              {each === 'es' ? text.spanish : text.english}
            </label>
          ))}
        </fieldset>
        <div>{editableNames.map(field)}</div>
        <Fold title={text.otherSession}>{otherSessionNames.map(field)}</Fold>
        <Button kind="second">{text.apply}</Button>
      </form>
    </section>
  );
}
