import type { ReactNode } from 'react';
import type { AnswerClock } from '#domain/complaint/answer-clock.ts';
import type { Market } from '#domain/market.ts';
import { Clock, ClockWords } from '../complaint/clock.tsx';
import { useDesk } from '../desk-context.ts';
import { Pager } from './pager.tsx';
import styles from './queue.module.css';

/** Something that waits in a queue, or waited. */
export interface QueueRow {
  readonly path: string;
  /** What it is called: a number or an amount. */
  readonly name: string;
  /** How long there is to answer it; an instant where it is answered, empty for none. */
  readonly when: AnswerClock | string;
  /** In whose zone that instant is shown. */
  readonly market: Market;
  /** What else there is to know of it. */
  readonly about: string;
}

/** What waits for an answer, each in a line with its clock, and the way to the next page. */
export function Queue({
  title,
  path,
  show,
  rows,
  nextCursor,
  pageSize,
}: {
  readonly title: string;
  /** The list's own path, and which part of it is shown; undefined for the usual one. */
  readonly path: string;
  readonly show: string | undefined;
  readonly rows: readonly QueueRow[];
  readonly nextCursor: string | null;
  readonly pageSize: number;
}): ReactNode {
  const desk = useDesk();
  return (
    <>
      {rows.length === 0 ? (
        <p className="sub g3">{desk.words.none}</p>
      ) : (
        <section aria-labelledby="queue">
          <h2 className="sr" id="queue">
            {title}
          </h2>
          <ol className={styles.queue}>
            {rows.map(({ path: to, name, when, market, about }) => (
              <li key={to}>
                <a href={to}>
                  <b className="num">{name}</b>
                  {typeof when === 'string' ? (
                    <ClockWords tone="plain">
                      <span className="num">{when && desk.zonedTime(when, market)}</span>
                    </ClockWords>
                  ) : (
                    <Clock clock={when} language={desk.language} />
                  )}
                  <span className={styles.about}>{about}</span>
                </a>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Pager path={path} parameters={{ show }} nextCursor={nextCursor} pageSize={pageSize} />
    </>
  );
}
