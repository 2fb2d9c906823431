import type { ComponentProps, ReactNode } from 'react';
import { Table } from './table.tsx';

/** A table under its own heading; `none` stands in its place where it has no rows. */
export function TablePart<Row>({
  id,
  title,
  none,
  ...table
}: Omit<ComponentProps<typeof Table<Row>>, 'caption'> & {
  readonly id: string;
  readonly title: string;
  readonly none?: string;
}): ReactNode {
  return (
    <section className="part" aria-labelledby={id}>
      <div className="line">
        <h2 id={id}>{title}</h2>
      </div>
      {table.rows.length === 0 && none !== undefined ? (
        <p className="sub g3">{none}</p>
      ) : (
        <Table caption={title} {...table} />
      )}
    </section>
  );
}
