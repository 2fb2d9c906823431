import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import type { DeskOutflow } from '#contract/desk-unmatched.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { reasonOf } from '../correction/correction-kind.ts';
import { goUnlessConflict } from '../correction/submit-correction.ts';
import { deskScreen } from '../desk-screen.tsx';
import { listAddress } from '../matter/queue-address.ts';
import { Steps } from '../matter/steps.tsx';
import { deskPaths, loanPath, outflowPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { FactList } from '../ui/facts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { Unsent } from '../ui/unsent.tsx';
import { Warning } from '../ui/warning.tsx';
import { ReasonField } from './reason-field.tsx';

/** What somebody wrote of how money that left was settled, and why it was not taken. */
interface Settling {
  readonly reason: string;
  readonly wrong: 'reason' | 'late';
}

/** Money that left a payment again and is not booked: why, and a form to say how it was settled. */
export const outflow = deskScreen<{ readonly outflow: DeskOutflow }, Settling>({
  path: deskPaths.outflow,
  needs: 'see-money',
  async load({ service, person, part }) {
    const found = await service.unmatched.outflow(person, part('outflow'));
    if (!found) throw new CodedError('not-found');
    return { outflow: found };
  },
  async submit(desk, form): Promise<Response | Again<Settling>> {
    const typed = fieldOf(form, 'reason');
    const reason = reasonOf(typed);
    if (reason === null) return desk.again<Settling>({ reason: typed, wrong: 'reason' }, 422);
    const settle = () => desk.service.unmatched.closeOutflow(desk.person, desk.part('outflow'), reason);
    return goUnlessConflict<Settling>(desk, settle, {
      doneAt: listAddress(desk, 'outflow'),
      formAnswer: { reason: typed, wrong: 'late' },
    });
  },
  title: ({ desk }) => deskQueueText[desk.language].outflowTitle,
  page({ desk, outflow: shown, answer }) {
    const text = deskUnmatchedText[desk.language];
    const { id, amountMinor, currency, cause, doubt, provider, orderNumber, receivedAt, reason, isOpen } =
      shown;
    const isLate = answer?.wrong === 'late' || !isOpen;
    return (
      <>
        <Steps kind="outflow" />
        <PageHead>
          <h1>{`${text[cause]}, ${desk.money(amountMinor, currency)}`}</h1>
          <p className="sub">{isOpen ? text[doubt] : text.settleLate}</p>
        </PageHead>
        <PlainPart isNarrow>
          <Warning words={answer?.wrong === 'late' ? text.settleLate : undefined} />
          {answer?.wrong === 'late' && (
            <Unsent fields={[[deskCorrectionText[desk.language].reason, answer.reason]]} />
          )}
          <FactList
            facts={[
              ...(orderNumber === null
                ? []
                : [
                    [
                      text.leftLoan,
                      <a key="loan" href={loanPath(orderNumber)}>
                        {orderNumber}
                      </a>,
                    ] as const,
                  ]),
              [text.provider, provider],
              [text.received, desk.zonedTime(receivedAt, marketOfCurrency(currency))],
              [text.event, shown.outflowId],
              [text.leftPayment, shown.paymentId],
              ...(reason === '' ? [] : [[text.leftReason, reason] as const]),
            ]}
          />
          {!isLate && desk.may('match-payment') && (
            <form method="post" action={desk.inList(outflowPath(id))} noValidate>
              <Warning words={answer && deskCorrectionText[desk.language]['wrong-reason']} />
              <p className="g3">{text.settleLine}</p>
              <ReasonField id="settle" value={answer?.reason} isWrong={answer !== undefined} />
              <Acts>
                <Button>{text.settle}</Button>
              </Acts>
            </form>
          )}
        </PlainPart>
      </>
    );
  },
});
