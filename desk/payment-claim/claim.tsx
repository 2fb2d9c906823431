import { deskClaimText } from '#content/messages/desk-claim.ts';
import { answerPaymentClaim, readPaymentClaim } from '#contract/host/payment-claim.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import { CodedError } from '#domain/error-code.ts';
import { claimAnswerHours } from '#domain/repayment/payment-claim.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Clock } from '../complaint/clock.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { claimPath, complaintPath, deskPaths, loanPath } from '../paths.ts';
import { FactList, type ShownFact } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { photoResponse } from '../ui/photo.ts';

/** A payment that a borrower says they made: all there is to find it by, and the answer that it has not come. */
export const claim = deskScreen({
  path: deskPaths.claim,
  needs: 'see-money',
  async load(desk) {
    const told = await desk.read(readPaymentClaim, { claimId: desk.part('claim') });
    return { told, loanTime: await desk.service.loanTime() };
  },
  async submit(desk, form) {
    const claimId = desk.part('claim');
    const answer = fieldOf(form, 'answer').trim();
    if (!/^[^\p{Cc}]{1,300}$/u.test(answer)) return desk.again<string>(answer, 422);
    const step = { messageId: fieldOf(form, 'step'), subject: `payment-claim:${claimId}`, reason: answer };
    await desk.change(answerPaymentClaim, { claimId, answer }, step);
    return desk.goTo(claimPath(claimId));
  },
  title: ({ desk }) => deskClaimText[desk.language].one,
  page({ desk, told, loanTime, answer }) {
    const text = deskClaimText[desk.language];
    const isWaiting = told.state === 'waiting';
    const facts: readonly ShownFact[] = [
      [
        text.loan,
        <a key="loan" className="num" href={loanPath(told.orderNumber)}>
          {told.orderNumber}
        </a>,
      ],
      [
        text.amount,
        <b key="amount" className="num">
          {desk.money(told.amountMinor, told.currency)}
        </b>,
      ],
      [text.paidOn, told.paidOn],
      [text.channel, text[told.channel]],
      [text.trackingKey, told.trackingKey || text.none],
      [
        text.photo,
        told.image === null ? (
          text.noPhoto
        ) : desk.may('see-personal-data') ? (
          <a key="photo" href={`${claimPath(told.claimId)}/image`}>
            {text.seePhoto}
          </a>
        ) : (
          '•••'
        ),
      ],
      [text.claimedAt, desk.time(told.claimedAt)],
      ...(told.folio === null
        ? []
        : [
            [
              text.complaint,
              <a key="folio" className="num" href={complaintPath(told.folio)}>
                {told.folio}
              </a>,
            ] as const,
          ]),
      ...(told.payment === null
        ? []
        : [[text.payment, `${told.payment.provider} ${told.payment.eventId}`] as const]),
      ...(told.answeredAt === null ? [] : [[text.answeredAt, desk.time(told.answeredAt)] as const]),
      ...(told.answer === null ? [] : [[text.answer, told.answer] as const]),
    ];
    return (
      <>
        <div className="top">
          <p>
            <a href={deskPaths.claims}>{text.back}</a>
          </p>
          <h1>{text.one}</h1>
          <p className="sub">
            {isWaiting ? (
              <Clock
                clock={answerClock(new Date(told.claimedAt), claimAnswerHours, loanTime)}
                language={desk.language}
              />
            ) : (
              text[told.state]
            )}
          </p>
        </div>
        <FactList facts={facts} />
        {isWaiting && (
          <section>
            <h2>{text.whereTitle}</h2>
            <p className="sub">{text.where}</p>
            <p>
              <a href={deskPaths.unmatched}>{text.unmatched}</a>
            </p>
          </section>
        )}
        {isWaiting && desk.may('match-payment') && (
          <form className="fields" method="post" action={claimPath(told.claimId)}>
            <input type="hidden" name="step" value={desk.newId()} />
            <h2>{text.notThere}</h2>
            <TextField
              id="answer"
              label={text.answerLabel}
              value={answer ?? ''}
              hint={text.notThereLine}
              error={answer === undefined ? undefined : text.answerMissing}
              maxLength={300}
              isRequired
            />
            <button className="btn" type="submit">
              {text.send}
            </button>
          </form>
        )}
      </>
    );
  },
});

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
