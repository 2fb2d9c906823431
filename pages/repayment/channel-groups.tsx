import type { ReactNode } from 'react';
import type { repayText } from '#content/messages/repay.ts';
import type { TextsIn } from '#content/text-pack.ts';
import { Note } from '../ui/notice/note.tsx';
import { ChannelCard, ChannelDialogs } from './channel-card.tsx';
import type { ChannelCardView } from './channel-card-view.ts';

/** Every way to pay, group by group, and the sheets their picture codes open in (REPAY-3, DELAY-1). */
export function ChannelGroups({
  groups,
  text,
  amount,
}: {
  readonly groups: readonly { readonly title: string; readonly cards: readonly ChannelCardView[] }[];
  readonly text: TextsIn<typeof repayText>;
  readonly amount: string;
}): ReactNode {
  const shown = groups.filter(({ cards }) => cards.length > 0);
  return (
    <>
      {shown.length === 0 && (
        <section>
          <Note tone="warn">{text.noChannels}</Note>
        </section>
      )}
      {shown.map(({ title, cards }, groupIndex) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name that is sure to differ.
        <section key={groupIndex}>
          <h2>{title || text.waysToPay}</h2>
          {cards.map((card, index) => (
            <ChannelCard
              key={cardId(groupIndex, index)}
              id={cardId(groupIndex, index)}
              card={card}
              text={text}
            />
          ))}
          {cards.map((card, index) => (
            <ChannelDialogs
              key={cardId(groupIndex, index)}
              id={cardId(groupIndex, index)}
              card={card}
              text={text}
              amount={amount}
            />
          ))}
        </section>
      ))}
    </>
  );
}

function cardId(groupIndex: number, index: number): string {
  return `channel-${groupIndex}-${index}`;
}
