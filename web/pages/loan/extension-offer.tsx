import type { ReactNode } from 'react';
import { paymentWords } from '#content/market-words.ts';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { extensionOfferText } from '#content/messages/extension-offer.ts';
import { loanText } from '#content/messages/loan.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { ExtensionComparison } from '#contract/calls/loan.ts';
import { addMinor, type MinorAmount, subtractMinor } from '#domain/money/money.ts';
import { Amount } from '#ui/figures/amount-hero.tsx';
import { Card, CardFold, CardStack } from '#ui/figures/card.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { laterIcon } from '#ui/frame/icons.tsx';
import { Dialog, DialogActions } from '#ui/notice/dialog.tsx';
import { Words } from '#ui/words.tsx';
import { DisputedPart } from '../charge-dispute/dispute-notices.tsx';
import { type PageFacts, usePage, useText } from '../page-context.tsx';
import { extensionSum } from './extension-words.ts';
import { amountDueOf, dueRows, MainButton, type OrderProperties } from './loan-hero.tsx';
import { type PenaltyGrowth, penaltyGrowth } from './penalty.ts';

type Texts = TextsIn<typeof loanText>;

const extendDialogId = 'extend';
export const extendPlaceId = 'extend-offer';
export const extendLink = `#${extendDialogId}`;

/** Shown before extending: how much more it costs. Paying and extending have equal weight (ORDER-7). */
export function ExtensionReminder({
  extension,
  links,
}: {
  /** Null if the backend gives no figures. */
  readonly extension: ExtensionComparison | null;
  readonly links: Pick<OrderProperties['links'], 'extend' | 'repay'>;
}): ReactNode {
  const { language, market, currency, money, dates } = usePage();
  const words = paymentWords(market, language);
  const taxName = chargeName('vat', language, currency);
  const text = useText(loanText);
  const offerText = useText(extensionOfferText);
  return (
    <Dialog
      id={extendDialogId}
      title={extension ? titleOf(extension, text, money) : fill(text.extendTitlePlain, words)}
      closeLabel={text.close}
      returnTo={extendPlaceId}
    >
      {extension ? (
        <>
          <Rows
            isDense
            rows={[
              { label: text.payTodayInTotal, value: figure(money(extension.payNowTotalMinor)) },
              { label: text.extendInTotal, value: figure(money(extension.totalMinor)) },
            ]}
          />
          <p className="hint gap">
            <Words
              text={`${extensionSum({ ...extension, penaltyMinor: penaltyOf(extension) }, offerText, taxName, money)} ${fill(
                offerText.owedAfter,
                {
                  amount: money(extension.payLaterMinor),
                  date: dates.day(extension.newDueDate),
                  total: money(extension.totalMinor),
                },
              )}`}
            />
          </p>
        </>
      ) : (
        <p>{fill(text.mayExtend, words)}</p>
      )}
      <DialogActions>
        <ButtonLink href={links.repay} kind="second">
          {text.preferToPay}
        </ButtonLink>
        <ButtonLink href={links.extend} kind="second">
          {extension ? extendingBy(extension, text) : text.extend}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

/** Options for an overdue loan, a card each with the same rows, cheapest first; only paying today is filled (ORDER-4, ORDER-7). */
export function OverdueOptions(
  properties: OrderProperties & { readonly extension: ExtensionComparison },
): ReactNode {
  const { extension, loan, links } = properties;
  const page = usePage();
  const { money, dates } = page;
  const text = useText(loanText);
  const { balance, statement } = loan;
  const { newDueDate, payTodayMinor, payLaterMinor, totalMinor } = extension;
  const growth = penaltyGrowth(
    balance && { ...balance, isPenaltyPaused: statement?.isPenaltyPaused ?? false },
  );
  const parts = loan.options.filter(({ kind }) => kind === 'pay-part');
  const date = (
    <time className="num" dateTime={dates.iso(newDueDate) ?? undefined}>
      {dates.short(newDueDate)}
    </time>
  );
  return (
    <CardStack>
      <Card icon={<Coin />} title={text.payAll} titleAs="h2" tag={text.costsLess}>
        <Amount amount={money(amountDueOf(loan))} />
        {statement && <DisputedPart statement={statement} />}
        <MainButton {...properties} />
        {dueRows(loan, page).length > 0 && (
          <CardFold title={text.detail}>
            <Rows rows={dueRows(loan, page)} />
          </CardFold>
        )}
      </Card>
      {parts.map((part) => (
        <Card key={part.kind} icon={<HalfCoin />} title={text.payPart} titleAs="h2">
          <Rows
            isDense
            rows={[
              { label: text.today, value: text.youChoose },
              { label: text.later, value: growth === 'growing' ? text.restWithPenalty : text.rest },
            ]}
          />
          <ButtonLink href={`${links.repay}#amount`} kind="second">
            {text.choosePart}
          </ButtonLink>
          <CardFold title={text.example}>
            <Rows
              isDense
              rows={costRows(text, money, fill(text.onDate, { date: dates.day(newDueDate) }), [
                part.payTodayMinor,
                part.owedAfterMinor,
                part.totalMinor,
              ])}
            />
            <p className="hint">{partWhy(growth, text)}</p>
          </CardFold>
        </Card>
      ))}
      <Card id={extendPlaceId} icon={laterIcon} title={extendingBy(extension, text)} titleAs="h2">
        <Rows isDense rows={costRows(text, money, date, [payTodayMinor, payLaterMinor, totalMinor])} />
        <ButtonLink href={extendLink} kind="second">
          {text.extend}
        </ButtonLink>
      </Card>
    </CardStack>
  );
}

function costRows(
  text: Texts,
  money: PageFacts['money'],
  later: ReactNode,
  [todayMinor, laterMinor, totalMinor]: readonly [MinorAmount, MinorAmount, MinorAmount],
): Row[] {
  return [
    { label: text.today, value: figure(money(todayMinor)) },
    { label: later, value: figure(money(laterMinor)) },
    { label: text.inTotal, value: figure(money(totalMinor)), isTotal: true },
  ];
}

function figure(amount: string): ReactNode {
  return <span className="num">{amount}</span>;
}

function partWhy(growth: PenaltyGrowth, text: Texts): string {
  const words: Record<PenaltyGrowth, string> = {
    growing: text.payPartWhy,
    'once-late': text.payPartWhyOnTime,
    'paused-by-claim': text.payPartWhyPaused,
    'standing-still': text.payPartWhyStandingStill,
  };
  return words[growth];
}

export function extendingBy({ days }: ExtensionComparison, text: Texts): string {
  return days === 1 ? text.extendOneDay : fill(text.extendDays, { days });
}

function titleOf(extension: ExtensionComparison, text: Texts, money: PageFacts['money']): string {
  const { totalMinor, payNowTotalMinor } = extension;
  return totalMinor > payNowTotalMinor
    ? fill(text.extendCostsMore, { amount: money(subtractMinor(totalMinor, payNowTotalMinor)) })
    : extendingBy(extension, text);
}

/** The penalty so far within an extension's price. */
function penaltyOf({ payTodayMinor, feeMinor, vatMinor }: ExtensionComparison): MinorAmount {
  return subtractMinor(payTodayMinor, addMinor(feeMinor, vatMinor));
}

function Coin(): ReactNode {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9.5" fill="currentColor" />
    </svg>
  );
}

function HalfCoin(): ReactNode {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />
    </svg>
  );
}
