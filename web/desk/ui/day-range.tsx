import type { ReactNode } from 'react';
import { fill } from '#content/text-pack.ts';
import { longestRangeDays } from '#contract/host-call.ts';
import { daysBetween, typedDay } from '#domain/calendar.ts';
import { Button } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { Acts } from './acts.tsx';
import { TextField } from './field.tsx';
import { Pairs } from './fields.tsx';

/** Why a range of days is refused, and at which field; null for a possible range. */
export function dayRangeFault(
  [from, through]: readonly [string, string],
  { words }: Pick<OpenDesk, 'words'>,
): { readonly at: 'from' | 'through'; readonly words: string } | null {
  const [first, last] = [typedDay(from), typedDay(through)];
  if (first === null) return { at: 'from', words: fill(words.rangeDay, { value: from }) };
  if (last === null) return { at: 'through', words: fill(words.rangeDay, { value: through }) };
  const count = daysBetween(first, last) + 1;
  if (count < 1) return { at: 'through', words: fill(words.rangeOrder, { from, through }) };
  if (count <= longestRangeDays) return null;
  return { at: 'through', words: fill(words.rangeLong, { from, through, count, max: longestRangeDays }) };
}

export function DayRange({
  action,
  ids,
  fromDay,
  throughDay,
  text,
  children,
}: {
  readonly action: string;
  /** Query parameters of the two fields. */
  readonly ids: readonly [from: string, through: string];
  readonly fromDay: string;
  readonly throughDay: string;
  readonly text: Readonly<Record<'from' | 'through' | 'show', string>>;
  /** Hidden fields for the other parameters of the address. */
  readonly children?: ReactNode;
}): ReactNode {
  const [fromId, throughId] = ids;
  const fault = dayRangeFault([fromDay, throughDay], useDesk());
  const errorAt = (at: 'from' | 'through') => (fault?.at === at ? fault.words : undefined);
  return (
    <form className="narrow g2" method="get" action={action}>
      {children}
      <Pairs>
        <TextField
          id={fromId}
          label={text.from}
          value={fromDay}
          maxLength={10}
          error={errorAt('from')}
          hasFocus={fault?.at === 'from'}
        />
        <TextField
          id={throughId}
          label={text.through}
          value={throughDay}
          maxLength={10}
          error={errorAt('through')}
          hasFocus={fault?.at === 'through'}
        />
      </Pairs>
      <Acts gap={2}>
        <Button kind="second">{text.show}</Button>
      </Acts>
    </form>
  );
}
