import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import { Button } from '#ui/form/button.tsx';
import { Check } from '#ui/form/check.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useDesk } from '../desk-context.ts';
import styles from './ticks.module.css';

/** A list with a box for each row, and the bar that previews an act on the ticked ones. */
export function Ticks({
  action,
  hidden,
  count,
  everyPage,
  acts,
  children,
}: {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** Number of rows in the whole list; null if no act applies to several rows. */
  readonly count: number | null;
  /** Label of the box for the whole list, if its rows are not counted. */
  readonly everyPage?: string | undefined;
  readonly acts: readonly (readonly [value: string, words: string])[];
  readonly children: ReactNode;
}): ReactNode {
  const desk = useDesk();
  const text = deskQueueText[desk.language];
  if (count === null || acts.length === 0) return children;
  return (
    <form className={styles.pickable} method="post" action={action}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className={styles.bulk}>
        <span className={styles.picked}>{text.ticked}</span>
        <Check id="every" name="every" value="yes">
          {everyPage ?? fill(text.everyPage, { count })}
        </Check>
        <div className={styles.end}>
          <SelectField id="do" label={text.act} chosen={acts[0]?.[0] ?? ''} choices={acts} />
          <Button>{text.preview}</Button>
        </div>
      </div>
      <p className="hint g2">{text.nothingYet}</p>
    </form>
  );
}

/** The box of a row. @param words its name for screen readers. */
export function TickAct({
  value,
  words,
  isTicked = false,
}: {
  readonly value: string;
  readonly words: string;
  readonly isTicked?: boolean;
}): ReactNode {
  return (
    <label>
      <input type="checkbox" name="row" value={value} defaultChecked={isTicked} />
      <span className="sr">{words}</span>
    </label>
  );
}
