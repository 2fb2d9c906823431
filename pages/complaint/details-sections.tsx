import type { ReactNode } from 'react';
import type { complaintDetailsText } from '#content/messages/complaint-details.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { ComplaintDetail } from '#contract/calls/complaint-history.ts';
import type { Problem } from '../problem.ts';
import { Rows } from '../ui/figures/rows.tsx';
import { Button } from '../ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '../ui/form/enhanced-form.tsx';
import { FieldError } from '../ui/form/field-error.tsx';
import { ImageGrid } from '../ui/form/image-grid.tsx';
import { Stars, type StarsText } from '../ui/form/stars.tsx';
import { Tags } from '../ui/form/tags.tsx';
import { Dialog, DialogActions, DialogButton } from '../ui/notice/dialog.tsx';
import { Note } from '../ui/notice/note.tsx';
import { type FormProblemText, ProblemNote } from '../ui/notice/problem-note.tsx';
import styles from './details-sections.module.css';

/** What there is to say about a rating that was sent. */
export interface RatingAnswer {
  readonly problem?: Problem | null;
  readonly starError?: string;
}

/** What a complaint is written from; its images are safe to show. */
interface DetailsSectionsProperties {
  readonly text: TextsIn<typeof complaintDetailsText>;
  readonly problemText: FormProblemText;
  readonly complaint: ComplaintDetail;
  /** The states it went through in words, each with its time. */
  readonly progress: readonly { readonly word: string; readonly time: string }[];
  readonly isThanked: boolean;
  readonly answer: RatingAnswer | undefined;
}

/** A complaint from its type down to the answer (COMP-6). */
export function DetailsSections(properties: DetailsSectionsProperties): ReactNode {
  const { text, complaint, progress, isThanked } = properties;
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
      {complaint.asksForRating && <RatingBand {...properties} />}
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
      <section>
        <h2>{text.reply}</h2>
        {complaint.reply ? <p className={styles.content}>{complaint.reply}</p> : <p>{text.noReply}</p>}
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

type RatingProperties = Pick<DetailsSectionsProperties, 'text' | 'problemText' | 'answer'>;

/** The rating for a page without script, where the sheet does not open. */
function RatingBand({ text, problemText, answer }: RatingProperties): ReactNode {
  const errorId = 'band-star-error';
  return (
    <noscript>
      <section>
        <form method="post" className="stack">
          <h2>{text.rateTitle}</h2>
          <Stars
            name="score"
            idPrefix="band-star-"
            text={starsText(text)}
            errorId={answer?.starError && errorId}
          />
          {answer?.starError && <FieldError id={errorId}>{answer.starError}</FieldError>}
          {answer?.problem && <ProblemNote problem={answer.problem} text={problemText} />}
          <Button kind="second">{text.sendRating}</Button>
        </form>
      </section>
    </noscript>
  );
}

const ratingDialogId = 'rate';

/** The rating as a sheet, which script opens at its time (COMP-6). The server tells a missing star, in our own words. */
export function RatingDialog({ text, problemText, answer }: RatingProperties): ReactNode {
  const errorId = 'star-error';
  return (
    <EnhancedForm text={{ sending: text.sending, problem: problemText }} noValidate>
      <Dialog id={ratingDialogId} title={text.rateTitle} closeLabel={text.close} data-rating="">
        <Stars name="score" idPrefix="star-" text={starsText(text)} errorId={errorId} />
        <Slot name="star-error">
          {answer?.starError && <FieldError id={errorId}>{answer.starError}</FieldError>}
        </Slot>
        <ProblemSlot problem={answer?.problem} text={problemText} />
        <DialogActions>
          <Button>{text.sendRating}</Button>
          <DialogButton dialogId={ratingDialogId} command="close" kind="quiet">
            {text.notNow}
          </DialogButton>
        </DialogActions>
      </Dialog>
    </EnhancedForm>
  );
}

/** The texts of the star rating out of the screen's. */
function starsText(text: TextsIn<typeof complaintDetailsText>): StarsText {
  return {
    legend: text.rateLegend,
    names: [text.star1, text.star2, text.star3, text.star4, text.star5],
    worst: text.worst,
    best: text.best,
  };
}
