import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { complaintMaxGraphemes } from '#domain/complaint/complaint.ts';
import { countGraphemes } from '#domain/graphemes.ts';
import fieldStyles from '#ui/form/field.module.css';
import { FieldError } from '#ui/form/field-error.tsx';
import { Hold } from '#ui/form/hold.tsx';
import areaStyles from '#ui/form/text-area.module.css';
import styles from './complaint-form.module.css';
import { browserStorage, keepDraft, readDraft } from './draft.ts';
import { limitText } from './limit-text.ts';

/** `{count}` in `left` is the number of characters left. */
export type ComplaintTextText = Readonly<Record<'content' | 'contentHint' | 'used' | 'left', string>>;

/** Screen readers hear the counter at these numbers of characters left. */
const announcedAt: readonly number[] = [20, 10, 0];

/**
 * The text of a complaint with its counter (COMP-2). With script it counts graphemes and stores a draft (COMP-4); without,
 * `maxlength` limits it and the server counts.
 */
export function ComplaintText({
  area,
  first,
  usedCount,
  error,
  errorKey,
  userId,
  text,
}: {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly first: string;
  readonly usedCount: number;
  readonly error: string | undefined;
  /** Changes when the same error is shown again, so that screen readers repeat it. */
  readonly errorKey: number;
  readonly userId: string;
  readonly text: ComplaintTextText;
}): ReactNode {
  const [count, setCount] = useState(usedCount);
  const [isCounting, setCounting] = useState(false);
  const [said, setSaid] = useState('');
  const [mendedKey, setMendedKey] = useState(-1);
  // Typing again removes the error.
  const shownError = mendedKey === errorKey ? undefined : error;

  const take = (): void => {
    const field = area.current;
    if (!field) return;
    const limited = limitText({ value: field.value, caret: field.selectionStart }, complaintMaxGraphemes);
    if (limited.value !== field.value) {
      field.value = limited.value;
      field.setSelectionRange(limited.caret, limited.caret);
    }
    const used = countGraphemes(limited.value);
    const left = complaintMaxGraphemes - used;
    setCount(used);
    setSaid(announcedAt.includes(left) ? text.left.replace('{count}', String(left)) : '');
    keepDraft(userId, { content: limited.value }, browserStorage(), Date.now());
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island comes to life.
  useEffect(() => {
    const field = area.current;
    if (field?.value === '') field.value = readDraft(userId, browserStorage(), Date.now())?.content ?? '';
    setCounting(true);
    take();
  }, []);

  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor="content">
        {text.content}
      </label>
      <p className={fieldStyles.hint} id="content-hint">
        {text.contentHint}
      </p>
      <Hold>
        <textarea
          ref={area}
          id="content"
          name="content"
          className={areaStyles.area}
          defaultValue={first}
          maxLength={isCounting ? undefined : complaintMaxGraphemes}
          aria-required="true"
          aria-invalid={shownError ? true : undefined}
          aria-describedby="content-hint content-count content-error"
          onInput={({ nativeEvent }) => {
            setMendedKey(errorKey);
            if (!(nativeEvent as InputEvent).isComposing) take();
          }}
          onCompositionEnd={take}
        />
      </Hold>
      <p className={styles.counter} id="content-count">
        <span className="sr">{text.used} </span>
        {`${count}/${complaintMaxGraphemes}`}
      </p>
      <output className="sr">{said}</output>
      {shownError && (
        <FieldError key={errorKey} id="content-error">
          {shownError}
        </FieldError>
      )}
    </div>
  );
}
