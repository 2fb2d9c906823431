import type { ReactNode } from 'react';
import type { agreementText } from '#content/messages/agreement.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { AcceptedAgreement } from '#contract/calls/loan.ts';
import styles from './accepted-text.module.css';

/** The text of an agreement, letter by letter as it is kept, with its version, time and hash (CONTRACT-1, LEGAL-3). */
export function AcceptedText({
  accepted,
  text,
}: {
  readonly accepted: AcceptedAgreement;
  readonly text: TextsIn<typeof agreementText>;
}): ReactNode {
  const { version, acceptedAt, hash } = accepted;
  return (
    <section>
      <h2>{acceptedAt === null ? text.toAcceptTitle : text.acceptedTitle}</h2>
      <p className="hint">{acceptedAt === null ? text.toAcceptNote : text.acceptedNote}</p>
      <div lang={accepted.language} className={`stack ${styles.text}`}>
        {numberedParts(accepted.text).map(({ isHeading, words }, place) =>
          isHeading ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a kept text never change place.
            <h3 key={place}>{words}</h3>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a kept text never change place.
            <p key={place}>{words}</p>
          ),
        )}
      </div>
      <p className="hint gap">
        {fill(text.version, { version })}
        {'. '}
        {acceptedAt === null ? text.notAccepted : fill(text.acceptedAt, { time: acceptedAt })}
        {'. '}
        <span className={styles.hash}>{fill(text.hash, { hash })}</span>
      </p>
    </section>
  );
}

/** The parts between blank lines; those on one line that carry the next section's number are its heading. */
function numberedParts(text: string): { readonly isHeading: boolean; readonly words: string }[] {
  let sections = 0;
  return text
    .trimEnd()
    .split('\n\n')
    .map((words) => {
      const isHeading = words.startsWith(`${sections + 1}. `) && !words.includes('\n');
      if (isHeading) sections += 1;
      return { isHeading, words };
    });
}
