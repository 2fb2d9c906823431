import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import type { QueuedMatter } from '#contract/matter.ts';
import { actOfMatter } from '#domain/matter/matter.ts';
import { Clock } from '../complaint/clock.tsx';
import { useDesk } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { placedIn } from '../paths.ts';
import type { Column } from '../ui/table.tsx';
import { matterPath, matterWords } from './matter-words.ts';
import { type QueueQuery, queryText } from './queue-address.ts';

type MatterColumn = Column<QueuedMatter>;

export function matterColumns(
  desk: OpenDesk,
  query: QueueQuery | null,
): Readonly<Record<'due' | 'kind' | 'what' | 'sum' | 'with', MatterColumn>> {
  const text = deskQueueText[desk.language];
  return {
    due: [
      text.due,
      ({ clock, cameAt, market }) =>
        query?.show === 'ended' ? (
          <span className="num">{desk.zonedTime(cameAt, market ?? undefined)}</span>
        ) : (
          <Clock clock={clock} language={desk.language} />
        ),
      'due',
    ],
    kind: [text.kind, ({ kind }) => text[kind], 'kind'],
    what: [text.matter, (matter) => <MatterLink matter={matter} query={query} />, 'what'],
    sum: [
      text.amount,
      ({ amountMinor, currency }) =>
        amountMinor !== null && amountMinor > 0 && currency !== null
          ? desk.money(amountMinor, currency)
          : '–',
      'figure strong sum',
    ],
    with: [
      text.with,
      ({ holder }) =>
        holder === null ? text.noOne : holder.personId === desk.person.personId ? text.you : holder.name,
      'with',
    ],
  };
}

/** Link to a matter's page with its position in the list; null for a kind that the person may not see. */
export function matterAddress(desk: OpenDesk, matter: QueuedMatter, query: QueueQuery | null): string | null {
  if (!desk.may(actOfMatter[matter.kind])) return null;
  const path = matterPath(matter);
  if (query === null) return path;
  return placedIn(path, { queue: queryText(query), at: matter.cursor });
}

function MatterLink({
  matter,
  query,
}: {
  readonly matter: QueuedMatter;
  readonly query: QueueQuery | null;
}): ReactNode {
  const desk = useDesk();
  const address = matterAddress(desk, matter, query);
  // Free text is shown only to staff who may read matters of the kind.
  if (address === null) return matter.orderNumber ?? '–';
  const { title, about } = matterWords(matter, desk.language);
  return (
    <>
      <a href={address}>{title}</a>
      {about !== '' && <span className="sub"> · {about}</span>}
    </>
  );
}
