import type { ReactNode } from 'react';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { fill } from '#content/text-pack.ts';
import type { AnswerClock } from '#domain/complaint/answer-clock.ts';
import type { Language } from '#domain/language.ts';
import { clockIcon, warningIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import styles from './clock.module.css';

const soonMinutes = 2 * 60;

/** The time left to answer, as of the page's creation: `1 h 10 min left`, `40 min past`. */
export function Clock({
  clock: { minutesLeft },
  language,
  children,
}: {
  readonly clock: AnswerClock;
  readonly language: Language;
  readonly children?: ReactNode;
}): ReactNode {
  const isPast = minutesLeft < 0;
  return (
    <span className={styles.clock}>
      <StateMark tone={isPast ? 'bad' : minutesLeft < soonMinutes ? 'warn' : 'plain'}>
        <SmallIcon path={isPast ? warningIcon : clockIcon} />
        {clockWords(minutesLeft, language)}
        {children}
      </StateMark>
    </span>
  );
}

function clockWords(minutesLeft: number, language: Language): string {
  const text = deskComplaintText[language];
  return fill(minutesLeft < 0 ? text.late : text.left, { time: duration(Math.abs(minutesLeft)) });
}

/** Two units at most: `1 d 3 h`, `1 h 10 min`, `40 min`. */
export function duration(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const parts =
    days > 0
      ? [
          [days, 'd'],
          [hours, 'h'],
        ]
      : [
          [hours, 'h'],
          [rest, 'min'],
        ];
  const shown = parts.filter(([count]) => count !== 0).map((part) => part.join('\u00a0'));
  return shown.join(' ') || '0\u00a0min';
}
