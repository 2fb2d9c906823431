import type { ReactNode } from 'react';
import { Chips } from './chips.tsx';
import { PageHead } from './page-head.tsx';

/** The head of a list: its title, what it is, and which part of it is shown. */
export function ListHead<State extends string>({
  text,
  path,
  states,
  chosen,
}: {
  readonly text: Readonly<Record<State | 'title' | 'line' | 'filter', string>>;
  readonly path: string;
  /** The first is shown where the address names none. */
  readonly states: readonly State[];
  readonly chosen: State;
}): ReactNode {
  return (
    <>
      <PageHead>
        <h1>{text.title}</h1>
        <p className="sub">{text.line}</p>
      </PageHead>
      <Chips
        path={path}
        label={text.filter}
        choices={states.map((state) => [state, text[state]])}
        chosen={chosen}
      />
    </>
  );
}
