import type { ReactNode } from 'react';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { deskDisputeText } from '#content/messages/desk-dispute.ts';
import { fill } from '#content/text-pack.ts';
import {
  readChargeDispute,
  rejectChargeDispute,
  upholdChargeDispute,
} from '#contract/host/charge-dispute.ts';
import type { HostCall } from '#contract/host-call.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import { disputeAnswerHours } from '#domain/loan/charge-dispute.ts';
import { marketOfCurrency } from '#domain/market.ts';
import type { Again } from '#pages/open-screen.ts';
import { Clock } from '../complaint/clock.tsx';
import { FolioLink } from '../complaint/folio-link.tsx';
import { amountField, reasonField } from '../correction/correction-fields.ts';
import { CorrectionForm } from '../correction/correction-form.tsx';
import { replyForm, sendReply } from '../correction/reply-form.ts';
import { type SentCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { useDeskText } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, disputePath } from '../paths.ts';
import { AuditLine } from '../ui/audit-line.tsx';
import { DeskForm, deskForm, partOf, sentAs } from '../ui/desk-form.tsx';
import { FactList, type ShownFact } from '../ui/facts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Unsent } from '../ui/unsent.tsx';

type DisputeView = typeof readChargeDispute extends HostCall<infer _Request, infer View> ? View : never;

interface DisputePage {
  readonly dispute: DisputeView;
  readonly loanTime: Date;
}

export const dispute = deskScreen<DisputePage, SentCorrection>({
  path: deskPaths.dispute,
  needs: 'see-money',
  async load(desk) {
    const disputeId = desk.part('dispute');
    const disputeView = await desk.readRecorded(
      readChargeDispute,
      { disputeId },
      `charge-dispute:${disputeId}`,
    );
    return { dispute: disputeView, loanTime: await desk.service.loanTime() };
  },
  async submit(desk, form) {
    if (partOf(form, ['uphold', 'reject']) === 'uphold') return uphold(desk, form);
    const disputeId = desk.part('dispute');
    return sendReply(desk, rejectForm(desk).read(form), {
      call: rejectChargeDispute,
      fields: { disputeId },
      subject: `charge-dispute:${disputeId}`,
      doneAt: desk.inList(disputePath(disputeId)),
    });
  },
  title: ({ desk }) => deskDisputeText[desk.language].one,
  page({ desk, dispute: disputeView, loanTime, answer }) {
    const text = deskDisputeText[desk.language];
    const isOpen = disputeView.state === 'open';
    const { currency } = disputeView;
    return (
      <>
        <Steps kind="charge-dispute" />
        <PageHead>
          <h1>{text.one}</h1>
          <p className="sub">
            {isOpen ? (
              <Clock
                clock={answerClock(new Date(disputeView.filedAt), disputeAnswerHours, loanTime)}
                language={desk.language}
              />
            ) : (
              text[disputeView.state]
            )}
          </p>
        </PageHead>
        {answer && !isOpen && (
          <Unsent sent={answer} forms={[upholdForm(desk, disputeView), rejectForm(desk)]} />
        )}
        <FactList facts={disputeFacts(desk, disputeView)} />
        {isOpen && desk.may('correct-loan') && (
          <>
            {disputeView.chargedMinor > 0 && (
              <Uphold dispute={disputeView} answer={sentAs(answer, 'uphold')} />
            )}
            <DeskForm
              isPart
              form={rejectForm(desk)}
              sent={sentAs(answer, 'reject')}
              action={desk.inList(disputePath(disputeView.disputeId))}
              prefix="reject-"
              lead={<h2>{text.rejectTitle}</h2>}
              send={text.doReject}
              sendKind="second"
            />
          </>
        )}
        <AuditLine subject={`charge-dispute:${disputeView.disputeId}`} market={marketOfCurrency(currency)} />
      </>
    );
  },
});

function disputeFacts(desk: OpenDesk, disputeView: DisputeView): (ShownFact | false)[] {
  const text = deskDisputeText[desk.language];
  const { currency, kind, folio, endedAt, answer, takenOffMinor, vatTakenOffMinor } = disputeView;
  const time = (instant: string) => desk.time(instant, marketOfCurrency(currency));
  const amount = (minor: number) => <span className="num">{desk.money(minor, currency)}</span>;
  const isOpen = disputeView.state === 'open';
  return [
    [text.loan, <LoanNumber key="loan" orderNumber={disputeView.orderNumber} />],
    [text.charge, chargeName(kind, desk.language, currency)],
    [text.payment, disputeView.sequence],
    [text.disputed, amount(disputeView.amountMinor)],
    isOpen && [text.charged, amount(disputeView.chargedMinor)],
    [text.reason, text[disputeView.reason]],
    [text.words, disputeView.words || text.none],
    [text.filedAt, time(disputeView.filedAt)],
    folio !== null && [text.complaint, <FolioLink key="folio" folio={folio} />],
    endedAt !== null && [text.endedAt, time(endedAt)],
    answer !== null && [text.answer, answer],
    takenOffMinor > 0 && [text.takenOff, amount(takenOffMinor)],
    vatTakenOffMinor > 0 && [text.vatTakenOff, amount(vatTakenOffMinor)],
  ];
}

const rejectForm = ({ language }: OpenDesk) => {
  const { answerLabel: label, rejectLine: hint, rejectMissing: fault } = deskDisputeText[language];
  return replyForm('reject', { label, hint, fault });
};

const upholdForm = (desk: OpenDesk, { currency, chargedMinor }: DisputeView) => {
  const text = deskDisputeText[desk.language];
  return deskForm('uphold', {
    amount: amountField(desk, currency, {
      label: text.amount,
      first: desk.amountField(chargedMinor, currency),
      isRequired: true,
    }),
    answer: reasonField(desk, {
      label: text.answerLabel,
      hint: text.answerHint,
      kind: 'line',
      isRequired: true,
      fault: text.answerMissing,
    }),
  });
};

async function uphold(desk: OpenDesk, form: FormData): Promise<Response | Again<SentCorrection>> {
  await desk.require('correct-loan');
  const disputeId = desk.part('dispute');
  const disputeView = await desk.read(readChargeDispute, { disputeId });
  const { sent, values } = upholdForm(desk, disputeView).read(form);
  if (!values) return desk.again(sent, 422);
  const { amount: amountMinor, answer } = values;
  const correction = {
    call: upholdChargeDispute as HostCall,
    fields: { disputeId, amountMinor, answer },
    orderNumber: disputeView.orderNumber,
  };
  const doneAt = desk.inList(disputePath(disputeId));
  return submitCorrection(desk, sent, { correction, reason: answer, doneAt });
}

function Uphold({
  dispute: disputeView,
  answer,
}: {
  readonly dispute: DisputeView;
  readonly answer: SentCorrection | undefined;
}): ReactNode {
  const { desk, text } = useDeskText(deskDisputeText);
  return (
    <CorrectionForm
      isPart
      form={upholdForm(desk, disputeView)}
      sent={answer}
      action={desk.inList(disputePath(disputeView.disputeId))}
      lead={
        <>
          <h2>{text.upholdTitle}</h2>
          <p className="hint">{text.upholdLine}</p>
        </>
      }
      buttons={{
        words: (amount) => fill(text.doUphold, { amount }),
        currency: disputeView.currency,
      }}
    />
  );
}
