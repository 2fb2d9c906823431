import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { Dialog, DialogActions, DialogButton } from '../notice/dialog.tsx';
import { type Problem, ProblemNote } from '../notice/problem-note.tsx';
import { Button } from './button.tsx';
import { EnhancedForm, ProblemSlot } from './enhanced-form.tsx';
import { FieldError } from './field-error.tsx';
import { Stars, type StarsText } from './stars.tsx';

/** What there is to say about a rating that was sent. */
export interface RatingAnswer {
  readonly problem?: Problem;
  /** Asks for a star; only without script. */
  readonly starError?: string;
}

interface RatingProperties {
  readonly text: Readonly<
    Record<
      | ('rateTitle' | 'rateLegend' | 'worst' | 'best' | 'sendRating' | 'notNow')
      | ('star1' | 'star2' | 'star3' | 'star4' | 'star5' | 'chooseStar' | 'close'),
      string
    >
  >;
  readonly answer: RatingAnswer | undefined;
}

/** The id by which a button opens the rating. */
export const rateDialogId = 'rate';

/**
 * A rating from one to five stars as a sheet, sent as `score`: a star that is missing is told in a toast, by
 * `web/browser/missing-choice.ts`. With `opensItself` it opens by `web/browser/complaint/rating-sheet.ts`.
 */
export function RatingDialog({
  text,
  answer,
  opensItself = false,
  returnTo,
}: RatingProperties & { readonly opensItself?: boolean; readonly returnTo?: string }): ReactNode {
  return (
    <Dialog
      id={rateDialogId}
      title={text.rateTitle}
      closeLabel={text.close}
      {...(returnTo !== undefined && { returnTo })}
      {...marks({ opensItself: opensItself ? '' : undefined })}
    >
      <EnhancedForm {...marks({ missing: text.chooseStar })}>
        <Stars name="score" idPrefix="star-" text={starsText(text)} />
        <div className="gap">
          <ProblemSlot problem={answer?.problem} />
        </div>
        <DialogActions>
          <Button>{text.sendRating}</Button>
          <DialogButton dialogId={rateDialogId} command="close" kind="quiet">
            {text.notNow}
          </DialogButton>
        </DialogActions>
      </EnhancedForm>
    </Dialog>
  );
}

/** The same rating in the page itself, for a page without script. */
export function RatingForm({ text, answer }: RatingProperties): ReactNode {
  const errorId = 'star-error';
  return (
    <form method="post" className="stack">
      <h2>{text.rateTitle}</h2>
      <Stars
        name="score"
        idPrefix="band-star-"
        text={starsText(text)}
        errorId={answer?.starError && errorId}
      />
      {answer?.starError && <FieldError id={errorId}>{answer.starError}</FieldError>}
      {answer?.problem && <ProblemNote problem={answer.problem} />}
      <Button kind="second">{text.sendRating}</Button>
    </form>
  );
}

function starsText(text: RatingProperties['text']): StarsText {
  return {
    legend: text.rateLegend,
    names: [text.star1, text.star2, text.star3, text.star4, text.star5],
    worst: text.worst,
    best: text.best,
  };
}
