import type { ReactNode } from 'react';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { answerPaymentClaim, readPaymentClaim } from '#contract/host/payment-claim.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { typedDay } from '#domain/calendar.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import { effectKey } from '#domain/desk/effect.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { providerByHand } from '#domain/repayment/payment-by-hand.ts';
import {
  claimAnswerHours,
  claimChannels,
  trackingKeyMaxLength,
  trackingKeyOf,
} from '#domain/repayment/payment-claim.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { Clock } from '../complaint/clock.tsx';
import { FolioLink } from '../complaint/folio-link.tsx';
import { AnotherPayment, anotherPaymentName } from '../correction/another-payment.tsx';
import { BeforeAfter } from '../correction/before-after.tsx';
import { CorrectionButtons } from '../correction/correction-buttons.tsx';
import { reasonOf } from '../correction/correction-kind.ts';
import { goUnlessConflict, type ShownCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { claimPath, deskPaths, loanPath, queuePath } from '../paths.ts';
import { photoResponse } from '../photo-answer.ts';
import { AnswerForm } from '../ui/answer-form.tsx';
import { AuditLine } from '../ui/audit-line.tsx';
import { FactList, type ShownFact } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormPart } from '../ui/fields.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { Unsent } from '../ui/unsent.tsx';
import { Warning } from '../ui/warning.tsx';

type ClaimView = typeof readPaymentClaim extends HostCall<infer _Request, infer Result> ? Result : never;

const typedNames = ['amount', 'paidOn', 'channel', 'folio', 'reason', 'answer', anotherPaymentName] as const;

interface Answer extends Omit<ShownCorrection, 'wrong'> {
  /** Which of the page's forms was sent. */
  readonly part: 'record' | 'not-there';
  readonly typed: Readonly<Record<(typeof typedNames)[number], string>>;
  readonly wrong?: 'amount' | 'paidOn' | 'folio' | 'reason' | 'answer' | ShownCorrection['wrong'];
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
  async submit(desk, form): Promise<Response | Again<Answer>> {
    const claimId = desk.part('claim');
    const typed = Object.fromEntries(
      typedNames.map((name) => [name, fieldOf(form, name).trim()]),
    ) as Answer['typed'];
    if (fieldOf(form, 'part') === 'record') return recordByHand(desk, form, typed);
    const { answer } = typed;
    const part = 'not-there';
    if (!/^[^\p{Cc}]{1,300}$/u.test(answer)) return desk.again({ part, typed, wrong: 'answer' }, 422);
    const step = { messageId: fieldOf(form, 'step'), subject: `payment-claim:${claimId}`, reason: answer };
    return goUnlessConflict(desk, () => desk.change(answerPaymentClaim, { claimId, answer }, step), {
      doneAt: desk.inList(claimPath(claimId)),
      formAnswer: { part, typed },
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
              [text.amount, answer.typed.amount],
              [text.paidOn, answer.typed.paidOn],
              [text.folio, answer.typed.folio],
              [deskCorrectionText[desk.language].reason, answer.typed.reason],
              [text.answerLabel, answer.typed.answer],
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
            <RecordByHand claim={claimFields} answer={answer?.part === 'record' ? answer : undefined} />
            <NotThere claim={claimFields} answer={answer?.part === 'not-there' ? answer : undefined} />
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

/** Records the payment on the loan as the form says it, which answers the claim. */
async function recordByHand(
  desk: OpenDesk,
  form: FormData,
  typed: Answer['typed'],
): Promise<Response | Again<Answer>> {
  await desk.require('match-payment');
  const { claimId, orderNumber, currency } = await desk.read(readPaymentClaim, {
    claimId: desk.part('claim'),
  });
  const market = marketOfCurrency(currency);
  const wrong = (what: NonNullable<Answer['wrong']>) =>
    desk.again<Answer>({ part: 'record', typed, wrong: what }, 422);
  const amountMinor = amountFromText(typed.amount, currency) ?? 0;
  if (amountMinor <= 0) return wrong('amount');
  const today = dayIn(market, await desk.service.loanTime());
  const paidOn = typedDay(typed.paidOn);
  if (paidOn === null || paidOn > today) return wrong('paidOn');
  const channel = claimChannels.find((each) => each === typed.channel);
  if (channel === undefined) throw new CodedError('request-invalid', 'channel');
  const isFolio = typed.folio.length <= trackingKeyMaxLength && trackingKeyOf(typed.folio) !== '';
  if (!isFolio || /\p{Cc}/u.test(typed.folio)) return wrong('folio');
  const reason = reasonOf(typed.reason);
  if (reason === null) return wrong('reason');
  // Noon where the day is over, since the hour is not known; no later than now.
  const paidAt = new Date(startOfDayIn(market, paidOn).getTime() + (paidOn < today ? noonMs : 0));
  const fields = {
    ...{ provider: providerByHand(channel), eventId: typed.folio, orderNumber, claimId },
    ...{ amountMinor, currency, paidAt: paidAt.toISOString(), reason },
    ...(typed.anotherPayment === 'yes' && { anotherPayment: true }),
  };
  const correction = { call: recordPayment as HostCall, fields, orderNumber };
  const doneAt = desk.inList(claimPath(claimId));
  const submitted = await submitCorrection(desk, form, { correction, reason, doneAt });
  if (submitted instanceof Response) return submitted;
  return desk.again({ part: 'record', typed, ...submitted.correction }, submitted.status);
}

const noonMs = 12 * 3_600_000;

interface FormParts {
  readonly claim: ClaimView;
  readonly answer: Answer | undefined;
}

/** Records it by hand, filled in as the borrower told it; what that does is shown before it is done. */
function RecordByHand({ claim: claimFields, answer }: FormParts): ReactNode {
  const desk = useDesk();
  const text = deskClaimText[desk.language];
  const words = deskCorrectionText[desk.language];
  const { effect, wrong } = answer ?? {};
  const typed = answer?.typed ?? {
    ...{
      amount: desk.amountField(claimFields.amountMinor, claimFields.currency),
      paidOn: claimFields.paidOn,
      channel: claimFields.channel,
    },
    ...{ folio: claimFields.trackingKey, reason: '', anotherPayment: '' },
  };
  return (
    <FormPart action={desk.inList(claimPath(claimFields.claimId))}>
      <input type="hidden" name="part" value="record" />
      <input type="hidden" name="messageId" value={desk.newId()} />
      {effect && <input type="hidden" name="seen" value={effectKey(effect)} />}
      <h2>{text.record}</h2>
      <p className="hint">{text.recordLine}</p>
      {wrong === 'refused' && <Warning words={text.refused} />}
      {wrong === 'stale' && <Warning words={words['wrong-stale']} />}
      <TextField
        id="amount"
        label={text.amount}
        value={typed.amount}
        error={wrong === 'amount' ? words['wrong-amount'] : undefined}
        inputMode="decimal"
        maxLength={60}
        isRequired
      />
      <TextField
        id="paidOn"
        label={text.paidOn}
        value={typed.paidOn}
        error={wrong === 'paidOn' ? text.dayWrong : undefined}
        type="date"
        isRequired
      />
      <SelectField
        id="channel"
        label={text.channel}
        chosen={typed.channel}
        choices={claimChannels.map((each) => [each, text[each]])}
      />
      <TextField
        id="folio"
        label={text.folio}
        value={typed.folio}
        hint={text.folioHint}
        error={wrong === 'folio' ? text.folioMissing : undefined}
        maxLength={trackingKeyMaxLength}
        isRequired
      />
      {effect && <BeforeAfter effect={effect} />}
      <TextField
        id="reason"
        label={words.reason}
        value={typed.reason}
        hint={words.reasonHint}
        error={wrong === 'reason' ? words['wrong-reason'] : undefined}
        maxLength={200}
        isRequired
      />
      <AnotherPayment answer={answer} isAnother={typed.anotherPayment === 'yes'} />
      <CorrectionButtons
        words={fill(text.doRecord, {
          amount: effect ? desk.money(effect.amountMinor, claimFields.currency) : '',
        })}
        currency={claimFields.currency}
        amountMinor={effect?.amountMinor}
        allowance={answer?.allowance}
      />
    </FormPart>
  );
}

function NotThere({ claim: claimFields, answer }: FormParts): ReactNode {
  const desk = useDesk();
  const text = deskClaimText[desk.language];
  return (
    <AnswerForm
      action={desk.inList(claimPath(claimFields.claimId))}
      id="answer"
      title={text.notThere}
      label={text.answerLabel}
      hint={text.notThereLine}
      typed={answer?.typed.answer}
      error={answer?.wrong && text.answerMissing}
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
