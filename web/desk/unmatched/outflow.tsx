import { deskQueueText } from '#content/messages/desk-queue.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import type { DeskOutflow } from '#contract/desk-unmatched.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { reasonField } from '../correction/correction-fields.ts';
import { goUnlessConflict } from '../correction/submit-correction.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import { listAddress } from '../matter/queue-address.ts';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, outflowPath } from '../paths.ts';
import { DeskForm, deskForm, type SentForm } from '../ui/desk-form.tsx';
import { FactList } from '../ui/facts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { Unsent } from '../ui/unsent.tsx';
import { Warning } from '../ui/warning.tsx';

const settleForm = (desk: OpenDesk) => deskForm('settle', { reason: reasonField(desk) });

/** Money that a provider took back and that is not booked yet, with a form to record how it was settled. */
export const outflow = deskScreen<{ readonly outflow: DeskOutflow }, SentForm>({
  path: deskPaths.outflow,
  needs: 'see-money',
  async load({ service, person, part }) {
    const found = await service.unmatched.outflow(person, part('outflow'));
    if (!found) throw new CodedError('not-found');
    return { outflow: found };
  },
  async submit(desk, form) {
    const { sent, values } = settleForm(desk).read(form);
    if (!values) return desk.again(sent, 422);
    const settle = () =>
      desk.service.unmatched.closeOutflow(desk.person, desk.part('outflow'), values.reason);
    return goUnlessConflict(desk, settle, { doneAt: listAddress(desk, 'outflow'), sent });
  },
  title: ({ desk }) => deskQueueText[desk.language].outflowTitle,
  page({ desk, outflow: shown, answer }) {
    const text = deskUnmatchedText[desk.language];
    const { id, amountMinor, currency, cause, doubt, provider, orderNumber, receivedAt, reason, isOpen } =
      shown;
    const isLate = answer !== undefined && Object.keys(answer.faults).length === 0;
    return (
      <>
        <Steps kind="outflow" />
        <PageHead>
          <h1>{`${text[cause]}, ${desk.money(amountMinor, currency)}`}</h1>
          <p className="sub">{isOpen ? text[doubt] : text.settleLate}</p>
        </PageHead>
        <PlainPart isNarrow>
          <Warning words={isLate ? text.settleLate : undefined} />
          {isLate && <Unsent sent={answer} forms={[settleForm(desk)]} />}
          <FactList
            facts={[
              orderNumber !== null && [text.leftLoan, <LoanNumber key="loan" orderNumber={orderNumber} />],
              [text.provider, provider],
              [text.received, desk.zonedTime(receivedAt, marketOfCurrency(currency))],
              [text.event, shown.outflowId],
              [text.leftPayment, shown.paymentId],
              reason !== '' && [text.leftReason, reason],
            ]}
          />
          {isOpen && !isLate && desk.may('match-payment') && (
            <DeskForm
              form={settleForm(desk)}
              sent={answer}
              action={desk.inList(outflowPath(id))}
              prefix="settle-"
              lead={<p className="g3">{text.settleLine}</p>}
              send={text.settle}
            />
          )}
        </PlainPart>
      </>
    );
  },
});
