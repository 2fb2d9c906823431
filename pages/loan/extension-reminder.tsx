import type { ReactNode } from 'react';
import type { loanText } from '#content/messages/loan.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { ExtensionComparison } from '#contract/calls/loan.ts';
import type { Language } from '#domain/language.ts';
import { type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import { Comparison } from '../ui/figures/comparison.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { Dialog, DialogActions } from '../ui/notice/dialog.tsx';
import { extendDialogId } from './loan-dialog-ids.ts';

interface ExtensionProperties {
  readonly extension: ExtensionComparison;
  readonly text: TextsIn<typeof loanText>;
  readonly language: Language;
  readonly amountStyle: AmountStyle;
}

/** Before extending: what both options cost. Extending leads to its page, declining to repayment (ORDER-7). */
export function ExtensionReminder({
  links,
  ...properties
}: ExtensionProperties & {
  readonly links: { readonly extend: string; readonly repay: string };
}): ReactNode {
  const { extension, text, language, amountStyle } = properties;
  const { days } = extension;
  return (
    <Dialog id={extendDialogId} title={fill(text.extendTitle, { days })} closeLabel={text.close}>
      <p>{fill(text.extendCosts, { amount: formatMoney(extension.feeMinor, language, amountStyle) })}</p>
      <ExtensionTable {...properties} labelledBy={`${extendDialogId}-title`} />
      <DialogActions>
        <ButtonLink href={links.extend}>{fill(text.extendDays, { days })}</ButtonLink>
        <ButtonLink href={links.repay} kind="quiet">
          {text.preferToPay}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

/** Extending beside paying today, each with its full cost. */
export function ExtensionTable({
  extension,
  text,
  language,
  amountStyle,
  labelledBy,
}: ExtensionProperties & { readonly labelledBy: string }): ReactNode {
  const money = (amountMinor: MinorAmount) => formatMoney(amountMinor, language, amountStyle);
  return (
    <Comparison
      labelledBy={labelledBy}
      options={[text.extend, text.payToday]}
      rows={[
        {
          label: text.today,
          date: extension.today,
          amounts: [money(extension.payTodayMinor), money(extension.payNowTotalMinor)],
        },
        {
          label: text.later,
          date: extension.newDueDate,
          amounts: [money(extension.payLaterMinor), money(zeroMinor)],
        },
      ]}
      total={{
        label: text.inTotal,
        amounts: [money(extension.totalMinor), money(extension.payNowTotalMinor)],
      }}
    />
  );
}
