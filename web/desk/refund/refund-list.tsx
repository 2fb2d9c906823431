import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskRefundText } from '#content/messages/desk-refund.ts';
import type { DeskCorrection } from '#contract/desk-correction.ts';
import { type HostRefund, listRefunds, markRefundFailed, markRefundSent } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { type CorrectionTarget, effectKey } from '#domain/desk/effect.ts';
import { CodedError } from '#domain/error-code.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Note } from '#ui/notice/note.tsx';
import { BeforeAfter } from '../correction/before-after.tsx';
import { CorrectionButtons } from '../correction/correction-buttons.tsx';
import { type ShownCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, loanPath } from '../paths.ts';
import { Chips } from '../ui/chips.tsx';
import { Fact, FactList } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';
import { Warning } from '../ui/warning.tsx';

const pageSize = 50;

const states = ['requested', 'sent', 'failed'] as const;
type State = (typeof states)[number];

type Step = 'sent' | 'failed';

/** What of which refund was sent; what was typed is wrong where it has neither effect nor `wrong`. */
interface Answer extends ShownCorrection {
  readonly refundKey: string;
  readonly part: Step;
  readonly typed: string;
}

function stateOf(desk: OpenDesk): State {
  return states.find((each) => each === desk.parameter('show')) ?? 'requested';
}

/** Refunds by where they stand, those that wait longest first; what left the bank or did not arrive is said here. */
export const refundList = deskScreen<
  { readonly refunds: readonly HostRefund[]; readonly nextCursor: string | null; readonly state: State },
  Answer
>({
  path: deskPaths.refunds,
  needs: 'see-money',
  async load(desk) {
    const state = stateOf(desk);
    const cursor = desk.parameter('from') || undefined;
    return { ...(await desk.read(listRefunds, { state, cursor, limit: pageSize })), state };
  },
  async submit(desk, form): Promise<Response | Again<Answer>> {
    await desk.require('match-payment');
    const refundKey = fieldOf(form, 'refund');
    const typed = fieldOf(form, 'text');
    const text = typed.trim();
    const part: Step = fieldOf(form, 'part') === 'sent' ? 'sent' : 'failed';
    if (!/^[^\p{Cc}]{1,64}$/u.test(text)) return desk.again<Answer>({ refundKey, part, typed }, 422);
    const { refunds } = await desk.read(listRefunds, { refundKey, limit: 1 });
    const [refund] = refunds;
    if (!refund) throw new CodedError('not-found');
    const { orderNumber, payment } = refund;
    const subject = `refund:${refundKey}`;
    const target: CorrectionTarget =
      orderNumber !== null ? { orderNumber } : payment ? { orderNumber, payment } : { orderNumber, subject };
    const correction: DeskCorrection = {
      ...(part === 'sent'
        ? { call: markRefundSent as HostCall, fields: { refundKey, reference: text } }
        : { call: markRefundFailed as HostCall, fields: { refundKey, reason: text } }),
      ...target,
    };
    const doneAt = addressOf(deskPaths.refunds, { show: stateOf(desk) });
    const submitted = await submitCorrection(desk, form, { correction, reason: text, doneAt });
    if (submitted instanceof Response) return submitted;
    return desk.again<Answer>({ refundKey, part, typed, ...submitted.correction }, submitted.status);
  },
  title: ({ desk }) => deskRefundText[desk.language].title,
  page({ desk, refunds, nextCursor, state, answer }) {
    const text = deskRefundText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </PageHead>
        <Chips
          path={deskPaths.refunds}
          label={text.filter}
          choices={states.map((each) => [each, text[each]])}
          chosen={state}
        />
        <Part id="refunds" title={text[state]}>
          {refunds.length === 0 && <p className="sub g3">{text.none}</p>}
          {refunds.map((refund) => (
            <RefundFold
              key={refund.refundKey}
              refund={refund}
              answer={answer?.refundKey === refund.refundKey ? answer : undefined}
            />
          ))}
        </Part>
        <Pager
          path={deskPaths.refunds}
          parameters={{ show: state, state }}
          nextCursor={nextCursor}
          pageSize={pageSize}
          file="refunds.csv"
        />
      </>
    );
  },
});

function RefundFold({
  refund,
  answer,
}: {
  readonly refund: HostRefund;
  readonly answer: Answer | undefined;
}): ReactNode {
  const desk = useDesk();
  const text = deskRefundText[desk.language];
  const { refundKey, orderNumber, payment, amountMinor, currency, state, reason, reference, cardPaymentId } =
    refund;
  const mayStep = desk.may('match-payment') && cardPaymentId === null;
  return (
    <FormFold
      name="refund"
      title={`${desk.money(amountMinor, currency)} · ${orderNumber ?? payment?.eventId ?? refundKey}`}
      note={desk.zonedTime(refund.requestedAt)}
      isOpen={answer !== undefined}
    >
      <FactList label={text.refund}>
        <Fact name={text.of}>
          {orderNumber === null ? payment?.eventId : <a href={loanPath(orderNumber)}>{orderNumber}</a>}
        </Fact>
        <Fact name={text.state}>{text[state]}</Fact>
        <Fact name={text.reason}>{reason}</Fact>
        {reference !== null && (
          <Fact name={text.reference} isCode>
            {reference}
          </Fact>
        )}
        {cardPaymentId !== null && <Fact name={text.asked}>{text.byCard}</Fact>}
      </FactList>
      {answer && !answer.effect && !answer.wrong && (
        <Note tone="bad" isAlert>
          {text.missing}
        </Note>
      )}
      {mayStep && state === 'requested' && <StepForm refund={refund} part="sent" answer={answer} />}
      {mayStep && state !== 'failed' && <StepForm refund={refund} part="failed" answer={answer} />}
    </FormFold>
  );
}

/** Says that a refund left the bank or did not arrive, once its effect was seen. */
function StepForm({
  refund: { refundKey, state, currency },
  part,
  answer,
}: {
  readonly refund: HostRefund;
  readonly part: Step;
  readonly answer: Answer | undefined;
}): ReactNode {
  const desk = useDesk();
  const text = deskRefundText[desk.language];
  const words = deskCorrectionText[desk.language];
  const isSent = part === 'sent';
  const { effect, wrong, allowance, typed = '' } = answer?.part === part ? answer : {};
  return (
    <form method="post" action={addressOf(deskPaths.refunds, { show: state })} noValidate>
      <input type="hidden" name="messageId" value={desk.newId()} />
      <input type="hidden" name="refund" value={refundKey} />
      <input type="hidden" name="part" value={part} />
      {effect && <input type="hidden" name="seen" value={effectKey(effect)} />}
      <Warning words={wrong === 'refused' || wrong === 'stale' ? words[`wrong-${wrong}`] : undefined} />
      {effect && <BeforeAfter effect={effect} />}
      <TextField
        id={`${part}-${refundKey}`}
        name="text"
        label={isSent ? text.reference : text.whyFailed}
        value={typed}
        maxLength={64}
      />
      <CorrectionButtons
        words={isSent ? text.markSent : text.markFailed}
        currency={currency}
        amountMinor={effect?.amountMinor}
        allowance={allowance}
      />
    </form>
  );
}
