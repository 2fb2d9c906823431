import type { ReactNode } from 'react';
import type { customerServiceText } from '#content/messages/customer-service.ts';
import type { TextsIn } from '#content/text-pack.ts';
import { Rows } from '../ui/figures/rows.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';
import type { ContactRow } from './contact-rows.ts';

/** The rows of contacts, and where to turn when something went wrong. */
export function ServiceSections({
  text,
  rows,
  complaintLink,
}: {
  readonly text: TextsIn<typeof customerServiceText>;
  readonly rows: readonly ContactRow[];
  readonly complaintLink: string;
}): ReactNode {
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState heading={text.heading} line={text.noContact} />
      ) : (
        <section>
          <h2>{text.heading}</h2>
          <p>{text.line}</p>
          <Rows
            rows={rows.map(({ label, value, link }) => ({
              label,
              value: link ? <a href={link}>{value}</a> : value,
            }))}
          />
        </section>
      )}
      <section>
        <h2>{text.complaintHeading}</h2>
        <ButtonLink href={complaintLink} kind="second">
          {text.complaint}
        </ButtonLink>
      </section>
    </>
  );
}
