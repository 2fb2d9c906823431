import type { ReactNode } from 'react';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { recordPayment, uploadPaymentProof } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { typedDay } from '#domain/calendar.ts';
import { effectKey } from '#domain/desk/effect.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import type { Currency } from '#domain/money/money.ts';
import { hourOfDay, providerByHand } from '#domain/repayment/payment-by-hand.ts';
import {
  type ClaimChannel,
  claimChannels,
  trackingKeyMaxLength,
  trackingKeyOf,
} from '#domain/repayment/payment-claim.ts';
import type { ReadForm } from '#pages/dependencies.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { AnotherPayment, anotherPaymentName } from '../correction/another-payment.tsx';
import { BeforeAfter } from '../correction/before-after.tsx';
import { CorrectionButtons } from '../correction/correction-buttons.tsx';
import { reasonOf } from '../correction/correction-kind.ts';
import { type ShownCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { useDesk } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { proofPath } from '../paths.ts';
import { TextField } from '../ui/field.tsx';
import { FormPart } from '../ui/fields.tsx';
import { Warning } from '../ui/warning.tsx';

/** What a borrower said that they paid, as far as a payment is compared with it. */
export interface WaitingClaim {
  readonly claimId: string;
  readonly amountMinor: number;
  readonly paidOn: string;
  readonly channel: ClaimChannel;
  readonly trackingKey?: string;
}

/** The loan that a payment is recorded on, and the claims of it that the payment may answer. */
export interface RecordPlace {
  readonly orderNumber: string;
  readonly currency: Currency;
  readonly claims: readonly WaitingClaim[];
  /** The claim that it answers, where the page is that claim's; else the form asks. */
  readonly claimId?: string;
}

const typedNames = [
  ...(['amount', 'paidOn', 'channel', 'folio', 'payer', 'claimId', 'proof', 'reason'] as const),
  anotherPaymentName,
] as const;
export type RecordTyped = Readonly<Record<(typeof typedNames)[number], string>>;

/** What becomes of a form that was sent: what was typed, and the effect or what is wrong with it. */
export interface RecordAnswer extends Omit<ShownCorrection, 'wrong'> {
  readonly typed: RecordTyped;
  readonly wrong?: 'amount' | 'paidOn' | 'folio' | 'proof' | 'reason' | ShownCorrection['wrong'];
  /** Whether the payer that the statement names is not the loan's borrower. */
  readonly isOtherPayer?: boolean;
}

/** Records a payment by hand as a form says it, or shows what that does. */
export async function submitRecord(
  desk: OpenDesk,
  {
    form,
    files,
    place,
    doneAt,
  }: {
    readonly form: FormData;
    readonly files: ReadForm['files'];
    readonly place: RecordPlace;
    readonly doneAt: string;
  },
): Promise<Response | { readonly answer: RecordAnswer; readonly status: number }> {
  await desk.require('match-payment');
  const { orderNumber, currency, claims } = place;
  const written = Object.fromEntries(
    typedNames.map((name) => [name, fieldOf(form, name).trim()]),
  ) as RecordTyped;
  const uploaded = await takeProof(desk, files, orderNumber, fieldOf(form, 'messageId'));
  const typed = { ...written, proof: uploaded ?? written.proof };
  const wrong = (what: NonNullable<RecordAnswer['wrong']>) => ({
    answer: { typed, wrong: what },
    status: 422,
  });
  if (uploaded === null) return wrong('proof');
  const amountMinor = amountFromText(typed.amount, currency) ?? 0;
  if (amountMinor <= 0) return wrong('amount');
  const market = marketOfCurrency(currency);
  const today = dayIn(market, await desk.service.loanTime());
  const paidOn = typedDay(typed.paidOn);
  if (paidOn === null || paidOn > today) return wrong('paidOn');
  const channel = claimChannels.find((each) => each === typed.channel);
  if (channel === undefined) throw new CodedError('request-invalid', 'channel');
  const isFolio = typed.folio.length <= trackingKeyMaxLength && trackingKeyOf(typed.folio) !== '';
  if (!isFolio || /\p{Cc}/u.test(typed.folio)) return wrong('folio');
  const reason = reasonOf(typed.reason);
  if (reason === null) return wrong('reason');
  const claim = claims.find(({ claimId }) => claimId === (place.claimId ?? typed.claimId));
  const fields = {
    ...{
      provider: providerByHand(channel),
      eventId: typed.folio,
      orderNumber,
      amountMinor,
      currency,
      reason,
    },
    paidAt: hourOfDay(market, paidOn, today).toISOString(),
    ...(claim && { claimId: claim.claimId }),
    ...(typed.proof !== '' && { proof: typed.proof }),
    ...(typed.anotherPayment === 'yes' && { anotherPayment: true }),
  };
  const correction = { call: recordPayment as HostCall, fields, orderNumber };
  const submitted = await submitCorrection(desk, form, { correction, reason, doneAt });
  if (submitted instanceof Response) return submitted;
  const { payer } = typed;
  const isOtherPayer =
    payer !== '' && !(await desk.service.loans.isBorrower(desk.person, orderNumber, payer));
  return { answer: { typed, ...submitted.correction, isOtherPayer }, status: submitted.status };
}

/** Uploads the photo that a form brings. @returns its name; undefined where there is none, null for one that cannot be read. */
async function takeProof(
  desk: OpenDesk,
  files: ReadForm['files'],
  orderNumber: string,
  messageId: string,
): Promise<string | null | undefined> {
  const file = files.find(({ name }) => name === 'photo')?.file;
  if (file === undefined || (typeof file !== 'string' && file.size === 0)) return undefined;
  if (file === 'service-unavailable') throw new CodedError(file);
  if (typeof file === 'string') return null;
  const imageBase64 = Buffer.from(await file.arrayBuffer()).toString('base64');
  const step = { messageId: `${messageId}:proof`, subject: `loan:${orderNumber}` };
  try {
    return (await desk.change(uploadPaymentProof, { orderNumber, imageBase64 }, step)).proof;
  } catch (error) {
    if (error instanceof CodedError) return null;
    throw error;
  }
}

/** In what a payment differs from the claim that it is to answer, in words. */
export function claimDifferences(
  desk: OpenDesk,
  claim: WaitingClaim,
  { amountMinor, paidOn, channel, currency }: Omit<WaitingClaim, 'claimId'> & { readonly currency: Currency },
): string[] {
  const text = deskClaimText[desk.language];
  return [
    ...(amountMinor === claim.amountMinor
      ? []
      : [fill(text.otherAmount, { amount: desk.money(claim.amountMinor, currency) })]),
    ...(paidOn === claim.paidOn ? [] : [fill(text.otherDay, { day: claim.paidOn })]),
    ...(channel === claim.channel ? [] : [fill(text.otherWay, { way: text[claim.channel] })]),
  ];
}

interface FormParts {
  readonly place: RecordPlace;
  readonly action: string;
  readonly answer: RecordAnswer | undefined;
}

/** Records a payment by hand, filled in as the borrower told it; what that does is shown before it is done. */
export function RecordForm({ place, action, answer }: FormParts): ReactNode {
  const desk = useDesk();
  const text = deskClaimText[desk.language];
  const words = deskCorrectionText[desk.language];
  const { currency, claims, orderNumber } = place;
  const { effect, wrong } = answer ?? {};
  const typed = answer?.typed ?? typedFirst(desk, place);
  return (
    <FormPart action={action} encType="multipart/form-data">
      <input type="hidden" name="part" value="record" />
      <input type="hidden" name="messageId" value={desk.newId()} />
      <input type="hidden" name="proof" value={typed.proof} />
      {effect && <input type="hidden" name="seen" value={effectKey(effect)} />}
      {place.claimId !== undefined && <h2>{text.record}</h2>}
      <p className="hint">{text.recordLine}</p>
      {wrong === 'refused' && <Warning words={text.refused} />}
      {wrong === 'stale' && <Warning words={words['wrong-stale']} />}
      {claims.length > 0 && place.claimId === undefined && (
        <SelectField
          id="claimId"
          label={text.answers}
          chosen={typed.claimId}
          choices={[
            ...claims.map((claim) => [claim.claimId, claimWords(desk, claim, currency)] as const),
            ['', text.answersNone],
          ]}
        />
      )}
      <TextField
        id="amount"
        label={text.amount}
        value={typed.amount}
        error={wrong === 'amount' ? words['wrong-amount'] : undefined}
        inputMode="decimal"
        maxLength={20}
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
      <TextField id="payer" label={text.payer} value={typed.payer} hint={text.payerHint} maxLength={120} />
      <Field
        id="photo"
        name="photo"
        label={text.proof}
        hint={typed.proof === '' ? text.proofHint : undefined}
        error={wrong === 'proof' ? text.proofWrong : undefined}
        type="file"
        accept="image/jpeg,image/png,image/webp"
      />
      {typed.proof !== '' && (
        <p className="hint">
          {text.proofThere}{' '}
          {desk.may('see-personal-data') && <a href={proofPath(orderNumber, typed.proof)}>{text.seePhoto}</a>}
        </p>
      )}
      {effect && <BeforeAfter effect={effect} />}
      {effect && <Differences place={place} typed={typed} isOtherPayer={answer?.isOtherPayer === true} />}
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
        words={fill(text.doRecord, { amount: effect ? desk.money(effect.amountMinor, currency) : '' })}
        currency={currency}
        amountMinor={effect?.amountMinor}
        allowance={answer?.allowance}
      />
    </FormPart>
  );
}

/** The form as the first claim of the loan fills it in. */
function typedFirst(desk: OpenDesk, { claims: [claim], currency }: RecordPlace): RecordTyped {
  return {
    ...{ amount: claim ? desk.amountField(claim.amountMinor, currency) : '', paidOn: claim?.paidOn ?? '' },
    ...{ channel: claim?.channel ?? 'bank-transfer', claimId: claim?.claimId ?? '' },
    folio: claim?.trackingKey ?? '',
    ...{ payer: '', proof: '', reason: '', anotherPayment: '' },
  };
}

function claimWords(
  desk: OpenDesk,
  { amountMinor, paidOn, channel }: WaitingClaim,
  currency: Currency,
): string {
  return [desk.money(amountMinor, currency), paidOn, deskClaimText[desk.language][channel]].join(', ');
}

/** Warns where what was typed differs from the claim that it answers, or another than the borrower paid. */
function Differences({
  place: { claims, currency, claimId: answersId },
  typed,
  isOtherPayer,
}: Pick<FormParts, 'place'> & { readonly typed: RecordTyped; readonly isOtherPayer: boolean }): ReactNode {
  const desk = useDesk();
  const text = deskClaimText[desk.language];
  const claim = claims.find(({ claimId }) => claimId === (answersId ?? typed.claimId));
  const amountMinor = amountFromText(typed.amount, currency) ?? 0;
  const paidOn = typedDay(typed.paidOn) ?? typed.paidOn;
  const payment = { amountMinor, paidOn, channel: typed.channel as ClaimChannel, currency };
  const unlike = claim ? claimDifferences(desk, claim, payment) : [];
  const differences = [
    ...(unlike.length === 0 ? [] : [text.differs, ...unlike]),
    ...(isOtherPayer ? [text.otherPayer] : []),
  ];
  return differences.length === 0 ? null : <Warning words={differences.join(' ')} />;
}
