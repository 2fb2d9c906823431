import type { ReactNode } from 'react';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
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
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { Steps } from '../matter/steps.tsx';
import { claimPath, deskPaths, loanPath, queuePath } from '../paths.ts';
import { photoResponse } from '../photo-answer.ts';
import { AnswerForm } from '../ui/answer-form.tsx';
import { AuditLine } from '../ui/audit-line.tsx';
import { FactList, type ShownFact } from '../ui/facts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { Unsent } from '../ui/unsent.tsx';
import { type RecordAnswer, RecordForm, type RecordPlace, submitRecord } from './record-by-hand.tsx';

type ClaimView = typeof readPaymentClaim extends HostCall<infer _Request, infer Result> ? Result : never;

interface Answer {
  /** What was sent of the form that records it. */
  readonly record?: RecordAnswer;
  /** What was written to the borrower, and whether that is missing. */
  readonly reply?: { readonly typed: string; readonly isWrong: boolean };
}

interface ClaimPage {
  readonly claim: ClaimView;
  readonly loanTime: Date;
}

/** A payment that a borrower says they made: all there is to find it by, and either answer: it is recorded by hand, or has not come. */
export const claim = deskScreen<ClaimPage, Answer>({
  path: deskPaths.claim,
  needs: 'see-money',
  async load(desk) {
    const claimId = desk.part('claim');
    const claimFields = await desk.readRecorded(readPaymentClaim, { claimId }, `payment-claim:${claimId}`);
    return { claim: claimFields, loanTime: await desk.service.loanTime() };
  },
  takesFiles: true,
  async submit(desk, form, files): Promise<Response | Again<Answer>> {
    const claimId = desk.part('claim');
    const doneAt = desk.inList(claimPath(claimId));
    if (fieldOf(form, 'part') === 'record') {
      const place = placeOf(await desk.read(readPaymentClaim, { claimId }));
      const submitted = await submitRecord(desk, { form, files, place, doneAt });
      if (submitted instanceof Response) return submitted;
      return desk.again<Answer>({ record: submitted.answer }, submitted.status);
    }
    const answer = fieldOf(form, 'answer').trim();
    const isWrong = !/^[^\p{Cc}]{1,300}$/u.test(answer);
    const reply = { typed: answer, isWrong };
    if (isWrong) return desk.again<Answer>({ reply }, 422);
    const step = { messageId: fieldOf(form, 'step'), subject: `payment-claim:${claimId}`, reason: answer };
    return goUnlessConflict<Answer>(desk, () => desk.change(answerPaymentClaim, { claimId, answer }, step), {
      ...{ doneAt, formAnswer: { reply } },
    });
  },
  title: ({ desk }) => deskClaimText[desk.language].one,
  page({ desk, claim: claimFields, loanTime, answer }) {
    const text = deskClaimText[desk.language];
    const isWaiting = claimFields.state === 'waiting';
    const time = (instant: string) => desk.time(instant, marketOfCurrency(claimFields.currency));
    const facts: readonly ShownFact[] = [
      [
        text.loan,
        <a key="loan" className="num" href={loanPath(claimFields.orderNumber)}>
          {claimFields.orderNumber}
        </a>,
      ],
      [
        text.amount,
        <b key="amount" className="num">
          {desk.money(claimFields.amountMinor, claimFields.currency)}
        </b>,
      ],
      [text.paidOn, claimFields.paidOn],
      [text.channel, text[claimFields.channel]],
      [text.trackingKey, claimFields.trackingKey || text.none],
      [
        text.photo,
        claimFields.image === null ? (
          text.noPhoto
        ) : desk.may('see-personal-data') ? (
          <a key="photo" href={`${claimPath(claimFields.claimId)}/image`}>
            {text.seePhoto}
          </a>
        ) : (
          '•••'
        ),
      ],
      [text.claimedAt, time(claimFields.claimedAt)],
      ...(claimFields.folio === null
        ? []
        : [[text.complaint, <FolioLink key="folio" folio={claimFields.folio} />] as const]),
      ...(claimFields.payment === null
        ? []
        : [[text.payment, `${claimFields.payment.provider} ${claimFields.payment.eventId}`] as const]),
      ...(claimFields.answeredAt === null ? [] : [[text.answeredAt, time(claimFields.answeredAt)] as const]),
      ...(claimFields.answer === null ? [] : [[text.answer, claimFields.answer] as const]),
    ];
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
          <Unsent
            fields={[
              [text.amount, answer.record?.typed.amount ?? ''],
              [text.paidOn, answer.record?.typed.paidOn ?? ''],
              [text.folio, answer.record?.typed.folio ?? ''],
              [deskCorrectionText[desk.language].reason, answer.record?.typed.reason ?? ''],
              [text.answerLabel, answer.reply?.typed ?? ''],
            ]}
          />
        )}
        <FactList facts={facts} />
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
              answer={answer?.record}
            />
            <NotThere claim={claimFields} reply={answer?.reply} />
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

interface ReplyParts {
  readonly claim: ClaimView;
  readonly reply: Answer['reply'];
}

function NotThere({ claim: claimFields, reply }: ReplyParts): ReactNode {
  const desk = useDesk();
  const text = deskClaimText[desk.language];
  return (
    <AnswerForm
      action={desk.inList(claimPath(claimFields.claimId))}
      id="answer"
      title={text.notThere}
      label={text.answerLabel}
      hint={text.notThereLine}
      typed={reply?.typed}
      error={reply?.isWrong ? text.answerMissing : undefined}
      send={text.send}
    />
  );
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
