import { Fragment, type ReactNode } from 'react';
import { complaintDetailsText } from '#content/messages/complaint-details.ts';
import { fill } from '#content/text-pack.ts';
import type { ComplaintDetail } from '#contract/calls/complaint.ts';
import { isDay } from '#domain/iso-day.ts';
import { Rows } from '#ui/figures/rows.tsx';
import { ImageGrid } from '#ui/form/image-grid.tsx';
import { type RatingAnswer, RatingForm } from '#ui/form/rating.tsx';
import { Tags } from '#ui/form/tags.tsx';
import { Note } from '#ui/notice/note.tsx';
import { ProblemNote } from '#ui/notice/problem-note.tsx';
import { Words } from '#ui/words.tsx';
import { usePage, useText } from '../page-context.tsx';
import styles from './details-sections.module.css';

interface DetailsSectionsProperties {
  readonly complaint: ComplaintDetail;
  readonly progress: readonly { readonly word: string; readonly time: string }[];
  readonly isThanked: boolean;
  readonly answer: RatingAnswer | undefined;
}

export function DetailsSections({
  complaint,
  progress,
  isThanked,
  answer,
}: DetailsSectionsProperties): ReactNode {
  const text = useText(complaintDetailsText);
  const { dates } = usePage();
  const nameOf = (number: number) => fill(text.image, { number });
  const facts = [
    { label: text.folio, value: complaint.folio },
    { label: text.order, value: complaint.orderNumber },
  ].filter(({ value }) => value !== '');
  return (
    <>
      {isThanked && (
        <section>
          <Note tone="ok">{text.thanks}</Note>
        </section>
      )}
      {complaint.asksForRating ? (
        <noscript>
          <section>
            <RatingForm text={text} answer={answer} />
          </section>
        </noscript>
      ) : (
        answer?.problem && (
          <section>
            <ProblemNote problem={answer.problem} />
          </section>
        )
      )}
      <section>
        <Tags tags={[complaint.type, complaint.subtype].filter((tag) => tag !== '')} />
        <Rows rows={facts} />
      </section>
      {progress.length > 0 && (
        <section>
          <h2>{text.progress}</h2>
          <Rows rows={progress.map(({ word, time }) => ({ label: word, value: time }))} />
        </section>
      )}
      <section>
        <h2>{text.content}</h2>
        <p className={styles.content}>{complaint.content}</p>
        {complaint.images.length > 0 && (
          <ImageGrid images={complaint.images} label={text.images} nameOf={nameOf} />
        )}
      </section>
      {complaint.interimAnswers.length > 0 && (
        <section>
          <h2>{text.interimAnswers}</h2>
          {complaint.interimAnswers.map((interim) => (
            <Fragment key={`${interim.time} ${interim.text}`}>
              <p className="hint">{interim.time}</p>
              <p className={styles.content}>{interim.text}</p>
            </Fragment>
          ))}
        </section>
      )}
      <section>
        <h2>{text.reply}</h2>
        {complaint.reply ? (
          <p className={styles.content}>{complaint.reply}</p>
        ) : (
          <p>
            {isDay(complaint.answerBy) ? (
              <Words text={fill(text.noReplyUntil, { day: dates.day(complaint.answerBy) })} />
            ) : (
              text.noReply
            )}
          </p>
        )}
        {complaint.replyImages.length > 0 && (
          <ImageGrid images={complaint.replyImages} label={text.replyImages} nameOf={nameOf} />
        )}
        {complaint.score !== null && (
          <p className="hint">{fill(text.yourRating, { score: complaint.score })}</p>
        )}
      </section>
    </>
  );
}
