import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { OpenDesk } from '../open-desk.ts';
import { moneyReason, personalDataReason, reasonIn } from '../reason.ts';
import type { DeskField } from '../ui/desk-form.tsx';

type Looks = Partial<Omit<DeskField, 'read'>>;

/** `looks` replaces the usual label, hint or fault. */
export function reasonField({ language }: OpenDesk, looks: Looks = {}): DeskField<string> {
  const text = deskCorrectionText[language];
  return {
    label: text.reason,
    hint: text.reasonHint,
    kind: 'area',
    maxLength: moneyReason.max,
    fault: text['wrong-reason'],
    ...looks,
    read: (typed) => reasonIn(typed, moneyReason),
  };
}

export function personalDataReasonField({ language }: OpenDesk): DeskField<string> {
  const text = deskBorrowerText[language];
  return {
    label: text.reason,
    hint: text.reasonHint,
    maxLength: personalDataReason.max,
    fault: text.reasonMissing,
    read: (typed) => reasonIn(typed, personalDataReason),
  };
}

/** An amount above zero; `looks` replaces the usual label, hint or fault. */
export function amountField(
  { language }: OpenDesk,
  currency: Currency,
  looks: Looks = {},
): DeskField<MinorAmount> {
  const text = deskCorrectionText[language];
  return {
    label: text.amount,
    kind: 'decimal',
    maxLength: 60,
    fault: text['wrong-amount'],
    ...looks,
    read(typed) {
      const amountMinor = amountFromText(typed, currency);
      return amountMinor !== null && amountMinor > 0 ? amountMinor : null;
    },
  };
}
