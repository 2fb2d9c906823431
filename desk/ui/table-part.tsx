import type { ComponentProps, ReactNode } from 'react';
import { Table } from './table.tsx';

/** A table under its own heading, with words at the end of its line; `none` stands in its place where it has no rows. */
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
    <section className="part" aria-labelledby={id}>
      <div className="line">
        <h2 id={id}>{title}</h2>
        {end && <span className="end">{end}</span>}
      </div>
      {line && <p className="sub">{line}</p>}
      {table.rows.length === 0 && none !== undefined ? (
        <p className="sub g3">{none}</p>
      ) : (
        <Table caption={title} {...table} />
      )}
    </section>
  );
}
