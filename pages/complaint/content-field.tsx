import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { complaintNextText } from '#content/messages/complaint-next.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { complaintMaxGraphemes } from '#domain/complaint/complaint.ts';
import { countGraphemes } from '#domain/graphemes.ts';
import styles from '../ui/form/counted-text-area.module.css';
import fieldStyles from '../ui/form/field.module.css';
import { FieldError } from '../ui/form/field-error.tsx';
import areaStyles from '../ui/form/text-area.module.css';
import { limitText } from './limit-text.ts';

const announcedAt: readonly number[] = [20, 10, 0];

/**
 * The text of a complaint with its counter (COMP-2). Without script `maxlength` stops the rest and the server counts; with
 * script it counts what a person would call characters, and says aloud when few are left.
 */
export function ContentField({
  area,
  text,
  initial,
  error,
  onContent,
}: {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: TextsIn<typeof complaintNextText>;
  readonly initial: string;
  readonly error: string | undefined;
  readonly onContent: (content: string) => void;
}): ReactNode {
  const [count, setCount] = useState(() => countGraphemes(initial));
  const [isScripted, setIsScripted] = useState(false);
  useEffect(() => setIsScripted(true), []);
  const left = complaintMaxGraphemes - count;
  const take = (element: HTMLTextAreaElement) => {
    const limited = limitText({ value: element.value, caret: element.selectionStart }, complaintMaxGraphemes);
    if (limited.value !== element.value) {
      element.value = limited.value;
      element.setSelectionRange(limited.caret, limited.caret);
    }
    setCount(countGraphemes(limited.value));
    onContent(limited.value);
  };
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor="content">
        {text.content}
      </label>
      <p className={fieldStyles.hint} id="content-hint">
        {text.contentHint}
      </p>
      <div className={fieldStyles.hold}>
        <textarea
          ref={area}
          id="content"
          name="readComplaint"
          className={areaStyles.area}
          defaultValue={initial}
          maxLength={isScripted ? undefined : complaintMaxGraphemes}
          aria-required="true"
          aria-invalid={error ? true : undefined}
          aria-describedby={`content-hint content-count${error ? ' content-error' : ''}`}
          onInput={(event) => {
            if (!(event.nativeEvent as InputEvent).isComposing) take(event.currentTarget);
          }}
          onCompositionEnd={(event) => take(event.currentTarget)}
        />
      </div>
      <p className={styles.counter} id="content-count">
        <span className="sr">{text.used} </span>
        {count}/{complaintMaxGraphemes}
      </p>
      <output className="sr">{announcedAt.includes(left) && fill(text.left, { count: left })}</output>
      {error && <FieldError id="content-error">{error}</FieldError>}
    </div>
  );
}
