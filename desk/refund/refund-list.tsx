import type { ReactNode } from 'react';
import { deskRefundText } from '#content/messages/desk-refund.ts';
import { type HostRefund, listRefunds, markRefundFailed, markRefundSent } from '#contract/host/repayment.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, loanPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { Chips } from '../ui/chips.tsx';
import { Fact, FactList } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';

const pageSize = 50;

const states = ['requested', 'sent', 'failed'] as const;
type State = (typeof states)[number];

interface Answer {
  readonly refundKey: string;
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
    const refundKey = fieldOf(form, 'refund');
    const text = fieldOf(form, 'text').trim();
    const isSent = fieldOf(form, 'step') === 'sent';
    if (!/^[^\p{Cc}]{1,64}$/u.test(text)) return desk.again<Answer>({ refundKey }, 422);
    const act = { messageId: fieldOf(form, 'messageId'), subject: `refund:${refundKey}` };
    if (isSent) await desk.change(markRefundSent, { refundKey, reference: text }, act);
    else await desk.change(markRefundFailed, { refundKey, reason: text }, { ...act, reason: text });
    return desk.goTo(addressOf(deskPaths.refunds, { show: stateOf(desk) }));
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
              isWrong={answer?.refundKey === refund.refundKey}
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
  isWrong,
}: {
  readonly refund: HostRefund;
  readonly isWrong: boolean;
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
      isOpen={isWrong}
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
      {isWrong && (
        <Note tone="bad" isAlert>
          {text.missing}
        </Note>
      )}
      {mayStep && state === 'requested' && <StepForm refund={refund} step="sent" />}
      {mayStep && state !== 'failed' && <StepForm refund={refund} step="failed" />}
    </FormFold>
  );
}

function StepForm({
  refund: { refundKey, state },
  step,
}: {
  readonly refund: HostRefund;
  readonly step: 'sent' | 'failed';
}): ReactNode {
  const desk = useDesk();
  const text = deskRefundText[desk.language];
  const isSent = step === 'sent';
  return (
    <form method="post" action={addressOf(deskPaths.refunds, { show: state })} noValidate>
      <input type="hidden" name="messageId" value={desk.newId()} />
      <input type="hidden" name="refund" value={refundKey} />
      <input type="hidden" name="step" value={step} />
      <TextField
        id={`${step}-${refundKey}`}
        name="text"
        label={isSent ? text.reference : text.whyFailed}
        value=""
        maxLength={64}
      />
      <Acts>
        <Button kind={isSent ? 'main' : 'second'}>{isSent ? text.markSent : text.markFailed}</Button>
      </Acts>
    </form>
  );
}
