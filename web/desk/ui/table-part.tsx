import type { ComponentProps, ReactNode } from 'react';
import { Part } from './part.tsx';
import { Table } from './table.tsx';

/** A table with its heading, and text at the end of that line. `none` replaces an empty table. */
export function TablePart<Row>({
  id,
  title,
  line,
  end,
  none,
  ...table
}: Omit<ComponentProps<typeof Table<Row>>, 'caption'> & {
  readonly id: string;
  readonly title: string;
  readonly line?: string;
  readonly end?: ReactNode;
  readonly none?: string;
}): ReactNode {
  return (
    <Part id={id} title={title} end={end}>
      {line && <p className="sub">{line}</p>}
      {table.rows.length === 0 && none !== undefined ? (
        <p className="sub g3">{none}</p>
      ) : (
        <Table caption={title} {...table} />
      )}
    </Part>
  );
}
