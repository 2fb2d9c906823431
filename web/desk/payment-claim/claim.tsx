import { deskClaimText } from '#content/messages/desk-claim.ts';
import { answerPaymentClaim, readPaymentClaim } from '#contract/host/payment-claim.ts';
import type { HostCall } from '#contract/host-call.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { claimAnswerHours } from '#domain/repayment/payment-claim.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Clock } from '../complaint/clock.tsx';
import { FolioLink } from '../complaint/folio-link.tsx';
import { goUnlessConflict } from '../correction/submit-correction.ts';
import { deskScreen } from '../desk-screen.tsx';

import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { claimPath, deskPaths, loanPath, queuePath } from '../paths.ts';
import { photoResponse } from '../photo-answer.ts';
import { AnswerForm } from '../ui/answer-form.tsx';
import { AuditLine } from '../ui/audit-line.tsx';
import { deskForm, lineField, partOf, type SentForm, sentAs } from '../ui/desk-form.tsx';
import { FactList, type ShownFact } from '../ui/facts.tsx';
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
    if (partOf(form, ['reply', 'record']) === 'reply') return reply(desk, form);
    const claimId = desk.part('claim');
    const place = placeOf(await desk.read(readPaymentClaim, { claimId }));
    return submitRecord(desk, { form, files, place, doneAt: desk.inList(claimPath(claimId)) });
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
          <Unsent sent={answer} forms={[recordForm(desk, placeOf(claimFields)), replyForm(desk)]} />
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
            <AnswerForm
              form={replyForm(desk)}
              sent={sentAs(answer, 'reply')}
              action={desk.inList(claimPath(claimFields.claimId))}
              title={text.notThere}
              send={text.send}
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

const replyForm = (desk: OpenDesk) => {
  const text = deskClaimText[desk.language];
  return deskForm('reply', {
    answer: lineField({
      label: text.answerLabel,
      hint: text.notThereLine,
      maxLength: 300,
      isRequired: true,
      fault: text.answerMissing,
    }),
  });
};

/** Tells the borrower that no such payment came. */
async function reply(desk: OpenDesk, form: FormData): Promise<Response | Again<SentForm>> {
  const claimId = desk.part('claim');
  const { sent, values } = replyForm(desk).read(form);
  if (!values) return desk.again(sent, 422);
  const { answer } = values;
  const step = {
    messageId: fieldOf(form, 'messageId'),
    subject: `payment-claim:${claimId}`,
    reason: answer,
  };
  const work = () => desk.change(answerPaymentClaim, { claimId, answer }, step);
  return goUnlessConflict(desk, work, { doneAt: desk.inList(claimPath(claimId)), sent });
}

function claimFacts(desk: OpenDesk, claimFields: ClaimView): (ShownFact | false)[] {
  const text = deskClaimText[desk.language];
  const { claimId, orderNumber, amountMinor, currency, image, folio, payment, answeredAt, answer } =
    claimFields;
  const time = (instant: string) => desk.time(instant, marketOfCurrency(currency));
  const photo = desk.may('see-personal-data') ? (
    <a key="photo" href={`${claimPath(claimId)}/image`}>
      {text.seePhoto}
    </a>
  ) : (
    '•••'
  );
  return [
    [
      text.loan,
      <a key="loan" className="num" href={loanPath(orderNumber)}>
        {orderNumber}
      </a>,
    ],
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

/** The photo of the proof, as itself; that it was opened stands in the log. */
export const claimImage = deskScreen<{ readonly nothing?: never }>({
  path: deskPaths.claimImage,
  needs: 'see-money',
  async load({ service, person, part }) {
    const bytes = await service.claims.image(person, part('claim'));
    if (!bytes) throw new CodedError('not-found');
    return photoResponse(bytes);
  },
  title: () => '',
  page: () => null,
});
