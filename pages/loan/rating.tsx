import type { ReactNode } from 'react';
import type { loanText } from '#content/messages/loan.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { LoanDetail } from '#contract/calls/loan.ts';
import type { Score } from '#domain/loan/rating.ts';
import type { Problem } from '../problem.ts';
import { Button } from '../ui/form/button.tsx';
import { EnhancedForm, ProblemSlot } from '../ui/form/enhanced-form.tsx';
import { FieldError } from '../ui/form/field-error.tsx';
import { Stars, type StarsText } from '../ui/form/stars.tsx';
import { Dialog, DialogActions, DialogButton } from '../ui/notice/dialog.tsx';
import { Note } from '../ui/notice/note.tsx';
import { type FormProblemText, ProblemNote } from '../ui/notice/problem-note.tsx';

type Texts = TextsIn<typeof loanText>;

/** What there is to say about a rating that was sent. */
export interface RatingAnswer {
  readonly problem?: Problem;
  readonly starError?: string;
}

interface RatingProperties {
  readonly text: Texts;
  readonly problemText: FormProblemText;
  readonly answer: RatingAnswer | undefined;
}

/** The id by which the page's button opens the rating. */
export const rateDialogId = 'rate';

const thanksDialogId = 'thanks';
const starErrorId = 'star-error';

/** The rating as a sheet: a star that is missing is told in a toast, by `browser/missing-choice.ts` (ORDER-6). */
export function RatingDialog({ text, problemText, answer }: RatingProperties): ReactNode {
  return (
    <Dialog id={rateDialogId} title={text.rateTitle} closeLabel={text.close}>
      <EnhancedForm text={{ sending: text.sending, problem: problemText }} data-missing={text.chooseStar}>
        <Stars name="score" idPrefix="star-" text={starsText(text)} />
        <div className="gap">
          <ProblemSlot problem={answer?.problem} text={problemText} />
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

/** The thanks as a sheet, which `browser/arrival.ts` opens. */
export function ThanksDialog({
  text,
  thanksScore,
}: {
  readonly text: Texts;
  readonly thanksScore: Score;
}): ReactNode {
  return (
    <Dialog
      id={thanksDialogId}
      title={text.thanksTitle}
      closeLabel={text.close}
      data-thanks-score={thanksScore}
    >
      <p>{text.thanksLine}</p>
      <DialogActions>
        <DialogButton dialogId={thanksDialogId} command="close">
          {text.close}
        </DialogButton>
      </DialogActions>
    </Dialog>
  );
}

/** The rating and its thanks for a page without script, above all else (ORDER-6). */
export function RatingBand({
  text,
  problemText,
  loan,
  thanksScore,
  answer,
}: RatingProperties & {
  readonly loan: Pick<LoanDetail, 'canRate'>;
  readonly thanksScore: Score | null;
}): ReactNode {
  if (thanksScore === null && !loan.canRate) return null;
  return (
    <noscript>
      <section>
        {thanksScore !== null ? (
          <Note tone="ok">{`${text.thanksTitle}. ${text.thanksLine}`}</Note>
        ) : (
          <form method="post" className="stack">
            <h2>{text.rateTitle}</h2>
            <Stars
              name="score"
              idPrefix="band-star-"
              text={starsText(text)}
              errorId={answer?.starError && starErrorId}
            />
            {answer?.starError && <FieldError id={starErrorId}>{answer.starError}</FieldError>}
            {answer?.problem && <ProblemNote problem={answer.problem} text={problemText} />}
            <Button kind="second">{text.sendRating}</Button>
          </form>
        )}
      </section>
    </noscript>
  );
}

function starsText(text: Texts): StarsText {
  return {
    legend: text.rateLegend,
    names: [text.star1, text.star2, text.star3, text.star4, text.star5],
    worst: text.worst,
    best: text.best,
  };
}
