import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskCorrection } from '#contract/desk-correction.ts';
import type { DeskUnmatched } from '#contract/desk-unmatched.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { assignPayment, type HostPayment, requestRefund } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { addDays, typedDay } from '#domain/calendar.ts';
import { effectKey } from '#domain/desk/effect.ts';
import type { SuggestionReason } from '#domain/desk/payment-suggestion.ts';
import { plainReference } from '#domain/desk/payment-suggestion.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { FieldError } from '#ui/form/field-error.tsx';
import { Hold } from '#ui/form/hold.tsx';
import { closeIcon, nearIcon, tickIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { Note } from '#ui/notice/note.tsx';
import { AnotherPayment, anotherPaymentName } from '../correction/another-payment.tsx';
import { BeforeAfter } from '../correction/before-after.tsx';
import { CorrectionButtons } from '../correction/correction-buttons.tsx';
import { reasonOf } from '../correction/correction-kind.ts';
import { goUnlessConflict, type ShownCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { TargetLink } from '../correction/target-link.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import { listAddress } from '../matter/queue-address.ts';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, loanPath, unmatchedPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { Fact, FactList } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Part, Sided } from '../ui/part.tsx';
import { Unsent } from '../ui/unsent.tsx';
import { Warning } from '../ui/warning.tsx';
import { ReasonField } from './reason-field.tsx';
import styles from './unmatched-payment.module.css';

type PaymentView = NonNullable<Awaited<ReturnType<DeskUnmatched['read']>>>;

type FormName = 'assign' | 'hold' | 'back';

interface Answer extends Omit<ShownCorrection, 'wrong'> {
  /** Which of the page's forms was sent. */
  readonly part: FormName;
  readonly typed: Readonly<Record<'loan' | 'order' | 'until' | 'reason', string>>;
  readonly isAnother?: boolean;
  readonly wrong?: 'loan' | 'order' | 'day' | 'reason' | ShownCorrection['wrong'];
}

/** How long a payment may rest at once. */
const longestHoldDays = 90;

/** A payment that no loan was found for, with the loans it may be for and why; then to assign it. */
export const unmatchedPayment = deskScreen<PaymentView, Answer>({
  path: deskPaths.unmatchedPayment,
  needs: 'see-money',
  async load({ service, person, parameter }) {
    const payment = await service.unmatched.read(person, {
      provider: parameter('provider'),
      eventId: parameter('event'),
    });
    if (!payment) throw new CodedError('not-found');
    return payment;
  },
  async submit(desk, form): Promise<Response | Again<Answer>> {
    const payment = { provider: desk.parameter('provider'), eventId: desk.parameter('event') };
    const part = (['hold', 'back'] as const).find((each) => each === fieldOf(form, 'part')) ?? 'assign';
    const typed = {
      loan: fieldOf(form, 'loan'),
      order: fieldOf(form, 'order'),
      until: fieldOf(form, 'until'),
      reason: fieldOf(form, 'reason'),
    };
    const wrong = (what: NonNullable<Answer['wrong']>, status = 422) =>
      desk.again<Answer>({ part, typed, wrong: what }, status);
    const { unmatched } = desk.service;
    if (part === 'hold' && fieldOf(form, 'step') === 'release') {
      await unmatched.hold(desk.person, payment, null);
      return desk.goTo(desk.inList(unmatchedPath(payment)));
    }
    const orderTyped = typed.order.trim().toUpperCase();
    const orderNumber = typed.loan === 'other' ? orderTyped : typed.loan.trim().toUpperCase();
    if (part === 'assign' && !/^[^\p{Cc}]{1,32}$/u.test(orderNumber)) return wrong('loan');
    if (part === 'assign' && orderTyped !== '' && orderTyped !== orderNumber) return wrong('order');
    const reason = reasonOf(typed.reason);
    if (part === 'hold') {
      const paymentRow = await unmatched.read(desk.person, payment);
      const today = dayIn(paymentRow ? marketOfCurrency(paymentRow.payment.currency) : desk.market, desk.now);
      const untilDay = typedDay(typed.until);
      const isInReach = untilDay !== null && untilDay > today && untilDay <= addDays(today, longestHoldDays);
      if (!isInReach) return wrong('day');
      if (reason === null) return wrong('reason');
      return goUnlessConflict(desk, () => unmatched.hold(desk.person, payment, { untilDay, reason }), {
        doneAt: listAddress(desk, 'unmatched'),
        formAnswer: { part, typed },
      });
    }
    if (reason === null) return wrong('reason');
    const isAnother = fieldOf(form, anotherPaymentName) === 'yes';
    const correction: DeskCorrection =
      part === 'assign'
        ? {
            call: assignPayment as HostCall,
            fields: { ...payment, orderNumber, reason, ...(isAnother && { anotherPayment: true }) },
            orderNumber,
          }
        : {
            call: requestRefund as HostCall,
            fields: {
              payment,
              refundKey: `desk:${fieldOf(form, 'messageId')}`,
              amountMinor: Number(fieldOf(form, 'amountMinor')),
              reason,
            },
            ...{ orderNumber: null, payment },
          };
    const doneAt = part === 'assign' ? desk.inList(loanPath(orderNumber)) : listAddress(desk, 'unmatched');
    try {
      const submitted = await submitCorrection(desk, form, { correction, reason, doneAt });
      if (submitted instanceof Response) return submitted;
      return desk.again({ part, typed, isAnother, ...submitted.correction }, submitted.status);
    } catch (error) {
      const isNoLoan = error instanceof CodedError && errorCodes[error.code].status === 404;
      if (!isNoLoan || part !== 'assign') throw error;
      return wrong('loan');
    }
  },
  title: ({ desk, payment }) => `${deskQueueText[desk.language].unmatched} ${payment.reference}`,
  page({ desk, payment, isInDoubt, hold, suggestions, answer }) {
    const text = deskUnmatchedText[desk.language];
    const typed = plainReference(payment.reference);
    const market = marketOfCurrency(payment.currency);
    const marks = suggestions.flatMap(({ reasons }) =>
      reasons.flatMap((each) => (each.kind === 'reference' ? [each.difference.typedMarks] : [])),
    );
    return (
      <>
        <Steps kind="unmatched" />
        <PageHead>
          <h1>{desk.money(payment.amountMinor, payment.currency)}</h1>
          <p className="sub">{payment.provider}</p>
        </PageHead>
        <Sided>
          <Part id="suggestions" title={text.suggestions}>
            {payment.outcome !== 'unmatched' ? (
              <>
                <p className="sub">{text.done}</p>
                {answer && (
                  <Unsent
                    fields={[
                      [text.another, answer.typed.order],
                      [text.until, answer.typed.until],
                      [deskCorrectionText[desk.language].reason, answer.typed.reason],
                    ]}
                  />
                )}
              </>
            ) : (
              <>
                {isInDoubt && (
                  <Note tone="warn" isApart>
                    {text.inDoubt}
                  </Note>
                )}
                {hold && (
                  <Note tone="plain" isApart>
                    {fill(text.heldBy, {
                      name: hold.name,
                      day: hold.untilDay,
                      reason: hold.reason,
                    })}
                  </Note>
                )}
                <Assign
                  payment={payment}
                  suggestions={suggestions}
                  answer={answer?.part === 'assign' ? answer : undefined}
                />
                {desk.may('match-payment') && (
                  <HoldForm
                    payment={payment}
                    isHeld={hold !== null}
                    answer={answer?.part === 'hold' ? answer : undefined}
                  />
                )}
                {desk.may('correct-loan') && (
                  <SendBack payment={payment} answer={answer?.part === 'back' ? answer : undefined} />
                )}
              </>
            )}
          </Part>
          <Part id="arrived" title={text.arrived}>
            <FactList>
              <Fact name={text.reference}>
                <Marked text={typed} marks={marks[0] ?? []} />
              </Fact>
              {(
                [
                  [text.paid, desk.time(payment.paidAt, market)],
                  [text.received, desk.time(payment.receivedAt, market)],
                ] as const
              ).map(([name, value]) => (
                <Fact key={name} name={name}>
                  <span className="num">{value}</span>
                </Fact>
              ))}
              <Fact name={text.event} isCode>
                {payment.eventId}
              </Fact>
            </FactList>
          </Part>
        </Sided>
      </>
    );
  },
});

interface AssignParts extends Pick<PaymentView, 'payment' | 'suggestions'> {
  readonly answer: Answer | undefined;
}

function Assign({ payment, suggestions, answer }: AssignParts): ReactNode {
  const desk = useDesk();
  const text = deskUnmatchedText[desk.language];
  const { amountMinor, currency } = payment;
  const { typed, effect, wrong } = answer ?? {};
  const order = effect?.orderNumber ?? '';
  const what = fill(text.assign, { amount: desk.money(amountMinor, currency), order });
  const isOrderWrong = wrong === 'order';
  const chosen = typed?.loan ?? suggestions[0]?.loan.orderNumber ?? 'other';
  return (
    <form method="post" action={desk.inList(unmatchedPath(payment))}>
      <input type="hidden" name="messageId" value={desk.newId()} />
      {effect && <input type="hidden" name="seen" value={effectKey(effect)} />}
      <Warning words={isOrderWrong ? undefined : wrongWords(wrong, desk)} />
      <fieldset className={styles.guesses}>
        <legend className="sr">{text.suggestions}</legend>
        {suggestions.length === 0 && <p className="sub g2">{text.noSuggestion}</p>}
        {suggestions.map((suggestion) => (
          <Guess
            key={suggestion.loan.orderNumber}
            suggestion={suggestion}
            isChosen={chosen === suggestion.loan.orderNumber}
          />
        ))}
        <div className={styles.guess}>
          <input type="radio" name="loan" value="other" id="other" defaultChecked={chosen === 'other'} />
          <label htmlFor="other">
            <b>{text.another}</b>
          </label>
          <span className={styles.other}>
            <Hold>
              <input
                name="order"
                aria-label={text.anotherNumber}
                defaultValue={typed?.order}
                maxLength={32}
                spellCheck={false}
                autoComplete="off"
                aria-invalid={isOrderWrong || undefined}
                aria-describedby={isOrderWrong ? 'order-wrong' : undefined}
              />
            </Hold>
          </span>
        </div>
        {isOrderWrong && <FieldError id="order-wrong">{wrongWords(wrong, desk)}</FieldError>}
      </fieldset>
      {effect && (
        <p className="g3">
          {text.assignedTo} <TargetLink target={effect} />
          {answer?.borrower && ` · ${answer.borrower.name}`}
        </p>
      )}
      {effect && <BeforeAfter effect={effect} />}
      {desk.may('match-payment') && (
        <>
          <ReasonField id="reason" value={typed?.reason} isWrong={wrong === 'reason'} />
          <AnotherPayment answer={answer} isAnother={answer?.isAnother ?? false} />
          <CorrectionButtons
            words={what}
            currency={currency}
            amountMinor={effect?.amountMinor}
            allowance={answer?.allowance}
          />
        </>
      )}
    </form>
  );
}

function wrongWords(wrong: Answer['wrong'], { language }: OpenDesk): string | undefined {
  if (wrong === 'loan') return deskUnmatchedText[language].chooseLoan;
  if (wrong === 'order') return deskUnmatchedText[language].twoLoans;
  if (wrong === 'day') return deskUnmatchedText[language].wrongDay;
  return wrong && wrong !== 'double' ? deskCorrectionText[language][`wrong-${wrong}`] : undefined;
}

interface FoldParts {
  readonly payment: HostPayment;
  readonly answer: Answer | undefined;
}

/** Lets the payment rest until a day, or no longer. */
function HoldForm({ payment, isHeld, answer }: FoldParts & { readonly isHeld: boolean }): ReactNode {
  const desk = useDesk();
  const text = deskUnmatchedText[desk.language];
  return (
    <FormFold isApart name="payment" isOpen={answer !== undefined} title={text.hold}>
      <form method="post" action={desk.inList(unmatchedPath(payment))} noValidate>
        <input type="hidden" name="part" value="hold" />
        <Warning words={wrongWords(answer?.wrong, desk)} />
        <p>{text.holdLine}</p>
        <Field
          id="until"
          name="until"
          label={text.until}
          hint={text.untilHint}
          type="date"
          defaultValue={answer?.typed.until}
          aria-invalid={answer?.wrong === 'day' || undefined}
        />
        <ReasonField id="hold-reason" value={answer?.typed.reason} isWrong={answer?.wrong === 'reason'} />
        <Acts>
          <Button name="step" value="hold">
            {text.doHold}
          </Button>
          {isHeld && (
            <Button kind="second" name="step" value="release">
              {text.release}
            </Button>
          )}
        </Acts>
      </form>
    </FormFold>
  );
}

/** Sends the whole payment back; it touches no loan, so that there is nothing to preview. */
function SendBack({ payment, answer }: FoldParts): ReactNode {
  const desk = useDesk();
  const text = deskUnmatchedText[desk.language];
  const { provider, eventId, currency } = payment;
  const amountMinor = minorAmount(payment.amountMinor);
  const target = { orderNumber: null, payment: { provider, eventId } };
  const effect = { ...target, currency, amountMinor, before: null, after: null };
  return (
    <FormFold name="payment" isOpen={answer !== undefined} title={text.back}>
      <form method="post" action={desk.inList(unmatchedPath(payment))}>
        <input type="hidden" name="part" value="back" />
        <input type="hidden" name="messageId" value={desk.newId()} />
        <input type="hidden" name="amountMinor" value={amountMinor} />
        <input type="hidden" name="seen" value={effectKey(effect)} />
        <Warning words={wrongWords(answer?.wrong, desk)} />
        <p>{text.backLine}</p>
        <ReasonField id="back-reason" value={answer?.typed.reason} isWrong={answer?.wrong === 'reason'} />
        <CorrectionButtons
          words={fill(text.doBack, { amount: desk.money(amountMinor, currency) })}
          currency={currency}
          amountMinor={amountMinor}
          allowance={answer?.allowance}
          hasPreview={false}
        />
      </form>
    </FormFold>
  );
}

function Guess({
  suggestion: { loan, reasons },
  isChosen,
}: {
  readonly suggestion: PaymentView['suggestions'][number];
  readonly isChosen: boolean;
}): ReactNode {
  const desk = useDesk();
  const text = deskUnmatchedText[desk.language];
  const { orderNumber, status, daysLate, currency } = loan;
  return (
    <label className={styles.guess}>
      <input type="radio" name="loan" value={orderNumber} defaultChecked={isChosen} />
      <span className={styles.about}>
        <span className={styles.first}>
          <b className="num">{orderNumber}</b>
          <LoanState status={status} daysLate={daysLate} language={desk.language} />
          <span>{fill(text.owes, { amount: desk.money(loan.owedMinor, currency) })}</span>
        </span>
        <span className={styles.whys}>
          {reasons.map((reason) => (
            <Why key={reason.kind} reason={reason} />
          ))}
        </span>
      </span>
    </label>
  );
}

function Why({ reason }: { readonly reason: SuggestionReason }): ReactNode {
  const desk = useDesk();
  const text = deskUnmatchedText[desk.language];
  const isOther = reason.kind === 'amount-other' || reason.kind === 'reference-other';
  const isNear = reason.kind === 'reference' && reason.difference.way !== 'same';
  const words = () => {
    if (reason.kind !== 'reference') {
      return fill(text[reason.kind], { sequence: 'sequence' in reason ? reason.sequence : '' });
    }
    const { reference, difference } = reason;
    if (difference.way === 'same') return text.same;
    return (
      <>
        <Marked text={reference} marks={difference.givenMarks} />, {text[difference.way]}
      </>
    );
  };
  return (
    <span>
      <SmallIcon path={isOther ? closeIcon : isNear ? nearIcon : tickIcon} />
      <span className="sr">{isOther ? text.fitsNot : isNear ? text.nearly : text.fits}</span>
      <span>{words()}</span>
    </span>
  );
}

/** A reference in which some places are marked. */
function Marked({ text, marks }: { readonly text: string; readonly marks: readonly number[] }): ReactNode {
  return [...text].map((character, place) =>
    marks.includes(place) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a character is its place
      <mark key={place}>{character}</mark>
    ) : (
      character
    ),
  );
}
