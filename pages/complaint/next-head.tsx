import type { ReactNode } from 'react';
import type { complaintNextText } from '#content/messages/complaint-next.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { Tags } from '../ui/form/tags.tsx';

/** What the complaint is about: its type, and the order where one was chosen (COMP-2). */
export function NextHead({
  text,
  tags,
  order,
  changeLink,
}: {
  readonly text: TextsIn<typeof complaintNextText>;
  readonly tags: readonly string[];
  /** The order's number and product; empty for none. */
  readonly order: string;
  readonly changeLink: string;
}): ReactNode {
  return (
    <section>
      <Tags tags={tags}>
        <a href={changeLink}>{text.change}</a>
      </Tags>
      {order && <p className="hint">{fill(text.about, { order })}</p>}
    </section>
  );
}
