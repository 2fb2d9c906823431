import type { ReactNode } from 'react';
import { complaintStateText } from '#content/messages/complaint-states.ts';
import { deskActText } from '#content/messages/desk.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskLoan, StoryLine } from '#contract/desk.ts';
import {
  clockIcon,
  mailIcon,
  messageIcon,
  personIcon,
  plusIcon,
  receiveIcon,
  repayIcon,
  signIcon,
} from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { useDesk } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { loanPath } from '../paths.ts';
import { ChipRow } from '../ui/chips.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';
import styles from '../ui/story.module.css';

const kinds = ['money', 'status', 'complaint', 'message', 'desk'] as const;

interface Story {
  readonly loan: DeskLoan;
}

/** All that happened to a loan in one timeline: what, who, why, and what was left to pay after it. */
export function LoanStory({ loan }: Story): ReactNode {
  const desk = useDesk();
  const text = deskLoanText[desk.language];
  const kind = kinds.find((each) => each === desk.parameter('show')) ?? null;
  const daysOf = (shown: (typeof kinds)[number] | null) => {
    const lines = loan.story.filter((line) => shown === null || line.kind === shown);
    const days = Map.groupBy(lines, ({ at }) => desk.time(at, loan.market).slice(0, 10));
    return [...days].map(([day, ofDay]) => [day, folded(ofDay)] as const);
  };
  const countOf = (shown: (typeof kinds)[number] | null) =>
    daysOf(shown).reduce((count, [, ofDay]) => count + ofDay.length, 0);
  return (
    <Part
      id="story"
      title={text.story}
      end={
        <span className={styles.heads}>
          <span />
          <span>{text.amount}</span>
          <span>{text.owedAfter}</span>
        </span>
      }
    >
      <ChipRow label={text.story}>
        {[null, ...kinds].map((each) => (
          <a
            key={each ?? 'all'}
            href={addressOf(loanPath(loan.orderNumber), { show: each ?? undefined })}
            aria-current={each === kind ? 'true' : undefined}
          >
            {each === null ? text.everything : text[each]} <b>{countOf(each)}</b>
          </a>
        ))}
      </ChipRow>
      {daysOf(kind).map(([day, ofDay]) => (
        <div key={day}>
          <h3 className={styles.day}>{day}</h3>
          <ol className={styles.story}>
            {ofDay.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one day keep their places.
              <Line key={index} line={line} loan={loan} />
            ))}
          </ol>
        </div>
      ))}
    </Part>
  );
}

/** Lines of the same act of one person in a row are one, the newest. */
function folded(lines: readonly StoryLine[]): readonly StoryLine[] {
  return lines.filter(({ kind, words, by, about }, index) => {
    const newer = lines[index - 1];
    const isAgain = newer?.kind === kind && newer.words === words && newer.by === by && newer.about === about;
    return kind !== 'desk' || !isAgain;
  });
}

function Line({ line, loan }: Story & { readonly line: StoryLine }): ReactNode {
  const desk = useDesk();
  const text = deskLoanText[desk.language];
  const { at, owedMinor, owedAfterMinor, reason } = line;
  const time = desk.time(at, loan.market);
  const [icon, tone] = markOf(line);
  return (
    <li>
      <time dateTime={at.toISOString()}>{time.slice(11)}</time>
      <span className={styles.dot} data-tone={tone}>
        <SmallIcon path={icon} />
      </span>
      <div>
        <b>{wordsOf(line, desk)}</b>
        <p className={styles.by}>
          {[whoOf(line, desk, loan), reason && `“${reason}”`, ...moneyOf(line, desk, loan)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {owedMinor !== null && owedAfterMinor !== null && (
        <>
          <span className={styles.sum}>
            {owedMinor < 0 ? '− ' : '+ '}
            <span className="num">{desk.money(Math.abs(owedMinor), loan.currency)}</span>
          </span>
          <span className={styles.sum} data-l={text.owedAfter}>
            <span className="num">{desk.money(owedAfterMinor, loan.currency)}</span>
          </span>
        </>
      )}
    </li>
  );
}

function wordsOf({ kind, words: eventWords, isReversal, about }: StoryLine, { language }: OpenDesk): string {
  const text = deskLoanText[language];
  switch (kind) {
    case 'complaint':
      return `${fill(text.complaintOf, { folio: about ?? '' })}: ${complaintStateText[language][eventWords as 'received'] ?? eventWords}`;
    case 'message': {
      const [words, subject] = [text[eventWords as 'event-pending'], about ?? ''];
      return fill(words, { about: subject in text ? text[subject as 'card-payment'] : subject });
    }
    case 'desk': {
      const acts = deskActText[language];
      const [act = '', refused] = eventWords.split(':');
      const words = act in acts ? acts[act as 'opened'] : act;
      return refused ? `${words}: ${acts.refused}` : words;
    }
    default: {
      const words = eventWords in text ? text[eventWords as 'payment'] : eventWords;
      return isReversal ? fill(text.reversal, { what: words }) : words;
    }
  }
}

/** What came in by a movement, what of it is held, and the day it counts from where that is another. */
function moneyOf(line: StoryLine, desk: OpenDesk, { currency }: DeskLoan): (string | null)[] {
  const text = deskLoanText[desk.language];
  const { receivedMinor, heldMinor, valueOn, about } = line;
  return [
    receivedMinor &&
      fill(text.receivedBy, { amount: desk.money(receivedMinor, currency), reference: about ?? '' }),
    heldMinor && fill(text.heldOf, { amount: desk.money(heldMinor, currency) }),
    valueOn && fill(text.valueOn, { day: valueOn }),
  ].map((words) => words || null);
}

function whoOf({ by }: StoryLine, { language }: OpenDesk, { people }: DeskLoan): string {
  const text = deskLoanText[language];
  if (by === null) return text.bySystem;
  if (by === 'borrower') return text.byBorrower;
  if (by.startsWith('desk:')) return people.get(by.slice('desk:'.length)) ?? '';
  return by === 'host' ? text.byHost : `${text.byHost}: ${by.replace(/^host:/, '')}`;
}

const messagesThatFailed: readonly string[] = ['event-dead', 'sms-not-sent', 'sms-undelivered'];

function markOf({ kind, words }: StoryLine): readonly [icon: string, tone: string | undefined] {
  if (kind === 'complaint') return [messageIcon, 'bad'];
  if (kind === 'agreement') return [signIcon, undefined];
  if (kind === 'message') return [mailIcon, messagesThatFailed.includes(words) ? 'warn' : undefined];
  if (kind === 'desk') return [personIcon, undefined];
  if (words === 'payment') return [receiveIcon, 'ok'];
  if (words === 'disbursal') return [repayIcon, undefined];
  if (words === 'overdue') return [clockIcon, 'warn'];
  return kind === 'money' ? [plusIcon, 'warn'] : [clockIcon, undefined];
}
