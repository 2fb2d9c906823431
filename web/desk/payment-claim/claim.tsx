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

/** A payment that a borrower says they made: all there is to find it by, and either answer: it is recorded by hand, or has not come. */
export const claim = deskScreen<ClaimPage, SentRecord>({
  path: deskPaths.claim,
  needs: 'see-money',
  async load(desk) {
    const claimId = desk.part('claim');
    const claimFields = await desk.readRecorded(readPaymentClaim, { claimId }, `payment-claim:${claimId}`);
    return { claim: claimFields, loanTime: await desk.service.loanTime() };
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
  page({ desk, claim: claimFields, loanTime, answer }) {
    const text = deskClaimText[desk.language];
    const isWaiting = claimFields.state === 'waiting';
    return (
      <>
        <Steps kind="payment-claim" />
        <PageHead>
          <h1>{text.one}</h1>
          <p className="sub">
            {isWaiting ? (
              <Clock
                clock={answerClock(new Date(claimFields.claimedAt), claimAnswerHours, loanTime)}
                language={desk.language}
              />
            ) : (
              text[claimFields.state]
            )}
          </p>
        </PageHead>
        {answer && !isWaiting && (
          <Unsent sent={answer} forms={[recordForm(desk, placeOf(claimFields)), notThereForm(desk)]} />
        )}
        <FactList facts={claimFacts(desk, claimFields)} />
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
              place={placeOf(claimFields)}
              action={desk.inList(claimPath(claimFields.claimId))}
              answer={sentAs(answer, 'record')}
            />
            <DeskForm
              isPart
              form={notThereForm(desk)}
              sent={sentAs(answer, 'reply')}
              action={desk.inList(claimPath(claimFields.claimId))}
              lead={<h2>{text.notThere}</h2>}
              send={text.send}
              sendKind="second"
            />
          </>
        )}
        <AuditLine
          subject={`payment-claim:${claimFields.claimId}`}
          market={marketOfCurrency(claimFields.currency)}
        />
      </>
    );
  },
});

/** The loan of a claim, and the claim as the one that a payment answers. */
function placeOf(claimFields: ClaimView): RecordPlace {
  const { orderNumber, currency } = claimFields;
  return { orderNumber, currency, claims: [claimFields], claimId: claimFields.claimId };
}

const notThereForm = ({ language }: OpenDesk) => {
  const { answerLabel: label, notThereLine: hint, answerMissing: fault } = deskClaimText[language];
  return replyForm('reply', { label, hint, fault });
};

function claimFacts(desk: OpenDesk, claimFields: ClaimView): (ShownFact | false)[] {
  const text = deskClaimText[desk.language];
  const { claimId, orderNumber, amountMinor, currency, image, folio, payment, answeredAt, answer } =
    claimFields;
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
    [text.paidOn, claimFields.paidOn],
    [text.channel, text[claimFields.channel]],
    [text.trackingKey, claimFields.trackingKey || text.none],
    [text.photo, image === null ? text.noPhoto : photo],
    [text.claimedAt, time(claimFields.claimedAt)],
    folio !== null && [text.complaint, <FolioLink key="folio" folio={folio} />],
    payment !== null && [text.payment, `${payment.provider} ${payment.eventId}`],
    answeredAt !== null && [text.answeredAt, time(answeredAt)],
    answer !== null && [text.answer, answer],
  ];
}

/** The photo of the proof. */
export const claimImage = photoScreen({
  path: deskPaths.claimImage,
  needs: 'see-money',
  read: ({ service, person, part }) => service.claims.image(person, part('claim')),
});
