import type { ReactNode } from 'react';
import type { extensionOfferText } from '#content/messages/extension-offer.ts';
import type { loanText } from '#content/messages/loan.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { ExtensionComparison, PaymentOptionView } from '#contract/calls/loan.ts';
import { type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { Comparison } from '#ui/figures/comparison.tsx';
import { type WayOut, WaysOut } from '#ui/figures/ways-out.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Dialog, DialogActions, DialogButton } from '#ui/notice/dialog.tsx';
import { Words } from '#ui/words.tsx';
import { extensionSum, sumInWords } from './extension-sum.ts';
import type { PenaltyGrowth } from './penalty-growth.ts';

/** The texts of the order page, and those of an extension's price. */
export type OfferTexts = TextsIn<typeof loanText> & {
  readonly offerText: TextsIn<typeof extensionOfferText>;
};

interface OfferProperties {
  /** Null where the backend gives no figures. */
  readonly extension: ExtensionComparison | null;
  readonly text: OfferTexts;
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
export function ExtensionReminder({ extension, text, money, links }: OfferProperties): ReactNode {
  const title = extension ? titleOf(extension, text) : text.extendTitlePlain;
  return (
    <Dialog id={extendDialogId} title={title} closeLabel={text.close}>
      {extension ? (
        <>
          <p>
            <Words
              text={`${extensionSum({ ...extension, penaltyMinor: penaltyOf(extension) }, text.offerText, money)} ${fill(
                text.offerText.owedAfter,
                {
                  amount: money(extension.payLaterMinor),
                  date: extension.newDueDate,
                  total: money(extension.totalMinor),
                },
              )}`}
            />
          </p>
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
        <ButtonLink href={links.extend}>{extension ? extendingBy(extension, text) : text.extend}</ButtonLink>
        <ButtonLink href={links.repay} kind="quiet">
          {text.preferToPay}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

/**
 * The ways to deal with what is due, each with its full cost and the same weight (ORDER-4, ORDER-7). Without figures from
 * the backend, where to see what extending costs.
 */
export function ExtensionSection({
  extension,
  options,
  growth,
  text,
  money,
  links,
}: OfferProperties & {
  readonly options: readonly PaymentOptionView[];
  readonly growth: PenaltyGrowth;
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
  const { newDueDate } = extension;
  return (
    <section>
      <h2 id={sectionHeadingId}>{text.waysTitle}</h2>
      <p className="hint">
        <Words text={fill(text.waysLine, { date: newDueDate })} />
      </p>
      <WaysOut
        labelledBy={sectionHeadingId}
        columns={[text.today, fill(text.onDate, { date: newDueDate }), text.inTotal]}
        ways={waysOut({ extension, options, growth, text, money, links })}
      />
    </section>
  );
}

function waysOut({
  extension,
  options,
  growth,
  text,
  money,
  links,
}: Omit<OfferProperties, 'extension'> & {
  readonly extension: ExtensionComparison;
  readonly options: readonly PaymentOptionView[];
  readonly growth: PenaltyGrowth;
}): WayOut[] {
  const { offerText } = text;
  const { payTodayMinor, payLaterMinor, totalMinor, payNowTotalMinor, newDueDate } = extension;
  const penaltyMinor = penaltyOf(extension);
  const amounts = (...each: readonly MinorAmount[]) => each.map(money);
  const all = {
    name: text.payAll,
    amounts: amounts(payNowTotalMinor, zeroMinor, payNowTotalMinor),
    why:
      penaltyMinor > 0
        ? `${fill(offerText.todayIs, {
            amount: money(payNowTotalMinor),
            parts: sumInWords(
              [
                { name: offerText.paymentPart, amountMinor: payLaterMinor },
                { name: offerText.penaltyPart, amountMinor: penaltyMinor },
              ],
              money,
            ),
          })} ${text.getCurrent}`
        : text.getCurrent,
    action: (
      <ButtonLink href={links.repay} kind="second">
        {fill(text.payAmount, { amount: money(payNowTotalMinor) })}
      </ButtonLink>
    ),
  };
  const partWhy: Record<PenaltyGrowth, string> = {
    growing: text.payPartWhy,
    'once-late': text.payPartWhyOnTime,
    'paused-by-claim': text.payPartWhyPaused,
    'standing-still': text.payPartWhyStandingStill,
  };
  const parts = options
    .filter(({ kind }) => kind === 'pay-part')
    .map((part) => ({
      name: text.payPart,
      amounts: amounts(part.payTodayMinor, part.owedAfterMinor, part.totalMinor),
      why: partWhy[growth],
      action: (
        <ButtonLink href={links.repay} kind="second">
          {text.choosePart}
        </ButtonLink>
      ),
    }));
  const extend = {
    name: extendingBy(extension, text),
    amounts: amounts(payTodayMinor, payLaterMinor, totalMinor),
    why: `${extensionSum({ ...extension, penaltyMinor }, offerText, money)} ${fill(
      penaltyMinor > 0 ? offerText.noMorePenaltyUntil : offerText.noPenaltyUntil,
      { date: newDueDate },
    )}`,
    action: (
      <>
        <DialogButton dialogId={extendDialogId}>{extendingBy(extension, text)}</DialogButton>
        <p>
          <a href={links.extend}>{text.howToExtend}</a>
        </p>
      </>
    ),
  };
  return [all, ...parts, extend];
}

function extendingBy({ days }: ExtensionComparison, text: OfferTexts): string {
  return days === 1 ? text.extendOneDay : fill(text.extendDays, { days });
}

function titleOf({ days }: ExtensionComparison, text: OfferTexts): string {
  return days === 1 ? text.extendTitleOneDay : fill(text.extendTitle, { days });
}

/** What of an extension's price is the penalty so far. */
function penaltyOf({ payTodayMinor, feeMinor }: ExtensionComparison): MinorAmount {
  return subtractMinor(payTodayMinor, feeMinor);
}

/** Extending beside paying today, each with its full cost. */
function ExtensionTable({
  extension,
  text,
  money,
  labelledBy,
}: {
  readonly extension: ExtensionComparison;
  readonly text: OfferTexts;
  readonly money: OfferProperties['money'];
  readonly labelledBy: string;
}): ReactNode {
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
