import type { ReactNode } from 'react';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { fill } from '#content/text-pack.ts';
import { recordPayment, uploadPaymentProof } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import { hourOfDay, providerByHand } from '#domain/repayment/payment-by-hand.ts';
import {
  type ClaimChannel,
  claimChannels,
  trackingKeyMaxLength,
  trackingKeyOf,
} from '#domain/repayment/payment-claim.ts';
import type { ReadForm } from '#pages/dependencies.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Field } from '#ui/form/field.tsx';
import { anotherPaymentField } from '../correction/another-payment.tsx';
import { amountField, reasonField } from '../correction/correction-fields.ts';
import { CorrectionForm } from '../correction/correction-form.tsx';
import { type SentCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { useDeskText } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { proofPath } from '../paths.ts';
import { choiceField, dayField, deskForm, lineField, textField } from '../ui/desk-form.tsx';
import { Warning } from '../ui/warning.tsx';

export interface WaitingClaim {
  readonly claimId: string;
  readonly amountMinor: number;
  readonly paidOn: string;
  readonly channel: ClaimChannel;
  readonly trackingKey?: string;
}

export interface RecordPlace {
  readonly orderNumber: string;
  readonly currency: Currency;
  readonly claims: readonly WaitingClaim[];
  /** The claim that the payment answers; absent where the form asks. */
  readonly claimId?: string;
}

export interface SentRecord extends SentCorrection {
  /** The name of the uploaded photo; empty for none. */
  readonly proof?: string;
  /** The bank statement names a payer who is not the borrower. */
  readonly isOtherPayer?: boolean;
}

export function recordForm(desk: OpenDesk, { claims, claimId, currency }: RecordPlace) {
  const text = deskClaimText[desk.language];
  const [claim] = claims;
  const asksForClaim = claims.length > 0 && claimId === undefined;
  return deskForm('record', {
    claimId: textField({
      ...(asksForClaim && { label: text.answers }),
      first: claim?.claimId,
      choices: [
        ...claims.map((each) => [each.claimId, claimWords(desk, each, currency)] as const),
        ['', text.answersNone],
      ],
    }),
    amount: amountField(desk, currency, {
      label: text.amount,
      first: claim && desk.amountField(claim.amountMinor, currency),
      maxLength: 20,
      isRequired: true,
    }),
    paidOn: dayField({
      label: text.paidOn,
      first: claim?.paidOn,
      isRequired: true,
      fault: text.dayWrong,
    }),
    channel: choiceField(claimChannels, {
      label: text.channel,
      first: claim?.channel ?? 'bank-transfer',
      words: (channel) => text[channel],
    }),
    folio: lineField({
      label: text.folio,
      hint: text.folioHint,
      first: claim?.trackingKey,
      maxLength: trackingKeyMaxLength,
      isRequired: true,
      fault: text.folioMissing,
    }),
    payer: textField({ label: text.payer, hint: text.payerHint, maxLength: 120 }),
    anotherPayment: anotherPaymentField,
    reason: reasonField(desk, { kind: 'line', isRequired: true }),
  });
}

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
): Promise<Response | Again<SentRecord>> {
  await desk.require('match-payment');
  const { orderNumber, currency, claims } = place;
  const text = deskClaimText[desk.language];
  const market = marketOfCurrency(currency);
  const today = dayIn(market, await desk.service.loanTime());
  const { sent, values } = recordForm(desk, place).read(form);
  const uploaded = await takeProof(desk, files, orderNumber, fieldOf(form, 'messageId'));
  const proof = uploaded ?? fieldOf(form, 'proof');
  const faults = {
    ...sent.faults,
    ...(uploaded === null && { photo: text.proofWrong }),
    ...(values && values.paidOn > today && { paidOn: text.dayWrong }),
    ...(values && trackingKeyOf(values.folio) === '' && { folio: text.folioMissing }),
  };
  if (!values || Object.keys(faults).length > 0) return desk.again({ ...sent, faults, proof }, 422);
  const { amount: amountMinor, channel, folio, payer, reason } = values;
  const claimId = claims.find((each) => each.claimId === (place.claimId ?? values.claimId))?.claimId;
  const fields = {
    provider: providerByHand(channel),
    eventId: folio,
    orderNumber,
    amountMinor,
    currency,
    reason,
    paidAt: hourOfDay(market, values.paidOn, today).toISOString(),
    ...(claimId !== undefined && { claimId }),
    ...(proof !== '' && { proof }),
    ...values.anotherPayment,
  };
  const correction = { call: recordPayment as HostCall, fields, orderNumber };
  const submitted = await submitCorrection(desk, sent, { correction, reason, doneAt });
  if (submitted instanceof Response) return submitted;
  const isOtherPayer =
    payer !== '' && !(await desk.service.loans.isBorrower(desk.person, orderNumber, payer));
  return desk.again({ ...submitted.answer, proof, isOtherPayer }, submitted.status);
}

/** Uploads the photo of a form. @returns its name; undefined for no photo, null for an unreadable one. */
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

/** The differences between a payment and the claim that it answers, in words. */
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

export function RecordForm({
  place,
  action,
  answer,
}: {
  readonly place: RecordPlace;
  readonly action: string;
  readonly answer: SentRecord | undefined;
}): ReactNode {
  const { desk, text } = useDeskText(deskClaimText);
  const { currency, orderNumber } = place;
  const proof = answer?.proof ?? '';
  return (
    <CorrectionForm
      isPart
      form={recordForm(desk, place)}
      sent={answer}
      hidden={{ proof }}
      action={action}
      encType="multipart/form-data"
      lead={
        <>
          {place.claimId !== undefined && <h2>{text.record}</h2>}
          <p className="hint">{text.recordLine}</p>
        </>
      }
      buttons={{ words: (amount) => fill(text.doRecord, { amount }), currency }}
    >
      <Field
        id="photo"
        name="photo"
        label={text.proof}
        hint={proof === '' ? text.proofHint : undefined}
        type="file"
        accept="image/jpeg,image/png,image/webp"
      />
      {proof !== '' && (
        <p className="hint">
          {text.proofThere}{' '}
          {desk.may('see-personal-data') && <a href={proofPath(orderNumber, proof)}>{text.seePhoto}</a>}
        </p>
      )}
      {answer?.effect && <Differences place={place} sent={answer} />}
    </CorrectionForm>
  );
}

function claimWords(
  desk: OpenDesk,
  { amountMinor, paidOn, channel }: WaitingClaim,
  currency: Currency,
): string {
  return [desk.money(amountMinor, currency), paidOn, deskClaimText[desk.language][channel]].join(', ');
}

/** Warns where a payment differs from its claim, or somebody else paid. */
function Differences({ place, sent }: { readonly place: RecordPlace; readonly sent: SentRecord }): ReactNode {
  const { desk, text } = useDeskText(deskClaimText);
  const { values } = recordForm(desk, place).read(sent.typed);
  if (!values) return null;
  const { currency } = place;
  const claim = place.claims.find(({ claimId }) => claimId === (place.claimId ?? values.claimId));
  const payment = { ...values, amountMinor: values.amount, currency };
  const unlike = claim ? claimDifferences(desk, claim, payment) : [];
  const differences = [
    ...(unlike.length === 0 ? [] : [text.differs, ...unlike]),
    ...(sent.isOtherPayer ? [text.otherPayer] : []),
  ];
  return <Warning words={differences.join(' ')} />;
}
