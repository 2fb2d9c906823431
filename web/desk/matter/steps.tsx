import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import type { MatterKind } from '#domain/matter/matter.ts';
import { useAround, useDesk } from '../desk-context.ts';
import { deskPaths } from '../paths.ts';
import { queryOf, queueAddress } from './queue-address.ts';
import styles from './steps.module.css';

/** Navigation of a matter opened from a list: back to it, position, previous and next. */
export function Steps({ kind }: { readonly kind: MatterKind }): ReactNode {
  const desk = useDesk();
  const { place } = useAround();
  const text = deskQueueText[desk.language];
  const at = desk.isInList ? desk.parameter('at') : '';
  const query = desk.isInList ? queryOf(new URLSearchParams(desk.parameter('queue'))) : { kind };
  const beside = (way?: 'back') => queueAddress(query, { at, way }, deskPaths.nextMatter);
  return (
    <nav className={styles.steps} aria-label={text.title}>
      <a href={queueAddress(query)}>
        {query.kind === undefined ? text.back : `${text.back}: ${text[`${query.kind as MatterKind}-many`]}`}
      </a>
      {place && (
        <span>
          {place.isHere
            ? fill(text.place, { place: place.before + 1, all: place.all })
            : fill(text.left, { all: place.all })}
        </span>
      )}
      <span className={styles.end}>
        {desk.isInList && place?.before !== 0 && (
          <a href={beside('back')} rel="prev">
            {text.previousOne}
          </a>
        )}
        {place?.after !== 0 && (
          <a href={beside()} rel="next">
            {text.nextOne}
          </a>
        )}
      </span>
    </nav>
  );
}
