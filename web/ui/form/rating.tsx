import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { Dialog, DialogActions, DialogButton } from '../notice/dialog.tsx';
import { type Problem, ProblemNote } from '../notice/problem-note.tsx';
import { Button } from './button.tsx';
import { EnhancedForm, ProblemSlot } from './enhanced-form.tsx';
import { FieldError } from './field-error.tsx';
import { Stars, type StarsText } from './stars.tsx';

export interface RatingAnswer {
  readonly problem?: Problem;
  /** Shown without script if no star was chosen. */
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

export const rateDialogId = 'rate';

/**
 * A rating of one to five stars as a sheet, sent as `score`. With `opensItself`, `web/browser/complaint/rating-sheet.ts` opens
 * it.
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

/** The same rating within the page, for pages without script. */
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
