import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import { deskRoles, mayDo } from '#domain/desk/role.ts';
import { actToAnswer, type MatterKind } from '#domain/matter/matter.ts';
import { useDesk, useQueueStatus } from '../desk-context.ts';
import { deskPaths } from '../paths.ts';
import { addressOf } from '../ui/pager.tsx';
import { queryOf, queueAddress } from './queue-address.ts';
import styles from './steps.module.css';

/** Links back to the list that a matter was opened from, its position in it, the previous and next matter, and who may end an open one. */
export function Steps({ kind }: { readonly kind: MatterKind }): ReactNode {
  const desk = useDesk();
  const { place } = useQueueStatus();
  const text = deskQueueText[desk.language];
  const at = desk.isInList ? desk.parameter('at') : '';
  const query = desk.isInList ? queryOf(new URLSearchParams(desk.parameter('queue'))) : { kind };
  const beside = (way?: 'back') => addressOf(deskPaths.nextMatter, { ...query, at, way });
  const isOthers = !desk.may(actToAnswer[kind]) && (place?.isHere ?? true);
  const roles = deskRoles.filter((role) => mayDo([role], actToAnswer[kind]));
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
      {isOthers && <b>{fill(text.endedBy, { roles: roles.map((role) => desk.words[role]).join(', ') })}</b>}
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
