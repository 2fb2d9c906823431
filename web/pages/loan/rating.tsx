import type { ComponentProps, ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { loanText } from '#content/messages/loan.ts';
import type { LoanDetail } from '#contract/calls/loan.ts';
import type { Score } from '#domain/loan/rating.ts';
import { RatingForm } from '#ui/form/rating.tsx';
import { Dialog, DialogActions, DialogButton } from '#ui/notice/dialog.tsx';
import { Note } from '#ui/notice/note.tsx';
import { ProblemNote } from '#ui/notice/problem-note.tsx';
import { useText } from '../page-context.tsx';

const thanksDialogId = 'thanks';

/** Opened by `web/browser/arrival.ts`. */
export function ThanksDialog({ thanksScore }: { readonly thanksScore: Score }): ReactNode {
  const text = useText(loanText);
  return (
    <Dialog id={thanksDialogId} title={text.thanksTitle} closeLabel={text.close} {...marks({ thanksScore })}>
      <p>{text.thanksLine}</p>
      <DialogActions>
        <DialogButton dialogId={thanksDialogId} command="close">
          {text.close}
        </DialogButton>
      </DialogActions>
    </Dialog>
  );
}

/** Rating and thanks for a page without script, above all else (ORDER-6); where no rating is open, why one was refused. */
export function RatingBand({
  loan,
  thanksScore,
  answer,
}: Pick<ComponentProps<typeof RatingForm>, 'answer'> & {
  readonly loan: Pick<LoanDetail, 'canRate'>;
  readonly thanksScore: Score | null;
}): ReactNode {
  const text = useText(loanText);
  if (thanksScore === null && !loan.canRate) {
    return (
      answer?.problem && (
        <section>
          <ProblemNote problem={answer.problem} />
        </section>
      )
    );
  }
  return (
    <noscript>
      <section>
        {thanksScore !== null ? (
          <Note tone="ok">{`${text.thanksTitle}. ${text.thanksLine}`}</Note>
        ) : (
          <RatingForm text={text} answer={answer} />
        )}
      </section>
    </noscript>
  );
}
