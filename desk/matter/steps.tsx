import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import type { MatterKind } from '#domain/matter/matter.ts';
import { useDesk } from '../desk-context.ts';
import { deskPaths } from '../paths.ts';
import { Crumb } from '../ui/page-head.tsx';
import { queryOf, queueAddress } from './queue-address.ts';

/** The way back to the queue that a matter was opened from, and on to the next one there. */
export function Steps({ kind }: { readonly kind: MatterKind }): ReactNode {
  const desk = useDesk();
  const text = deskQueueText[desk.language];
  const from = desk.parameter('queue');
  const at = desk.parameter('at');
  const query = at === '' ? { kind } : queryOf(new URLSearchParams(from));
  return (
    <Crumb>
      <a href={queueAddress(query)}>
        {query.kind === undefined ? text.back : `${text.back}: ${text[`${query.kind as MatterKind}-many`]}`}
      </a>{' '}
      ·{' '}
      <a href={queueAddress(query, { at }, deskPaths.nextMatter)} rel="next">
        {text.nextOne}
      </a>
    </Crumb>
  );
}
