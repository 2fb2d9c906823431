import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { needsSecondPerson } from '#domain/desk/second-person.ts';
import type { Currency } from '#domain/money/money.ts';
import { Button } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import { Acts } from '../ui/acts.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';

/** The end of a form that corrects: to preview it and to do what was shown, and whether one person may do it alone. */
export function CorrectionButtons({
  words,
  currency,
  amountMinor,
  movedMinor = 0,
  movesMoney = true,
  isOwnOffer = false,
  hasPreview = true,
}: {
  /** What the button says that does it, with the amount. */
  readonly words: string;
  readonly currency: Currency;
  /** What it moves; undefined until its effect is shown. */
  readonly amountMinor: number | undefined;
  /** What the person who is signed in moved within a day. */
  readonly movedMinor?: number | undefined;
  readonly movesMoney?: boolean;
  /** Whether it lends on an offer that the person who is signed in made. */
  readonly isOwnOffer?: boolean | undefined;
  readonly hasPreview?: boolean;
}): ReactNode {
  const desk = useDesk();
  const text = deskCorrectionText[desk.language];
  const limitMinor = desk.service.corrections.limitOf(currency);
  const isShown = amountMinor !== undefined;
  const isAbove = movesMoney && isShown && needsSecondPerson(amountMinor, movedMinor, limitMinor);
  const isForSecond = isAbove || isOwnOffer;
  const limit = desk.money(limitMinor, currency);
  return (
    <>
      <Acts>
        {isShown && (
          <Button name="step" value="do">
            {isForSecond ? fill(text.ask, { what: words }) : words}
          </Button>
        )}
        {hasPreview && (
          <Button kind={isShown ? 'second' : 'main'} name="step" value="preview">
            {isShown ? text.previewAgain : text.preview}
          </Button>
        )}
      </Acts>
      {movesMoney && (
        <SecondPersonNote tone={isForSecond ? 'warn' : undefined}>
          {isOwnOffer ? text.ownOffer : fill(isAbove ? text.above : text.mayNeed, { limit })}
          {movedMinor > 0 && ` ${fill(text.movedToday, { moved: desk.money(movedMinor, currency) })}`}
        </SecondPersonNote>
      )}
    </>
  );
}
