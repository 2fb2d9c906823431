import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { type Allowance, limitCrossed, type MovedOf } from '#domain/desk/second-person.ts';
import type { Currency } from '#domain/money/money.ts';
import { Button } from '#ui/form/button.tsx';
import { useDeskText } from '../desk-context.ts';
import { Acts } from '../ui/acts.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';

export function CorrectionButtons({
  words,
  currency,
  amountMinor,
  allowance,
  movesMoney = true,
  isOwnOffer = false,
  hasPreview = true,
}: {
  /** Label of the button that makes the correction. `amount` is empty until the effect is shown. */
  readonly words: (amount: string) => string;
  readonly currency: Currency;
  /** Undefined until the effect is shown, as `allowance` is. */
  readonly amountMinor: number | undefined;
  readonly allowance?: Allowance | undefined;
  readonly movesMoney?: boolean | undefined;
  /** Whether it approves a loan on an offer that the same person made. */
  readonly isOwnOffer?: boolean | undefined;
  readonly hasPreview?: boolean;
}): ReactNode {
  const { desk, text } = useDeskText(deskCorrectionText);
  const isShown = amountMinor !== undefined;
  const limitMinor = desk.service.corrections.limitOf(desk.person, currency);
  const untouched = { limitMinor, movedMinor: 0 };
  const counted = allowance ?? { onOne: untouched, ofKind: untouched };
  const crossed = movesMoney && isShown ? limitCrossed(amountMinor, counted) : null;
  const what = words(isShown ? desk.money(amountMinor, currency) : '');
  const isForSecond = crossed !== null || isOwnOffer;
  return (
    <>
      <Acts>
        {isShown && (
          <Button name="step" value="do">
            {isForSecond ? fill(text.ask, { what }) : what}
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

/** Names the limit that is exceeded, otherwise the limit of one loan, and what the person moved within a day. */
function LimitWords({
  crossed,
  of: { limitMinor, movedMinor },
  currency,
}: {
  readonly crossed: keyof Allowance | null;
  readonly of: MovedOf;
  readonly currency: Currency;
}): ReactNode {
  const { desk, text } = useDeskText(deskCorrectionText);
  const words = { onOne: text.above, ofKind: text.aboveOfKind, none: text.mayNeed }[crossed ?? 'none'];
  const movedWords = crossed === 'ofKind' ? text.movedOfKind : text.movedToday;
  return (
    <>
      {fill(words, { limit: desk.money(limitMinor, currency) })}
      {movedMinor > 0 && ` ${fill(movedWords, { moved: desk.money(movedMinor, currency) })}`}
    </>
  );
}
