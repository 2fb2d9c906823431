import type { ReactNode } from 'react';
import { deskActText } from '#content/messages/desk.ts';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskComplaint } from '#contract/desk.ts';
import { clockIcon, mailIcon, messageIcon, personIcon, tickIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { actWords } from '../audit/audit-log.tsx';
import { useDeskText } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { Part } from '../ui/part.tsx';
import styles from '../ui/story.module.css';

interface HistoryLine {
  readonly at: Date;
  readonly icon: string;
  readonly words: string;
  readonly author: string;
}

export function ComplaintHistory({ complaint }: { readonly complaint: DeskComplaint }): ReactNode {
  const { desk, text } = useDeskText(deskComplaintText);
  return (
    <Part id="history" title={text.history}>
      <ol className={`${styles.story} ${styles.dated} g2`}>
        {linesOf(complaint, desk).map(({ at, icon, words, author }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places.
          <li key={index}>
            <time dateTime={at.toISOString()}>{desk.time(at, complaint.market)}</time>
            <span className={styles.dot}>
              <SmallIcon path={icon} />
            </span>
            <div>
              <b>{words}</b>
              <p className={styles.by}>{author}</p>
            </div>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** What people did, and state changes made by the lender's systems. Repeats are one line. */
function linesOf(complaint: DeskComplaint, { language, words }: OpenDesk): HistoryLine[] {
  const text = deskComplaintText[language];
  const { acts, images, filedAt } = complaint;
  const acted = new Set(acts.filter(({ outcome }) => outcome === 'done').map(({ act }) => act));
  const states = [
    ['reviewComplaint', complaint.reviewedAt, text['in-review'], clockIcon],
    ['answerComplaint', complaint.answeredAt, text.wasAnswered, mailIcon],
    ['closeComplaint', complaint.closedAt, text.wasClosed, tickIcon],
  ] as const;
  const bySystems = states.flatMap(([act, at, stateWords, icon]) =>
    at === null || acted.has(act) ? [] : [{ at, icon, words: stateWords, author: words.system }],
  );
  const byPeople = acts.map(
    (entry): HistoryLine => ({
      at: entry.at,
      icon: personIcon,
      words: actWords(entry, deskActText[language]),
      author: entry.name ?? words.system,
    }),
  );
  const filed: HistoryLine = {
    at: filedAt,
    icon: messageIcon,
    words: images.length > 0 ? fill(text.receivedPhotos, { count: images.length }) : text.received,
    author: text.borrower,
  };
  const lines = [...byPeople, ...bySystems, filed].sort((a, b) => b.at.getTime() - a.at.getTime());
  return lines.filter(({ words, author }, index) => {
    const newer = lines[index - 1];
    return newer?.words !== words || newer.author !== author;
  });
}
