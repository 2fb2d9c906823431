import type { ReactNode } from 'react';
import type { payWithCardText } from '#content/messages/pay-with-card.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { Problem } from '../problem.ts';
import { AmountHero } from '../ui/figures/amount-hero.tsx';
import { Fold } from '../ui/figures/fold.tsx';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { FieldError } from '../ui/form/field-error.tsx';
import { PickFrame, Picks } from '../ui/form/picks.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';
import { Note } from '../ui/notice/note.tsx';
import { Words } from '../ui/words.tsx';
import type { CardPicks } from './card-picks.ts';
import { CodeEntry } from './code-entry.tsx';
import { cardFieldId } from './pay-page-script.ts';
import type { PayStep } from './pay-step.ts';
import type { PayAnswer } from './submit-payment.server.ts';

type Texts = TextsIn<typeof payWithCardText>;

/** What is paid, another amount to pay, and what there is to know before choosing a card. */
export function PayHead({
  text,
  amount,
  dueOn,
  notice,
  otherAmount,
  waiting,
  listProblem,
  picks,
  links,
}: {
  readonly text: Texts;
  readonly amount: string;
  /** The date of what is due; null for an amount of the borrower's own. */
  readonly dueOn: string | null;
  readonly notice: string;
  readonly otherAmount: { readonly value: string; readonly error: string | undefined };
  readonly waiting: { readonly line: string; readonly link: string } | null;
  readonly listProblem: Problem | null;
  readonly picks: { readonly count: number };
  readonly links: {
    readonly same: string;
    readonly repay: string;
    readonly addCard: string;
    readonly keptFields: readonly (readonly [name: string, value: string])[];
  };
}): ReactNode {
  return (
    <>
      {notice === 'declined' && <Band tone="bad">{text.declined}</Band>}
      {notice === 'changed' && <Band tone="warn">{text.changed}</Band>}
      {waiting && (
        <Band tone="warn">
          {waiting.line} <a href={waiting.link}>{text.continuePayment}</a>
        </Band>
      )}
      <section>
        <AmountHero
          label={dueOn ? <Words text={fill(text.dueOn, { date: dueOn })} /> : text.otherAmountLabel}
          amount={amount}
          note={text.exactAmount}
        />
        <Fold title={text.otherAmount} isOpen={otherAmount.error !== undefined}>
          <form method="get">
            {links.keptFields.map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Field
              id="amount"
              name="amount"
              label={text.amount}
              hint={text.amountHint}
              error={otherAmount.error}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              defaultValue={otherAmount.value}
            />
            <Button kind="second">{text.changeAmount}</Button>
          </form>
        </Fold>
      </section>
      {listProblem && (
        <EmptyState heading={text.cardListFailed} line={listLine(listProblem, text)}>
          <ButtonLink href={links.same}>{text.retry}</ButtonLink>
          <p>
            <a href={links.repay}>{text.payAnotherWay}</a>
          </p>
        </EmptyState>
      )}
      {!listProblem && picks.count === 0 && (
        <EmptyState heading={text.noCards} line={text.noCardsLine}>
          <ButtonLink href={links.repay}>{text.payAnotherWay}</ButtonLink>
          {links.addCard && (
            <p>
              <a href={links.addCard}>{text.addCard}</a>
            </p>
          )}
        </EmptyState>
      )}
    </>
  );
}

function listLine({ kind, message }: Problem, text: Texts): string {
  return kind === 'network' || kind === 'timeout' ? text.network : message || text.noCardsLine;
}

function Band({
  tone,
  children,
}: {
  readonly tone: 'bad' | 'warn';
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section>
      <Note tone={tone} isAlert>
        {children}
      </Note>
    </section>
  );
}

/** The cards, the code of the one that waits for it, and the other ways to pay. */
export function CardChoice({
  text,
  step,
  picks,
  amountMinor,
  offersProviderPage,
  links,
  answer,
}: {
  readonly text: Texts;
  readonly step: PayStep | null;
  readonly picks: CardPicks;
  readonly amountMinor: number;
  readonly offersProviderPage: boolean;
  readonly links: { readonly repay: string };
  readonly answer: PayAnswer | undefined;
}): ReactNode {
  const codeCard = picks.chosen?.value ?? '';
  const chosen = answer?.card ?? codeCard;
  const shown = { name: 'card', chosen, opening: codeCard };
  return (
    <section>
      <input type="hidden" name="amountMinor" value={amountMinor} />
      <fieldset className="stack" aria-describedby={`${cardFieldId}-error`}>
        <legend>{text.chooseCard}</legend>
        <PickFrame>
          <Picks {...shown} picks={picks.first} />
          {step?.name === 'code' && <CodeEntry text={text} step={step} codeCard={codeCard} answer={answer} />}
          <Picks {...shown} picks={picks.rest} />
        </PickFrame>
        <FieldError id={`${cardFieldId}-error`}>{answer?.cardError}</FieldError>
        {offersProviderPage && (
          <Button kind="second" name="do" value="provider" formNoValidate>
            {text.providerPage}
          </Button>
        )}
        <p>
          <a href={links.repay}>{text.payAnotherWay}</a>
        </p>
      </fieldset>
    </section>
  );
}
