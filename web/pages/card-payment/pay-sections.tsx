import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { paymentWords } from '#content/market-words.ts';
import { repayText } from '#content/messages/repay.ts';
import { fill } from '#content/text-pack.ts';
import type { OpenPayment } from '#contract/calls/card-payment.ts';
import type { CardSavingState } from '#contract/calls/card-saving.ts';
import type { PrepaidPlan } from '#contract/calls/repayment.ts';
import { amountInField, exampleAmount, notationOf } from '#domain/money/amount-input.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { hostLink } from '#ui/bridge/links.tsx';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Fold } from '#ui/figures/fold.tsx';
import { AmountField } from '#ui/form/amount-field.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { EnhancedForm, ProblemSlot } from '#ui/form/enhanced-form.tsx';
import { FieldError } from '#ui/form/field-error.tsx';
import { Picks, type PickView } from '#ui/form/picks.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { Scene } from '#ui/frame/scene.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { Note } from '#ui/notice/note.tsx';
import type { Problem } from '#ui/notice/problem-note.tsx';
import { Words } from '#ui/words.tsx';
import { PrepaidPlanNote } from '../loan/prepaid-plan.tsx';
import { usePage, useText } from '../page-context.tsx';
import { CodeEntry } from './code-entry.tsx';
import type { PayLinks } from './pay-links.ts';
import type { PayStep, ShownAmount } from './pay-step.ts';
import { usePayProblemText, usePayText } from './pay-text.tsx';
import type { PayAnswer } from './submit-payment.ts';

export function PayNotices({
  notice,
  saving,
  sameLink,
  step,
  links,
}: {
  readonly notice: string;
  readonly saving: CardSavingState | null;
  readonly sameLink: string;
  readonly step: PayStep | null;
  readonly links: PayLinks;
}): ReactNode {
  const { money, currency } = usePage();
  const text = usePayText();
  const waiting = step?.name === 'choose' ? step.waiting : null;
  const continueLink =
    waiting &&
    links.pay({
      repaymentId: waiting.repaymentId,
      purpose: waiting.purpose,
      amount: amountInField(waiting.amountMinor, currency),
    });
  return (
    <>
      {notice === 'declined' && <Band tone="bad">{text.declined}</Band>}
      {notice === 'credit-refused' && <Band tone="bad">{text.creditRefused}</Band>}
      {notice === 'changed' && <Band tone="warn">{text.changed}</Band>}
      <SavingNotice saving={saving} sameLink={sameLink} />
      {waiting && continueLink && (
        <Band tone="warn">
          {fill(text.openPayment, { amount: money(waiting.amountMinor) })}{' '}
          <a href={continueLink}>{text.continuePayment}</a>
        </Band>
      )}
    </>
  );
}

export function SavingNotice({
  saving,
  sameLink,
}: {
  readonly saving: CardSavingState | null;
  readonly sameLink: string;
}): ReactNode {
  const text = usePayText();
  if (saving === 'saved') return <Band tone="ok">{text.cardSaved}</Band>;
  if (saving === 'given-up') return <Band tone="warn">{text.cardSavingGivenUp}</Band>;
  if (saving === 'credit-refused') return <Band tone="bad">{text.creditNotSaved}</Band>;
  if (saving === null) return null;
  return (
    <Band tone="warn">
      {text.cardSavingOpen} <a href={sameLink}>{text.checkNow}</a>
    </Band>
  );
}

function Band({
  tone,
  children,
}: {
  readonly tone: 'bad' | 'warn' | 'ok';
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

export function ExtensionAmount({
  amount,
  extension: { newDueDate, words },
}: {
  readonly amount: ShownAmount;
  readonly extension: {
    readonly newDueDate: string;
    readonly words: readonly string[];
  };
}): ReactNode {
  const { money } = usePage();
  const text = usePayText();
  return (
    <section>
      <AmountHero
        label={newDueDate && <Words text={fill(text.extendUntil, { date: newDueDate })} />}
        amount={money(amount.minor)}
        note={text.exactAmount}
      />
      {words.length > 0 && (
        <p className="gap">
          <Words text={words.join(' ')} />
        </p>
      )}
    </section>
  );
}

export function NothingDue({ links }: { readonly links: PayLinks }): ReactNode {
  const text = usePayText();
  return (
    <EmptyState heading={text.nothingDue} line={text.nothingDueLine}>
      <ButtonLink href={links.order}>{text.seeLoan}</ButtonLink>
    </EmptyState>
  );
}

export function PayAmount({
  amount,
  dueOn,
  settles,
  largestMinor,
  isWholeDebt,
  prepayment,
  links,
}: {
  readonly amount: ShownAmount;
  readonly prepayment: PrepaidPlan | null;
  /** The most that can be paid today; null if unknown. */
  readonly largestMinor: MinorAmount | null;
  readonly isWholeDebt: boolean;
  /** Due date, empty if unknown; null for an amount that the borrower chose. */
  readonly dueOn: string | null;
  /** The amount due settles the loan early. */
  readonly settles: boolean;
  readonly links: PayLinks;
}): ReactNode {
  const { money, currency, market, language } = usePage();
  const text = usePayText();
  const { settlesToday } = useText(repayText);
  const tooMuch =
    largestMinor === null
      ? ''
      : fill(isWholeDebt ? text.amountTooMuch : text.amountTooMuchNow, { amount: money(largestMinor) });
  const notAnAmount = fill(text.amountWrong, { example: exampleAmount(currency) });
  const faults = { 'not-an-amount': notAnAmount, 'too-much': tooMuch };
  return (
    <section>
      <AmountHero
        label={
          dueOn === null
            ? text.otherAmountLabel
            : dueOn && (
                <Words
                  text={fill(settles ? settlesToday : text.dueOn, {
                    ...paymentWords(market, language),
                    date: dueOn,
                  })}
                />
              )
        }
        amount={money(amount.minor)}
        note={text.exactAmount}
      />
      <PrepaidPlanNote plan={prepayment} />
      <Fold title={text.otherAmount} isOpen={amount.fault !== null}>
        <form method="get">
          {links.keptFields.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <AmountField
            label={text.amount}
            hint={fill(text.amountHint, { example: exampleAmount(currency) })}
            value={amount.inField}
            fault={amount.fault}
            faults={faults}
            largestMinor={largestMinor}
            notation={notationOf(currency)}
          />
          <Button kind="second">{text.changeAmount}</Button>
        </form>
      </Fold>
    </section>
  );
}

/** Other ways to pay, where there are no cards or their list failed. */
export function NoCards({
  listProblem,
  canSaveCard,
  offersProviderPage,
  amount,
  links,
  sameLink,
  answer,
}: {
  readonly listProblem: Problem | null;
  readonly canSaveCard: boolean;
  readonly offersProviderPage: boolean;
  readonly amount: ShownAmount;
  readonly links: PayLinks;
  readonly sameLink: string;
  readonly answer: PayAnswer | undefined;
}): ReactNode {
  const { currency } = usePage();
  const text = usePayText();
  const problemText = usePayProblemText();
  if (!listProblem && canSaveCard) {
    return (
      <EmptyState heading={text.noCards} line={text.saveCardLine}>
        <form method="post">
          <Button name="do" value="save-card">
            {text.addCard}
          </Button>
          <FieldError id="card-error">{answer?.cardError}</FieldError>
        </form>
        <p>
          <a href={links.otherWays}>{text.payAnotherWay}</a>
        </p>
      </EmptyState>
    );
  }
  if (!listProblem && offersProviderPage) {
    return (
      <EmptyState heading={text.providerPage} line={text.providerPageLine}>
        <form method="post">
          <input type="hidden" name="amountMinor" value={amount.minor} />
          <input type="hidden" name="currency" value={currency ?? ''} />
          <ProblemSlot problem={answer?.problem} text={problemText} />
          <Button name="do" value="provider">
            {text.goToPage}
          </Button>
        </form>
        <p>
          <a href={links.otherWays}>{text.payAnotherWay}</a>
        </p>
      </EmptyState>
    );
  }
  if (!listProblem) {
    return (
      <EmptyState heading={text.noCards} line={text.noCardsLine}>
        <ButtonLink href={links.otherWays}>{text.payAnotherWay}</ButtonLink>
        <AddCard label={text.addCard} links={links} />
      </EmptyState>
    );
  }
  const { kind, message } = listProblem;
  const isUnreachable = kind === 'unreachable' || kind === 'timeout';
  return (
    <EmptyState
      heading={text.cardListFailed}
      line={isUnreachable ? text.unreachable : message || text.noCardsLine}
    >
      <ButtonLink href={sameLink}>{text.retry}</ButtonLink>
      <p>
        <a href={links.otherWays}>{text.payAnotherWay}</a>
      </p>
    </EmptyState>
  );
}

export function PayForm({
  id,
  label,
  problem,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly problem: Problem | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const problemText = usePayProblemText();
  return (
    <EnhancedForm id={id} text={{ problem: problemText }}>
      <button type="submit" className="sr" tabIndex={-1} aria-hidden="true">
        {label}
      </button>
      {children}
      <Pin above={<ProblemSlot problem={problem} text={problemText} />}>
        <Button>{label}</Button>
      </Pin>
    </EnhancedForm>
  );
}

export function CardChoice({
  step,
  picks,
  codeCard,
  namedCard,
  amount,
  repayToken,
  offersProviderPage,
  canSaveCard,
  links,
  answer,
}: {
  readonly step: PayStep | null;
  readonly picks: readonly PickView[];
  /** Value of the card that waits for its code; empty for none. */
  readonly codeCard: string;
  /** Value of the card in the address; empty for none, and then none is chosen (PAYWAY-1). */
  readonly namedCard: string;
  readonly amount: ShownAmount;
  /** Valid for one commit; every answer brings a new one (PAYWAY-4). */
  readonly repayToken: string;
  readonly offersProviderPage: boolean;
  readonly canSaveCard: boolean;
  readonly links: PayLinks;
  readonly answer: PayAnswer | undefined;
}): ReactNode {
  const { currency } = usePage();
  const text = usePayText();
  return (
    <section>
      <input type="hidden" name="repayToken" value={repayToken} />
      <input type="hidden" name="amountMinor" value={amount.minor} />
      <input type="hidden" name="currency" value={currency ?? ''} />
      <fieldset className="stack" aria-describedby="card-error">
        <legend>{text.chooseCard}</legend>
        <Picks
          name="card"
          chosen={answer?.card ?? (codeCard || namedCard)}
          picks={picks}
          opening={codeCard}
          inset={step?.name === 'code' && <CodeEntry step={step} codeCard={codeCard} answer={answer} />}
        />
        <FieldError id="card-error">{answer?.cardError}</FieldError>
        {canSaveCard ? (
          <Button kind="second" name="do" value="save-card" formNoValidate>
            {text.addAnotherCard}
          </Button>
        ) : (
          <AddCard label={text.addAnotherCard} links={links} />
        )}
        {offersProviderPage && (
          <Button kind="second" name="do" value="provider" formNoValidate>
            {text.providerPage}
          </Button>
        )}
        <p>
          <a href={links.otherWays}>{text.payAnotherWay}</a>
        </p>
      </fieldset>
    </section>
  );
}

function AddCard({ label, links }: { readonly label: string; readonly links: PayLinks }): ReactNode {
  return (
    <p>
      <a {...hostLink({ name: 'startBankFlow' }, links.addCard)}>{label}</a>
    </p>
  );
}

/** A payment that the provider has neither made nor refused yet (PAYWAY-4). */
export function PendingPayment({
  payment,
  links,
  sameLink,
  actionLink,
  isOnProviderPage,
}: {
  readonly payment: OpenPayment;
  readonly links: PayLinks;
  readonly sameLink: string;
  /** The bank's page, checked; null if the bank needs nothing. */
  readonly actionLink: string | null;
  /** The card is typed there; false for a saved card's bank. */
  readonly isOnProviderPage: boolean;
}): ReactNode {
  const { money } = usePage();
  const text = usePayText();
  if (actionLink !== null) {
    const line = isOnProviderPage ? text.pageLine : text.actionLine;
    return (
      <EmptyState
        heading={isOnProviderPage ? text.pageHeading : text.actionHeading}
        line={fill(line, { amount: money(payment.amountMinor) })}
      >
        <ButtonLink href={actionLink}>{isOnProviderPage ? text.goToPage : text.goToBank}</ButtonLink>
        <p>
          <a href={sameLink} {...marks({ pendingPayment: '' })}>
            {text.checkNow}
          </a>
        </p>
        <p>
          <a href={links.order}>{text.seeLoan}</a>
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      scene={<Scene name="climbing" />}
      heading={text.pendingHeading}
      line={fill(text.pendingLine, { amount: money(payment.amountMinor) })}
    >
      <ButtonLink href={sameLink} {...marks({ pendingPayment: '' })}>
        {text.checkNow}
      </ButtonLink>
      <p>
        <a href={links.order}>{text.seeLoan}</a>
      </p>
    </EmptyState>
  );
}
