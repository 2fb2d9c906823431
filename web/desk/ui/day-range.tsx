import type { ReactNode } from 'react';
import { Button } from '#ui/form/button.tsx';
import { Acts } from './acts.tsx';
import { TextField } from './field.tsx';
import { Pairs } from './fields.tsx';

export function DayRange({
  action,
  ids,
  fromDay,
  throughDay,
  text,
  isWrong,
  children,
}: {
  readonly action: string;
  /** Query parameters of the two fields. */
  readonly ids: readonly [from: string, through: string];
  readonly fromDay: string;
  readonly throughDay: string;
  readonly text: Readonly<Record<'from' | 'through' | 'badDays' | 'show', string>>;
  /** Whether the last request had no days, or days in the wrong order. */
  readonly isWrong: boolean;
  /** Hidden fields for the other parameters of the address. */
  readonly children?: ReactNode;
}): ReactNode {
  const [fromId, throughId] = ids;
  return (
    <form className="narrow g2" method="get" action={action}>
      {children}
      <Pairs>
        <TextField
          id={fromId}
          label={text.from}
          value={fromDay}
          maxLength={10}
          error={isWrong ? text.badDays : undefined}
        />
        <TextField id={throughId} label={text.through} value={throughDay} maxLength={10} />
      </Pairs>
      <Acts gap={2}>
        <Button kind="second">{text.show}</Button>
      </Acts>
    </form>
  );
}
