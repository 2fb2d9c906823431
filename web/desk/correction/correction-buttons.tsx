import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { type Allowance, limitCrossed, type MovedOf } from '#domain/desk/second-person.ts';
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
  allowance,
  movesMoney = true,
  isOwnOffer = false,
  hasPreview = true,
}: {
  /** What the button says that does it, with the amount. */
  readonly words: string;
  readonly currency: Currency;
  /** What it moves; undefined until its effect is shown. */
  readonly amountMinor: number | undefined;
  /** What the person who is signed in may move alone; undefined until its effect is shown. */
  readonly allowance?: Allowance | undefined;
  readonly movesMoney?: boolean;
  /** Whether it lends on an offer that the person who is signed in made. */
  readonly isOwnOffer?: boolean | undefined;
  readonly hasPreview?: boolean;
}): ReactNode {
  const desk = useDesk();
  const text = deskCorrectionText[desk.language];
  const isShown = amountMinor !== undefined;
  const limitMinor = desk.service.corrections.limitOf(desk.person, currency);
  const untouched = { limitMinor, movedMinor: 0 };
  const counted = allowance ?? { onOne: untouched, ofKind: untouched };
  const crossed = movesMoney && isShown ? limitCrossed(amountMinor, counted) : null;
  const isForSecond = crossed !== null || isOwnOffer;
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
          {isOwnOffer ? (
            text.ownOffer
          ) : (
            <LimitWords crossed={crossed} of={counted[crossed ?? 'onOne']} currency={currency} />
          )}
        </SecondPersonNote>
      )}
    </>
  );
}

/** Which limit is crossed, or which one there is, and what was moved within the day that counts towards it. */
function LimitWords({
  crossed,
  of: { limitMinor, movedMinor },
  currency,
}: {
  readonly crossed: keyof Allowance | null;
  readonly of: MovedOf;
  readonly currency: Currency;
}): ReactNode {
  const desk = useDesk();
  const text = deskCorrectionText[desk.language];
  const words = { onOne: text.above, ofKind: text.aboveOfKind, none: text.mayNeed }[crossed ?? 'none'];
  const movedWords = crossed === 'ofKind' ? text.movedOfKind : text.movedToday;
  return (
    <>
      {fill(words, { limit: desk.money(limitMinor, currency) })}
      {movedMinor > 0 && ` ${fill(movedWords, { moved: desk.money(movedMinor, currency) })}`}
    </>
  );
}
