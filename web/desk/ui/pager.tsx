import type { ReactNode } from 'react';
import { fill } from '#content/text-pack.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import { exportPath } from '../paths.ts';
import styles from './pager.module.css';

/** Adds query parameters to a path; leaves out those that are empty. */
export function addressOf(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(parameters).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** The end of a list: when it was read, and links to its file, its first and its next page. */
export function Pager({
  path,
  parameters = {},
  nextCursor,
  pageSize,
  file,
}: {
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string | undefined>>;
  readonly nextCursor: string | null;
  readonly pageSize: number;
  /** File name of the whole list with the same filters. */
  readonly file?: string;
}): ReactNode {
  const desk = useDesk();
  const isFirst = desk.parameter('from') === '';
  return (
    <p className={styles.pages}>
      <span className="sub">{fill(desk.words.asOf, { time: desk.zonedTime(desk.now) })}</span>
      {file !== undefined && desk.may('export') && (
        <a className={styles.first} href={addressOf(exportPath(file), parameters)}>
          {desk.words.exportList}
        </a>
      )}
      <span className={styles.end} />
      {!isFirst && (
        <a className={styles.first} href={addressOf(path, parameters)}>
          {desk.words.first}
        </a>
      )}
      {nextCursor !== null && (
        <ButtonLink kind="second" href={addressOf(path, { ...parameters, from: nextCursor })}>
          {fill(desk.words.next, { count: pageSize })}
        </ButtonLink>
      )}
    </p>
  );
}
