import type { ReactNode } from 'react';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { complaintStateText } from '#content/messages/complaint-states.ts';
import { deskActText } from '#content/messages/desk.ts';
import { deskApplicationText } from '#content/messages/desk-application.ts';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import type { StoryLine } from '#contract/desk.ts';
import { currencyOf, type Market } from '#domain/market.ts';
import { addMinor, type Currency, zeroMinor } from '#domain/money/money.ts';
import {
  clockIcon,
  mailIcon,
  messageIcon,
  paperIcon,
  personIcon,
  plusIcon,
  receiveIcon,
  repayIcon,
  signIcon,
} from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { PromiseMark } from '../collection/collections.tsx';
import { useDesk } from '../desk-context.ts';
import { reasonWords } from '../matter/reason-words.ts';
import type { OpenDesk } from '../open-desk.ts';
import { correctPaymentPath, loanPath, messagePath } from '../paths.ts';
import { actorName } from '../ui/actor-name.ts';
import { ChipRow } from '../ui/chips.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';
import styles from '../ui/story.module.css';
import { type DrawnLine, drawnAlone, drawnOnce, isLook, stretchesOf } from './drawn-lines.ts';

const kinds = ['money', 'status', 'complaint', 'message', 'note', 'desk'] as const;

interface Story {
  /** Newest first. */
  readonly lines: readonly StoryLine[];
  readonly people: ReadonlyMap<string, string>;
  readonly market: Market;
  readonly path: string;
  readonly namesLoans?: boolean;
}

/** The timeline: what happened, who did it, why, the money in or out, and the balance after it. Looks of staff are in a fold. */
export function StoryPart(story: Story): ReactNode {
  const { lines: all, path } = story;
  const desk = useDesk();
  const text = deskLoanText[desk.language];
  const kind = kinds.find((each) => each === desk.parameter('show')) ?? null;
  const views = [null, ...kinds].map((shown) => {
    const whole = shown === null ? drawnOnce(all) : drawnAlone(all.filter((line) => line.kind === shown));
    const { drawn = [], looks = [] } = Object.groupBy(whole, ({ line }) =>
      isLook(line) ? 'looks' : 'drawn',
    );
    return { shown, drawn, looks };
  });
  const offered = views.filter(({ shown, drawn }) => shown === null || shown === kind || drawn.length > 0);
  const { drawn: drawnNow = [], looks = [] } = views.find(({ shown }) => shown === kind) ?? {};
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
        {offered.map(({ shown, drawn }) => (
          <a
            key={shown ?? 'all'}
            href={addressOf(path, { show: shown ?? undefined })}
            aria-current={shown === kind ? 'true' : undefined}
          >
            {shown === null ? text.everything : text[shown]} <b>{drawn.length}</b>
          </a>
        ))}
      </ChipRow>
      {stretchesOf(drawnNow).map(({ isFees, lines }, index) => {
        const Shown = isFees ? Fees : Days;
        // biome-ignore lint/suspicious/noArrayIndexKey: stretches of one timeline keep their places.
        return <Shown key={index} {...story} drawn={lines} />;
      })}
      {looks.length > 0 && (
        <FormFold hasSpaceAbove title={text.looks} note={String(looks.length)}>
          <Days {...story} drawn={looks} />
        </FormFold>
      )}
    </Part>
  );
}

/** Late fees of many days, folded: their days and their sum. */
function Fees({ drawn, ...story }: Story & { readonly drawn: readonly DrawnLine[] }): ReactNode {
  const desk = useDesk();
  const dayOf = (each: DrawnLine | undefined) => each && desk.time(each.line.at, story.market).slice(0, 10);
  const sumMinor = drawn.reduce((sum, { line }) => addMinor(sum, line.owedMinor ?? zeroMinor), zeroMinor);
  const days = { from: dayOf(drawn.at(-1)) ?? '', through: dayOf(drawn[0]) ?? '' };
  return (
    <FormFold
      title={fill(deskLoanText[desk.language].accruals, days)}
      note={desk.money(sumMinor, currencyOf(story.market))}
    >
      <Days {...story} drawn={drawn} />
    </FormFold>
  );
}

function Days({ drawn, ...story }: Story & { readonly drawn: readonly DrawnLine[] }): ReactNode {
  const desk = useDesk();
  const days = Map.groupBy(drawn, ({ line }) => desk.time(line.at, story.market).slice(0, 10));
  return [...days].map(([day, ofDay]) => (
    <div key={day}>
      <h3 className={styles.day}>{day}</h3>
      <ol className={styles.story}>
        {ofDay.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one day keep their places.
          <Line key={index} drawn={each} {...story} />
        ))}
      </ol>
    </div>
  ));
}

function Line({
  drawn: { line, also },
  people,
  market,
  namesLoans,
}: Story & { readonly drawn: DrawnLine }): ReactNode {
  const desk = useDesk();
  const currency = currencyOf(market);
  const { at, reason, parts, orderNumber } = line;
  const time = desk.time(at, market);
  const [icon, tone] = markOf(line);
  const why = reason ?? also.find((each) => each.reason !== null)?.reason ?? null;
  const said = why && reasonWords(why, desk.language);
  const [heading, rest] = wordsOf(line, desk).split(/(?<=:) /, 2);
  return (
    <li>
      <time dateTime={at.toISOString()}>{time.slice(11)}</time>
      <span className={styles.dot} data-tone={tone}>
        <SmallIcon path={icon} />
      </span>
      <div>
        <b>
          {line.words.startsWith('contact-') ? (
            <a href={messagePath(line.about ?? '')}>{heading}</a>
          ) : (
            heading
          )}
        </b>
        {rest && ` ${rest}`}
        {chargeWords(line, desk, currency)}
        {namesLoans && orderNumber !== null && (
          <>
            {' '}
            <a className={`num ${styles.from}`} href={loanPath(orderNumber)}>
              {orderNumber}
            </a>
          </>
        )}
        {line.words === 'payment' && !line.isReversal && desk.may('correct-loan') && (
          <>
            {' '}
            <a className={styles.from} href={correctPaymentPath(line)}>
              {deskLoanText[desk.language].correctPayment}
            </a>
          </>
        )}
        {line.promise && (
          <p>
            <PromiseMark promise={line.promise} of={{ currency }} />
          </p>
        )}
        {line.kind === 'note' && said && <p className={styles.note}>{said}</p>}
        <PaidParts parts={parts} currency={currency} />
        <p className={styles.by}>
          {[
            whoOf(line, desk, people),
            line.kind !== 'note' && said && `“${said}”`,
            ...moneyOf(line, desk, currency),
            ...also.flatMap((each) => (each.kind === 'status' ? [wordsOf(each, desk)] : [])),
            toldWords(also, desk, 'event-delivered'),
            toldWords(also, desk, 'event-pending'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Sums line={line} currency={currency} />
    </li>
  );
}

interface OfLine {
  readonly line: StoryLine;
  readonly currency: Currency;
}

function PaidParts({ parts, currency }: Pick<StoryLine, 'parts'> & Pick<OfLine, 'currency'>): ReactNode {
  const desk = useDesk();
  if (parts.length === 0) return null;
  return (
    <dl className={styles.went}>
      {parts.map(({ component, amountMinor }) => (
        <div key={component}>
          <dt>
            {component === 'principal'
              ? deskApplicationText[desk.language].principal
              : chargeName(component, desk.language, currency)}
          </dt>
          <dd className="num">{desk.money(amountMinor, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The money that came in or went out, and the balance after it. */
function Sums({ line: { cashMinor, owedAfterMinor }, currency }: OfLine): ReactNode {
  const desk = useDesk();
  if (owedAfterMinor === null) return null;
  return (
    <>
      <span className={styles.sum}>
        {cashMinor !== null && (
          <>
            {cashMinor < 0 ? '− ' : '+ '}
            <span className="num">{desk.money(Math.abs(cashMinor), currency)}</span>
          </>
        )}
      </span>
      <span className={styles.sum} data-l={deskLoanText[desk.language].owedAfter}>
        <span className="num">{desk.money(owedAfterMinor, currency)}</span>
      </span>
    </>
  );
}

/** A charge or a reduction of what is owed, for a line without money in or out; or the amount that staff told the borrower. */
function chargeWords(
  { cashMinor, owedMinor, quotedMinor }: StoryLine,
  desk: OpenDesk,
  currency: Currency,
): string {
  if (quotedMinor !== null) return `, ${desk.money(quotedMinor, currency)}`;
  if (cashMinor !== null || owedMinor === null || owedMinor === 0) return '';
  return `, ${owedMinor < 0 ? '− ' : ''}${desk.money(Math.abs(owedMinor), currency)}`;
}

function wordsOf(line: StoryLine, { language }: OpenDesk): string {
  const { kind, words: eventWords, isReversal, about } = line;
  const text = deskLoanText[language];
  switch (kind) {
    case 'complaint':
      return `${fill(text.complaintOf, { folio: about ?? '' })}: ${complaintStateText[language][eventWords as 'received'] ?? eventWords}`;
    case 'message': {
      const [words, subject] = [text[eventWords as 'event-pending'], about ?? ''];
      return fill(words, { about: subject in text ? text[subject as 'card-payment'] : subject });
    }
    case 'note': {
      const contacts = deskCollectionText[language];
      const more = line.result ? contacts[line.result] : about && fill(contacts.through, { day: about });
      return [contacts[eventWords as 'we-called'], more].filter(Boolean).join(': ');
    }
    case 'desk': {
      const acts = deskActText[language];
      const [act = '', refused] = eventWords.split(':');
      const words = act in acts ? acts[act as 'opened'] : act;
      const rest = refused ? acts.refused : about;
      return rest ? `${words}: ${rest}` : words;
    }
    default: {
      const words = eventWords in text ? text[eventWords as 'payment'] : eventWords;
      return isReversal ? fill(text.reversal, { what: words }) : words;
    }
  }
}

/** The events of a line that were delivered to the lender's systems, or wait to be. */
function toldWords(
  lines: readonly StoryLine[],
  { language }: OpenDesk,
  words: 'event-delivered' | 'event-pending',
): string {
  const events = lines.flatMap((line) => (line.words === words ? [line.about] : []));
  return events.length === 0
    ? ''
    : fill(deskLoanText[language][`of-${words}`], { events: events.join(', ') });
}

/** A movement's reference and bank key, the part that is held, and its value day. */
function moneyOf(line: StoryLine, desk: OpenDesk, currency: Currency): (string | null)[] {
  const text = deskLoanText[desk.language];
  const { kind, heldMinor, valueOn, about, trackingKey } = line;
  const held = heldMinor !== null && desk.money(Math.abs(heldMinor), currency);
  return [
    kind === 'money' && about && fill(text.referenceOf, { reference: about }),
    trackingKey && fill(text.keyOf, { key: trackingKey }),
    held && fill((heldMinor ?? 0) > 0 ? text.heldOf : text.heldLess, { amount: held }),
    valueOn && fill(text.valueOn, { day: valueOn }),
  ].map((words) => words || null);
}

function whoOf({ by }: StoryLine, desk: OpenDesk, people: ReadonlyMap<string, string>): string {
  const text = deskLoanText[desk.language];
  if (by === null) return text.bySystem;
  return by === 'borrower' ? text.byBorrower : actorName(by, desk, people);
}

const messagesThatFailed: readonly string[] = ['event-dead', 'sms-not-sent', 'sms-undelivered'];

function markOf({ kind, words }: StoryLine): readonly [icon: string, tone: string | undefined] {
  if (kind === 'complaint') return [messageIcon, 'bad'];
  if (kind === 'agreement') return [signIcon, undefined];
  if (kind === 'message') return [mailIcon, messagesThatFailed.includes(words) ? 'warn' : undefined];
  if (kind === 'desk') return [personIcon, undefined];
  if (kind === 'note') return [paperIcon, 'warn'];
  if (words === 'payment') return [receiveIcon, 'ok'];
  if (words === 'disbursal') return [repayIcon, undefined];
  if (words === 'overdue') return [clockIcon, 'warn'];
  return kind === 'money' ? [plusIcon, 'warn'] : [clockIcon, undefined];
}
