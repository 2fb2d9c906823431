import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { marketText } from '#content/market-words.ts';
import { paymentClaimText } from '#content/messages/payment-claim.ts';
import { fill } from '#content/text-pack.ts';
import { isDay } from '#domain/iso-day.ts';
import { marketOf } from '#domain/market.ts';
import { amountInField, exampleAmount } from '#domain/money/amount-input.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { trackingKeyMaxLength } from '#domain/repayment/payment-claim.ts';
import { amountMaxLength } from '#ui/form/amount-field.tsx';
import { Button } from '#ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '#ui/form/enhanced-form.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { doneIcon } from '#ui/frame/icons.tsx';
import { FoldLine } from '#ui/frame/link-list.tsx';
import type { Problem } from '#ui/notice/problem-note.tsx';
import { usePage, useText } from '../page-context.tsx';
import styles from './claim-form.module.css';

export const paymentClaimPath = '/paymentClaim';

export interface ClaimAnswer {
  readonly typed: {
    readonly amount: string;
    readonly paidOn: string;
    readonly channel: string;
    readonly trackingKey: string;
    readonly images: readonly string[];
  };
  readonly faults: {
    readonly amount?: string;
    readonly paidOn?: string;
    readonly proof?: string;
  };
  readonly problem?: Problem;
}

interface ClaimFormProperties {
  /** Default: the page's amount due. */
  readonly amountMinor: MinorAmount;
  /** `YYYY-MM-DD` from the backend; otherwise the day starts empty. */
  readonly today: string;
  readonly answer?: ClaimAnswer | undefined;
  readonly isMain?: boolean;
}

export function ClaimForm({ amountMinor, today, answer, isMain = false }: ClaimFormProperties): ReactNode {
  const { language, market, currency, key, link } = usePage();
  const text = useText(paymentClaimText);
  const { claimChannels } = marketOf[market];
  const typed = answer?.typed;
  const day = isDay(today) ? today : undefined;
  const faults = answer?.faults ?? {};
  const hasPhoto = (typed?.images.length ?? 0) > 0;
  return (
    <EnhancedForm action={link(paymentClaimPath, key)} encType="multipart/form-data" noValidate>
      <input type="hidden" name="currency" value={currency ?? ''} />
      <div className={styles.form}>
        <p>
          {text.intro} <b>{text.noPayAgain}</b>
        </p>
        <Slot name="claim-fields">
          <Field
            id="claim-amount"
            name="amount"
            label={text.amount}
            hint={fill(text.amountHint, { example: exampleAmount(currency) })}
            error={faults.amount}
            inputMode="decimal"
            maxLength={amountMaxLength}
            required
            autoFocus={faults.amount !== undefined}
            {...marks({ amountKeys: '' })}
            defaultValue={typed?.amount ?? amountInField(amountMinor, currency)}
          />
          <Field
            id="claim-day"
            name="paidOn"
            type="date"
            label={text.day}
            error={faults.paidOn}
            max={day}
            required
            autoFocus={faults.amount === undefined && faults.paidOn !== undefined}
            defaultValue={typed?.paidOn ?? day}
          />
          <SelectField
            id="channel"
            label={text.channel}
            chosen={typed?.channel ?? claimChannels[0]}
            choices={claimChannels.map((channel) => [channel, text[channel]])}
          />
          <Field
            id="claim-key"
            name="trackingKey"
            label={marketText(market, language).trackingKey}
            hint={text.keyHint}
            error={faults.proof}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={trackingKeyMaxLength}
            autoFocus={
              faults.amount === undefined && faults.paidOn === undefined && faults.proof !== undefined
            }
            defaultValue={typed?.trackingKey}
          />
          {typed?.images.map((address) => (
            <input key={address} type="hidden" name="image" value={address} />
          ))}
          <Field
            id="claim-photo"
            name="problemImage"
            type="file"
            accept="image/*"
            label={text.photo}
            hint={hasPhoto ? text.photoTaken : text.photoHint}
          />
          <ProblemSlot problem={answer?.problem} />
        </Slot>
        <Button kind={isMain ? 'main' : 'second'}>{text.send}</Button>
      </div>
    </EnhancedForm>
  );
}

export function PaidAlready(properties: Omit<ClaimFormProperties, 'answer' | 'isMain'>): ReactNode {
  const { title } = useText(paymentClaimText);
  return (
    <FoldLine id="paid" icon={doneIcon} title={title}>
      <ClaimForm {...properties} />
    </FoldLine>
  );
}
