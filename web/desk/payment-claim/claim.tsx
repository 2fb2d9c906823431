import { deskClaimText } from '#content/messages/desk-claim.ts';
import { answerPaymentClaim, readPaymentClaim } from '#contract/host/payment-claim.ts';
import type { HostCall } from '#contract/host-call.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { claimAnswerHours } from '#domain/repayment/payment-claim.ts';
import { Clock } from '../complaint/clock.tsx';
import { FolioLink } from '../complaint/folio-link.tsx';
import { replyForm, sendReply } from '../correction/reply-form.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { claimPath, deskPaths, queuePath } from '../paths.ts';
import { photoScreen } from '../photo-screen.ts';
import { AuditLine } from '../ui/audit-line.tsx';
import { DeskForm, partOf, sentAs } from '../ui/desk-form.tsx';
import { FactList, factLink, type ShownFact } from '../ui/facts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { Unsent } from '../ui/unsent.tsx';
import {
  RecordForm,
  type RecordPlace,
  recordForm,
  type SentRecord,
  submitRecord,
} from './record-by-hand.tsx';

type ClaimView = typeof readPaymentClaim extends HostCall<infer _Request, infer Result> ? Result : never;

interface ClaimPage {
  readonly claim: ClaimView;
  readonly loanTime: Date;
}

/** A payment claim: how to find the payment, and the forms that record it or tell the borrower that it did not arrive. */
export const claim = deskScreen<ClaimPage, SentRecord>({
  path: deskPaths.claim,
  needs: 'see-money',
  async load(desk) {
    const claimId = desk.part('claim');
    const claimView = await desk.readRecorded(readPaymentClaim, { claimId }, `payment-claim:${claimId}`);
    return { claim: claimView, loanTime: await desk.service.loanTime() };
  },
  takesFiles: true,
  async submit(desk, form, files) {
    const claimId = desk.part('claim');
    const doneAt = desk.inList(claimPath(claimId));
    if (partOf(form, ['reply', 'record']) === 'record') {
      const place = placeOf(await desk.read(readPaymentClaim, { claimId }));
      return submitRecord(desk, { form, files, place, doneAt });
    }
    return sendReply(desk, notThereForm(desk).read(form), {
      call: answerPaymentClaim,
      fields: { claimId },
      subject: `payment-claim:${claimId}`,
      doneAt,
    });
  },
  title: ({ desk }) => deskClaimText[desk.language].one,
  page({ desk, claim: claimView, loanTime, answer }) {
    const text = deskClaimText[desk.language];
    const isWaiting = claimView.state === 'waiting';
    return (
      <>
        <Steps kind="payment-claim" />
        <PageHead>
          <h1>{text.one}</h1>
          <p className="sub">
            {isWaiting ? (
              <Clock
                clock={answerClock(new Date(claimView.claimedAt), claimAnswerHours, loanTime)}
                language={desk.language}
              />
            ) : (
              text[claimView.state]
            )}
          </p>
        </PageHead>
        {answer && !isWaiting && (
          <Unsent sent={answer} forms={[recordForm(desk, placeOf(claimView)), notThereForm(desk)]} />
        )}
        <FactList facts={claimFacts(desk, claimView)} />
        {isWaiting && (
          <PlainPart>
            <h2>{text.whereTitle}</h2>
            <p className="sub">{text.where}</p>
            <p>
              <a href={queuePath('unmatched')}>{text.unmatched}</a>
            </p>
          </PlainPart>
        )}
        {isWaiting && desk.may('match-payment') && (
          <>
            <RecordForm
              place={placeOf(claimView)}
              action={desk.inList(claimPath(claimView.claimId))}
              answer={sentAs(answer, 'record')}
            />
            <DeskForm
              isPart
              form={notThereForm(desk)}
              sent={sentAs(answer, 'reply')}
              action={desk.inList(claimPath(claimView.claimId))}
              lead={<h2>{text.notThere}</h2>}
              send={text.send}
              sendKind="second"
            />
          </>
        )}
        <AuditLine
          subject={`payment-claim:${claimView.claimId}`}
          market={marketOfCurrency(claimView.currency)}
        />
      </>
    );
  },
});

function placeOf(claimView: ClaimView): RecordPlace {
  const { orderNumber, currency } = claimView;
  return { orderNumber, currency, claims: [claimView], claimId: claimView.claimId };
}

const notThereForm = ({ language }: OpenDesk) => {
  const { answerLabel: label, notThereLine: hint, answerMissing: fault } = deskClaimText[language];
  return replyForm('reply', { label, hint, fault });
};

function claimFacts(desk: OpenDesk, claimView: ClaimView): (ShownFact | false)[] {
  const text = deskClaimText[desk.language];
  const { claimId, orderNumber, amountMinor, currency, image, folio, payment, answeredAt, answer } =
    claimView;
  const time = (instant: string) => desk.time(instant, marketOfCurrency(currency));
  const photo = desk.may('see-personal-data')
    ? factLink(`${claimPath(claimId)}/image`, text.seePhoto)
    : '•••';
  return [
    [text.loan, <LoanNumber key="loan" orderNumber={orderNumber} />],
    [
      text.amount,
      <b key="amount" className="num">
        {desk.money(amountMinor, currency)}
      </b>,
    ],
    [text.paidOn, claimView.paidOn],
    [text.channel, text[claimView.channel]],
    [text.trackingKey, claimView.trackingKey || text.none],
    [text.photo, image === null ? text.noPhoto : photo],
    [text.claimedAt, time(claimView.claimedAt)],
    folio !== null && [text.complaint, <FolioLink key="folio" folio={folio} />],
    payment !== null && [text.payment, `${payment.provider} ${payment.eventId}`],
    answeredAt !== null && [text.answeredAt, time(answeredAt)],
    answer !== null && [text.answer, answer],
  ];
}

export const claimImage = photoScreen({
  path: deskPaths.claimImage,
  needs: 'see-money',
  read: ({ service, person, part }) => service.claims.image(person, part('claim')),
});
