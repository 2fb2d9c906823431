import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskCorrection } from '#contract/desk-correction.ts';
import type { DeskUnmatched } from '#contract/desk-unmatched.ts';
import { assignPayment, type HostPayment, requestRefund } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { addDays, typedDay } from '#domain/calendar.ts';
import type { SuggestionReason } from '#domain/desk/payment-suggestion.ts';
import { plainReference } from '#domain/desk/payment-suggestion.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { FieldError } from '#ui/form/field-error.tsx';
import { descriptionOf } from '#ui/form/field-frame.tsx';
import { Hold } from '#ui/form/hold.tsx';
import { useSent } from '#ui/form/sent-fields.ts';
import { closeIcon, nearIcon, tickIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { Note } from '#ui/notice/note.tsx';
import { anotherPaymentField } from '../correction/another-payment.tsx';
import { reasonField } from '../correction/correction-fields.ts';
import { CorrectionForm } from '../correction/correction-form.tsx';
import { goUnlessConflict, type SentCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { TargetLink } from '../correction/target-link.tsx';
import { useDeskText } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import { listAddress } from '../matter/queue-address.ts';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, loanPath, unmatchedPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { DeskForm, deskForm, partOf, type SentForm, sentAs, textField } from '../ui/desk-form.tsx';
import { Fact, FactList } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Part, Sided } from '../ui/part.tsx';
import { Unsent } from '../ui/unsent.tsx';
import { Warning } from '../ui/warning.tsx';
import styles from './unmatched-payment.module.css';

type PaymentView = NonNullable<Awaited<ReturnType<DeskUnmatched['read']>>>;

const longestHoldDays = 90;

/** An unmatched payment: assigns it to a suggested or another loan, puts it on hold or sends it back. */
export const unmatchedPayment = deskScreen<PaymentView, SentCorrection>({
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
  async submit(desk, form) {
    const part = partOf(form, ['assign', 'hold', 'back']);
    return { assign, hold, back: sendBack }[part](desk, form);
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
                  <Unsent sent={answer} forms={[assignForm(desk), holdForm(desk), backForm(desk)]} />
                )}
              </>
            ) : (
              <>
                {isInDoubt && (
                  <Note tone="warn" hasSpaceAbove>
                    {text.inDoubt}
                  </Note>
                )}
                {hold && (
                  <Note tone="plain" hasSpaceAbove>
                    {fill(text.heldBy, {
                      name: hold.name,
                      day: hold.untilDay,
                      reason: hold.reason,
                    })}
                  </Note>
                )}
                <Assign payment={payment} suggestions={suggestions} answer={sentAs(answer, 'assign')} />
                {desk.may('match-payment') && (
                  <HoldForm payment={payment} isHeld={hold !== null} answer={sentAs(answer, 'hold')} />
                )}
                {desk.may('correct-loan') && <SendBack payment={payment} answer={sentAs(answer, 'back')} />}
              </>
            )}
          </Part>
          <Part id="arrived" title={text.arrived}>
            <FactList>
              <Fact name={text.reference}>
                <Marked text={typed} marks={marks[0] ?? []} />
              </Fact>
              <Fact name={text.paid}>
                <span className="num">{desk.time(payment.paidAt, market)}</span>
              </Fact>
              <Fact name={text.received}>
                <span className="num">{desk.time(payment.receivedAt, market)}</span>
              </Fact>
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

const paymentNamed = (desk: OpenDesk) => ({
  provider: desk.parameter('provider'),
  eventId: desk.parameter('event'),
});

const otherLoan = 'other';

const assignForm = (desk: OpenDesk) => {
  const text = deskUnmatchedText[desk.language];
  return deskForm('assign', {
    loan: textField({ kind: 'own' }),
    order: textField({ kind: 'own', label: text.another }),
    anotherPayment: anotherPaymentField,
    reason: reasonField(desk),
  });
};

async function assign(desk: OpenDesk, form: FormData): Promise<Response | Again<SentCorrection>> {
  const text = deskUnmatchedText[desk.language];
  const { sent, values } = assignForm(desk).read(form);
  const refuse = (faults: SentForm['faults']) =>
    desk.again<SentCorrection>({ ...sent, faults: { ...sent.faults, ...faults } }, 422);
  const order = fieldOf(form, 'order').trim().toUpperCase();
  const chosen = fieldOf(form, 'loan').trim().toUpperCase();
  const orderNumber = chosen === otherLoan.toUpperCase() ? order : chosen;
  if (!/^[^\p{Cc}]{1,32}$/u.test(orderNumber)) return refuse({ loan: text.chooseLoan });
  if (order !== '' && order !== orderNumber) return refuse({ order: text.twoLoans });
  if (!values) return refuse({});
  const { reason, anotherPayment } = values;
  const correction: DeskCorrection = {
    call: assignPayment as HostCall,
    fields: { ...paymentNamed(desk), orderNumber, reason, ...anotherPayment },
    orderNumber,
  };
  return submitCorrection(desk, sent, { correction, reason, doneAt: desk.inList(loanPath(orderNumber)) });
}

interface AssignParts extends Pick<PaymentView, 'payment' | 'suggestions'> {
  readonly answer: SentCorrection | undefined;
}

function Assign({ payment, suggestions, answer }: AssignParts): ReactNode {
  const { desk, text } = useDeskText(deskUnmatchedText);
  const { effect, faults } = answer ?? {};
  const chosen = answer ? fieldOf(answer.typed, 'loan') : (suggestions[0]?.loan.orderNumber ?? otherLoan);
  const order = effect?.orderNumber ?? '';
  const mayAssign = desk.may('match-payment');
  return (
    <CorrectionForm
      form={mayAssign ? assignForm(desk) : deskForm('assign', {})}
      sent={answer}
      action={desk.inList(unmatchedPath(payment))}
      lead={<Warning words={faults?.loan} />}
      buttons={
        mayAssign
          ? {
              words: () =>
                fill(text.assign, { amount: desk.money(payment.amountMinor, payment.currency), order }),
              currency: payment.currency,
            }
          : undefined
      }
    >
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
        <OtherLoan isChosen={chosen === otherLoan} />
      </fieldset>
      {effect && (
        <p className="g3">
          {text.assignedTo} <TargetLink target={effect} />
          {answer?.borrower && ` · ${answer.borrower.name}`}
        </p>
      )}
    </CorrectionForm>
  );
}

function OtherLoan({ isChosen }: { readonly isChosen: boolean }): ReactNode {
  const { text } = useDeskText(deskUnmatchedText);
  const { typed, fault, isFirstFault } = useSent('order');
  return (
    <>
      <div className={styles.guess}>
        <input type="radio" name="loan" value={otherLoan} id="other" defaultChecked={isChosen} />
        <label htmlFor="other">
          <b>{text.another}</b>
        </label>
        <span className={styles.other}>
          <Hold>
            <input
              name="order"
              aria-label={text.anotherNumber}
              defaultValue={typed}
              maxLength={32}
              spellCheck={false}
              autoComplete="off"
              {...descriptionOf({ id: 'order', error: fault, hasFocus: isFirstFault })}
            />
          </Hold>
        </span>
      </div>
      {fault && <FieldError id="order-error">{fault}</FieldError>}
    </>
  );
}

const holdForm = (desk: OpenDesk, market = desk.market) => {
  const text = deskUnmatchedText[desk.language];
  const today = dayIn(market, desk.now);
  return deskForm('hold', {
    until: {
      label: text.until,
      hint: text.untilHint,
      kind: 'date',
      fault: text.wrongDay,
      read(typed) {
        const day = typedDay(typed);
        return day !== null && day > today && day <= addDays(today, longestHoldDays) ? day : null;
      },
    },
    reason: reasonField(desk),
  });
};

/** Puts the payment on hold until a day, or ends the hold. */
async function hold(desk: OpenDesk, form: FormData): Promise<Response | Again<SentForm>> {
  const { unmatched } = desk.service;
  const payment = paymentNamed(desk);
  if (fieldOf(form, 'step') === 'release') {
    await unmatched.hold(desk.person, payment, null);
    return desk.goTo(desk.inList(unmatchedPath(payment)));
  }
  const view = await unmatched.read(desk.person, payment);
  const { sent, values } = holdForm(desk, view ? marketOfCurrency(view.payment.currency) : undefined).read(
    form,
  );
  if (!values) return desk.again(sent, 422);
  const { until: untilDay, reason } = values;
  return goUnlessConflict(desk, () => unmatched.hold(desk.person, payment, { untilDay, reason }), {
    doneAt: listAddress(desk, 'unmatched'),
    sent,
  });
}

interface FoldParts {
  readonly payment: HostPayment;
  readonly answer: SentCorrection | undefined;
}

function HoldForm({ payment, isHeld, answer }: FoldParts & { readonly isHeld: boolean }): ReactNode {
  const { desk, text } = useDeskText(deskUnmatchedText);
  return (
    <FormFold hasSpaceAbove name="payment" isOpen={answer !== undefined} title={text.hold}>
      <DeskForm
        form={holdForm(desk, marketOfCurrency(payment.currency))}
        sent={answer}
        action={desk.inList(unmatchedPath(payment))}
        prefix="hold-"
        lead={<p>{text.holdLine}</p>}
      >
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
      </DeskForm>
    </FormFold>
  );
}

const backForm = (desk: OpenDesk) => deskForm('back', { reason: reasonField(desk) });

async function sendBack(desk: OpenDesk, form: FormData): Promise<Response | Again<SentCorrection>> {
  const { sent, values } = backForm(desk).read(form);
  if (!values) return desk.again(sent, 422);
  const payment = paymentNamed(desk);
  const correction: DeskCorrection = {
    call: requestRefund as HostCall,
    fields: {
      payment,
      refundKey: `desk:${fieldOf(form, 'messageId')}`,
      amountMinor: Number(fieldOf(form, 'amountMinor')),
      reason: values.reason,
    },
    orderNumber: null,
    payment,
  };
  const doneAt = listAddress(desk, 'unmatched');
  return submitCorrection(desk, sent, { correction, reason: values.reason, doneAt });
}

/** Sends the whole payment back. It touches no loan, so there is nothing to preview. */
function SendBack({ payment, answer }: FoldParts): ReactNode {
  const { desk, text } = useDeskText(deskUnmatchedText);
  const { provider, eventId, currency } = payment;
  const amountMinor = minorAmount(payment.amountMinor);
  const target = { orderNumber: null, payment: { provider, eventId } };
  return (
    <FormFold name="payment" isOpen={answer !== undefined} title={text.back}>
      <CorrectionForm
        form={backForm(desk)}
        sent={answer}
        hidden={{ amountMinor }}
        prefix="back-"
        action={desk.inList(unmatchedPath(payment))}
        effect={{ ...target, currency, amountMinor, before: null, after: null }}
        lead={<p>{text.backLine}</p>}
        buttons={{ words: (amount) => fill(text.doBack, { amount }), currency, hasPreview: false }}
      />
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
  const { desk, text } = useDeskText(deskUnmatchedText);
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
  const { text } = useDeskText(deskUnmatchedText);
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
