import type { ReactNode } from 'react';
import { deskRefundText } from '#content/messages/desk-refund.ts';
import type { DeskCorrection } from '#contract/desk-correction.ts';
import { type HostRefund, listRefunds, markRefundFailed, markRefundSent } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import type { CorrectionTarget } from '#domain/desk/effect.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { CorrectionForm } from '../correction/correction-form.tsx';
import { type SentCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { useDeskText } from '../desk-context.ts';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { Chips } from '../ui/chips.tsx';
import { deskForm, lineField, partOf, sentAs } from '../ui/desk-form.tsx';
import { Fact, FactList } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Part } from '../ui/part.tsx';

const states = ['requested', 'sent', 'failed'] as const;
type State = (typeof states)[number];

const steps = ['sent', 'failed'] as const;
type Step = (typeof steps)[number];

export const refunds = deskList({
  path: deskPaths.refunds,
  filters: { state: states },
  read: ({ query, page, read }) => read(listRefunds, { ...page, ...query }),
  rows: (page) => page.refunds,
  keyOf: ({ refundKey }) => refundKey,
  empty: ({ language }) => deskRefundText[language].none,
  file: {
    name: 'refunds.csv',
    needs: 'see-money',
    columns: [
      'refundKey',
      'state',
      'orderNumber',
      ['provider', ({ payment }) => payment?.provider ?? null],
      ['paymentId', ({ payment }) => payment?.eventId ?? null],
      'amountMinor',
      'currency',
      'reason',
      'requestedBy',
      'requestedAt',
      'reference',
      'sentAt',
      'failedAt',
    ],
  },
});

const stateOf = (desk: OpenDesk): State =>
  states.find((each) => each === desk.parameter('state')) ?? 'requested';

type RefundsPage = Awaited<ReturnType<typeof refunds.load>>;

export const refundList = deskScreen<RefundsPage, SentCorrection>({
  path: deskPaths.refunds,
  needs: 'see-money',
  load: (desk) => refunds.load(desk, { state: stateOf(desk) }),
  async submit(desk, form) {
    await desk.require('match-payment');
    const refundKey = fieldOf(form, 'refund');
    const part = partOf(form, steps);
    const { sent, values } = stepForm(desk, part).read(form);
    if (!values) return desk.again(sent, 422);
    const { text } = values;
    const [refund] = (await desk.read(listRefunds, { refundKey, limit: 1 })).refunds;
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
    const doneAt = refunds.address({ state: stateOf(desk) });
    return submitCorrection(desk, sent, { correction, reason: text, doneAt });
  },
  title: ({ desk }) => deskRefundText[desk.language].title,
  page({ desk, answer, ...page }) {
    const text = deskRefundText[desk.language];
    const state = stateOf(desk);
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </PageHead>
        <Chips
          path={deskPaths.refunds}
          name="state"
          label={text.filter}
          choices={states.map((each) => [each, text[each]])}
          chosen={state}
        />
        <Part id="refunds" title={text[state]}>
          <refunds.Rows page={page}>
            {page.refunds.map((refund) => (
              <RefundFold
                key={refund.refundKey}
                refund={refund}
                answer={answer && fieldOf(answer.typed, 'refund') === refund.refundKey ? answer : undefined}
              />
            ))}
          </refunds.Rows>
        </Part>
      </>
    );
  },
});

function RefundFold({
  refund,
  answer,
}: {
  readonly refund: HostRefund;
  readonly answer: SentCorrection | undefined;
}): ReactNode {
  const { desk, text } = useDeskText(deskRefundText);
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
          {orderNumber === null ? payment?.eventId : <LoanNumber orderNumber={orderNumber} />}
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
      {mayStep && state === 'requested' && <StepForm refund={refund} part="sent" answer={answer} />}
      {mayStep && state !== 'failed' && <StepForm refund={refund} part="failed" answer={answer} />}
    </FormFold>
  );
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

function StepForm({
  refund: { refundKey, state, currency },
  part,
  answer,
}: {
  readonly refund: HostRefund;
  readonly part: Step;
  readonly answer: SentCorrection | undefined;
}): ReactNode {
  const { desk, text } = useDeskText(deskRefundText);
  return (
    <CorrectionForm
      form={stepForm(desk, part)}
      sent={sentAs(answer, part)}
      hidden={{ refund: refundKey }}
      prefix={`${part}-${refundKey}-`}
      action={refunds.address({ state })}
      buttons={{ words: () => (part === 'sent' ? text.markSent : text.markFailed), currency }}
    />
  );
}
