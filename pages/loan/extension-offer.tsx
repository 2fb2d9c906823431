import type { ReactNode } from 'react';
import type { loanText } from '#content/messages/loan.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { ExtensionComparison, LoanBalance } from '#contract/calls/loan.ts';
import { type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { Comparison } from '../ui/figures/comparison.tsx';
import { Fold } from '../ui/figures/fold.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { Dialog, DialogActions } from '../ui/notice/dialog.tsx';

interface OfferProperties {
  readonly extension: ExtensionComparison;
  readonly text: TextsIn<typeof loanText>;
  readonly money: (amountMinor: MinorAmount) => string;
  readonly links: { readonly extend: string; readonly repay: string };
}

/** The id by which the page's button opens the reminder. */
export const extendDialogId = 'extend';

const sectionHeadingId = 'cannot-pay';

/**
 * Before extending: what both options cost, where the backend gives figures. Extending leads to its page, declining to
 * repayment (ORDER-7).
 */
export function ExtensionReminder({
  extension,
  text,
  money,
  links,
}: Omit<OfferProperties, 'extension'> & { readonly extension: ExtensionComparison | null }): ReactNode {
  const title = extension ? fill(text.extendTitle, { days: extension.days }) : text.extendTitlePlain;
  return (
    <Dialog id={extendDialogId} title={title} closeLabel={text.close}>
      {extension ? (
        <>
          <p>{fill(text.extendCosts, { amount: money(extension.feeMinor) })}</p>
          <ExtensionTable
            extension={extension}
            text={text}
            money={money}
            labelledBy={`${extendDialogId}-title`}
          />
        </>
      ) : (
        <p>{text.mayExtend}</p>
      )}
      <DialogActions>
        <ButtonLink href={links.extend}>
          {extension ? fill(text.extendDays, { days: extension.days }) : text.extend}
        </ButtonLink>
        <ButtonLink href={links.repay} kind="quiet">
          {text.preferToPay}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

/**
 * The way out, as legible as the way in, with its cost and the comparison, so that no step lives only in a dialog.
 * `extension` is null where the backend gives no figures.
 */
export function ExtensionSection({
  extension,
  balance,
  text,
  money,
  links,
}: Omit<OfferProperties, 'extension'> & {
  readonly extension: ExtensionComparison | null;
  readonly balance: LoanBalance | null;
}): ReactNode {
  if (!extension) {
    return (
      <section>
        <h2>{text.cannotPayToday}</h2>
        <p>{text.mayExtend}</p>
        <ButtonLink href={links.extend} kind="second">
          {text.seeExtensionCost}
        </ButtonLink>
      </section>
    );
  }
  const { days, feeMinor } = extension;
  const isPenaltyGrowing = (balance?.daysLate ?? 0) > 0;
  const line = isPenaltyGrowing ? text.canExtendLate : text.canExtend;
  return (
    <section>
      <h2 id={sectionHeadingId}>{text.cannotPayToday}</h2>
      <p>{fill(line, { days, amount: money(feeMinor) })}</p>
      <Fold title={text.compare}>
        <ExtensionTable extension={extension} text={text} money={money} labelledBy={sectionHeadingId} />
        <ButtonLink href={links.extend} kind="second">
          {fill(text.extendDays, { days })}
        </ButtonLink>
      </Fold>
    </section>
  );
}

/** Extending beside paying today, each with its full cost. */
function ExtensionTable({
  extension,
  text,
  money,
  labelledBy,
}: Omit<OfferProperties, 'links'> & { readonly labelledBy: string }): ReactNode {
  const { today, newDueDate, payTodayMinor, payLaterMinor, totalMinor, payNowTotalMinor } = extension;
  const payNowTotal = money(payNowTotalMinor);
  return (
    <Comparison
      labelledBy={labelledBy}
      options={[text.extend, text.payToday]}
      rows={[
        { label: text.today, date: today, amounts: [money(payTodayMinor), payNowTotal] },
        { label: text.later, date: newDueDate, amounts: [money(payLaterMinor), money(zeroMinor)] },
      ]}
      total={{ label: text.inTotal, amounts: [money(totalMinor), payNowTotal] }}
    />
  );
}
