import type { ReactNode } from 'react';
import { Button } from '../ui/form/button.tsx';
import { FieldError } from '../ui/form/field-error.tsx';
import { Stars } from '../ui/form/stars.tsx';
import { Note } from '../ui/notice/note.tsx';
import { ProblemNote } from '../ui/notice/problem-note.tsx';
import type { LoanSectionsProperties } from './loan-sections.tsx';
import { starsText } from './stars-text.ts';

const errorId = 'star-error';

/** The rating and its thanks for a page without script, above all else; script opens them as sheets (ORDER-6). */
export function RatingBand({
  text,
  problemText,
  order,
  thanksScore,
  answer,
}: Pick<LoanSectionsProperties, 'text' | 'problemText' | 'order' | 'thanksScore' | 'answer'>): ReactNode {
  if (thanksScore === null && !order.canRate) return null;
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
              errorId={answer?.starError && errorId}
            />
            {answer?.starError && <FieldError id={errorId}>{answer.starError}</FieldError>}
            {answer?.problem && <ProblemNote problem={answer.problem} text={problemText} />}
            <Button kind="second">{text.sendRating}</Button>
          </form>
        )}
      </section>
    </noscript>
  );
}
