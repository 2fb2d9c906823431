import type { ReactNode } from 'react';
import { deskRefundText } from '#content/messages/desk-refund.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskCorrection } from '#contract/desk-correction.ts';
import type { DeskRefund } from '#contract/desk-unmatched.ts';
import { type HostRefund, listRefunds, markRefundFailed, markRefundSent } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import type { CorrectionTarget } from '#domain/desk/effect.ts';
import type { Allowance } from '#domain/desk/second-person.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { CorrectionButtons } from '../correction/correction-buttons.tsx';
import { CorrectionForm } from '../correction/correction-form.tsx';
import { refusalWords } from '../correction/refusal-words.ts';
import { type SentCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { useDeskText } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, refundPath } from '../paths.ts';
import { AuditLine } from '../ui/audit-line.tsx';
import { deskForm, FormFields, lineField, PostForm, partOf, sentAs } from '../ui/desk-form.tsx';
import { Fact, FactList } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { Unsent } from '../ui/unsent.tsx';
import { Warning } from '../ui/warning.tsx';

const steps = ['sent', 'failed'] as const;
type Step = (typeof steps)[number];

type RefundName = Pick<HostRefund, 'refundKey' | 'orderNumber' | 'payment'>;

interface OpenedRefund extends DeskRefund {
  /** What the reader may still send alone; null where the refund cannot be sent. */
  readonly allowance: Allowance | null;
}

/** A refund with all that sending it needs. The page is the preview of marking it as sent, since its amount never changes. */
export const refund = deskScreen<OpenedRefund, SentCorrection>({
  path: deskPaths.refund,
  needs: 'see-money',
  async load(desk) {
    const shown = await desk.service.unmatched.refund(desk.person, desk.parameter('key'));
    if (!shown) throw new CodedError('not-found');
    const { currency } = shown.refund;
    const correction = correctionOf(shown.refund, 'sent', '');
    return {
      ...shown,
      allowance: isStep(desk, shown.refund, 'sent')
        ? await desk.service.corrections.allowance(desk.person, correction, currency)
        : null,
    };
  },
  async submit(desk, form) {
    await desk.require('match-payment');
    const part = partOf(form, steps);
    const { sent, values } = stepForm(desk, part).read(form);
    if (!values) return desk.again(sent, 422);
    const refundKey = desk.parameter('key');
    const [found] = (await desk.read(listRefunds, { refundKey, limit: 1 })).refunds;
    if (!found) throw new CodedError('not-found');
    return submitCorrection(desk, sent, {
      correction: correctionOf(found, part, values.text),
      reason: values.text,
      doneAt: desk.inList(refundPath(refundKey)),
      isAtOnce: part === 'sent',
    });
  },
  title: ({ desk, refund: { refundKey } }) => `${deskRefundText[desk.language].refund} ${refundKey}`,
  page({ desk, answer, allowance, ...shown }) {
    const text = deskRefundText[desk.language];
    const { refundKey, orderNumber, amountMinor, currency, state, cardPaymentId } = shown.refund;
    return (
      <>
        <Steps kind="refund" />
        <PageHead>
          <h1>{`${text.refund}, ${desk.money(amountMinor, currency)}`}</h1>
          <p className="sub">{state === 'requested' && cardPaymentId !== null ? text.byCard : text[state]}</p>
        </PageHead>
        <PlainPart isNarrow>
          <Facts shown={shown} />
          {answer && !isStep(desk, shown.refund, partOf(answer.typed, steps)) && (
            <Unsent sent={answer} forms={steps.map((step) => stepForm(desk, step))} />
          )}
          {allowance && (
            <SendForm refund={shown.refund} allowance={allowance} answer={sentAs(answer, 'sent')} />
          )}
          {isStep(desk, shown.refund, 'failed') && (
            <FormFold name="refund" isOpen={answer?.part === 'failed'} title={text.markFailed} hasSpaceAbove>
              <CorrectionForm
                form={stepForm(desk, 'failed')}
                sent={sentAs(answer, 'failed')}
                prefix="failed-"
                action={desk.inList(refundPath(refundKey))}
                buttons={{ words: () => text.markFailed, currency }}
              />
            </FormFold>
          )}
        </PlainPart>
        <AuditLine
          subject={orderNumber === null ? `refund:${refundKey}` : `loan:${orderNumber}`}
          market={marketOfCurrency(currency)}
        />
      </>
    );
  },
});

/** Whether the reader may report that a refund was sent or failed. A card's provider reports its own refunds. */
function isStep(desk: OpenDesk, { state, cardPaymentId }: DeskRefund['refund'], step: Step): boolean {
  const states = step === 'sent' ? ['requested'] : ['requested', 'sent'];
  return desk.may('match-payment') && cardPaymentId === null && states.includes(state);
}

function correctionOf(
  { refundKey, orderNumber, payment }: RefundName,
  step: Step,
  text: string,
): DeskCorrection {
  const subject = `refund:${refundKey}`;
  const target: CorrectionTarget =
    orderNumber !== null ? { orderNumber } : payment ? { orderNumber, payment } : { orderNumber, subject };
  return {
    ...(step === 'sent'
      ? { call: markRefundSent as HostCall, fields: { refundKey, reference: text } }
      : { call: markRefundFailed as HostCall, fields: { refundKey, reason: text } }),
    ...target,
  };
}

function Facts({ shown: { refund: of, payment, recipient } }: { readonly shown: DeskRefund }): ReactNode {
  const { desk, text } = useDeskText(deskRefundText);
  const { reason, reference, state, requestedAt } = of;
  const ending = recipient?.accountEnding;
  const ofLoan = recipient && (ending ? fill(text.ending, { ending }) : text.unknown);
  const account = payment
    ? fill(text.back, { provider: payment.provider, reference: payment.reference || payment.eventId })
    : ofLoan;
  return (
    <FactList>
      <Fact name={text.of}>
        <RefundOf refund={of} />
      </Fact>
      {recipient && <Fact name={text.to}>{recipient.name}</Fact>}
      {state === 'requested' && account && <Fact name={text.account}>{account}</Fact>}
      <Fact name={text.asked}>{desk.zonedTime(requestedAt)}</Fact>
      <Fact name={text.reason}>{reason}</Fact>
      {reference !== null && (
        <Fact name={text.reference} isCode>
          {reference}
        </Fact>
      )}
    </FactList>
  );
}

/** What is refunded: the loan or the payment. */
export function RefundOf({
  refund: { orderNumber, payment, refundKey },
}: {
  readonly refund: RefundName;
}): ReactNode {
  return orderNumber === null ? (payment?.eventId ?? refundKey) : <LoanNumber orderNumber={orderNumber} />;
}

const stepForm = (desk: OpenDesk, part: Step) => {
  const text = deskRefundText[desk.language];
  return deskForm(part, {
    text: lineField({
      label: part === 'sent' ? text.reference : text.whyFailed,
      maxLength: 64,
      fault: text.missing,
    }),
  });
};

function SendForm({
  refund: { refundKey, amountMinor, currency },
  allowance,
  answer,
}: {
  readonly refund: DeskRefund['refund'];
  readonly allowance: Allowance;
  readonly answer: SentCorrection | undefined;
}): ReactNode {
  const { desk, text } = useDeskText(deskRefundText);
  const why = answer?.refusal && refusalWords(answer.refusal, answer.typed, desk, currency);
  return (
    <PostForm part="sent" sent={answer} action={desk.inList(refundPath(refundKey))}>
      <Warning words={why} />
      <div className="g3">
        <FormFields form={stepForm(desk, 'sent')} />
      </div>
      <CorrectionButtons
        words={(amount) => fill(text.markSent, { amount })}
        currency={currency}
        amountMinor={amountMinor}
        allowance={allowance}
        hasPreview={false}
      />
    </PostForm>
  );
}
