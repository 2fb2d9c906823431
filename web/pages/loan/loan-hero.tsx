import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { paymentWords } from '#content/market-words.ts';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { loanText } from '#content/messages/loan.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanBalance, LoanDetail } from '#contract/calls/loan.ts';
import { lastSequence } from '#domain/loan/instalment-state.ts';
import type { LoanMainAction, LoanView } from '#domain/loan/loan-view.ts';
import { isOfEveryDay } from '#domain/loan/penalty.ts';
import { isSettling } from '#domain/loan/statement.ts';
import { type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { hostAction } from '#ui/bridge/links.tsx';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Fold } from '#ui/figures/fold.tsx';
import { Meter } from '#ui/figures/meter.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Icon, messageIcon, paperIcon, receiptIcon, refreshIcon } from '#ui/frame/icons.tsx';
import { Words } from '#ui/words.tsx';
import { DisputedPart } from '../charge-dispute/dispute-notices.tsx';
import { type PageFacts, usePage, useText } from '../page-context.tsx';
import { ClaimedAlready } from './claimed-already.tsx';
import { DeclineReasons } from './declined-loan.tsx';
import { documentPaths } from './document-paths.ts';
import payStyles from './pay-by-way.module.css';
import { codeLink, PayAside, PayBlock } from './pay-by-way.tsx';
import { penaltyParts } from './penalty.ts';
import { receiptLink } from './received.tsx';

export interface OrderProperties {
  readonly loan: LoanDetail;
  readonly view: LoanView;
  readonly links: {
    readonly same: string;
    readonly repay: string;
    readonly extend: string;
    readonly borrowAgain: string;
  };
}

/** The amount that matters in this state, with the one filled button (ORDER-4). */
export function LoanHero(properties: OrderProperties): ReactNode {
  const { loan, view } = properties;
  return (
    <section {...marks({ liveStatus: view.isLive ? loan.status : undefined })}>
      <HeroAmount {...properties} />
      <MainButton {...properties} />
    </section>
  );
}

function HeroAmount(properties: OrderProperties): ReactNode {
  const { loan, view } = properties;
  const page = usePage();
  const { money } = page;
  const text = useText(loanText);
  const { balance, statement, status } = loan;
  const whole = (label: string, amountMinor: MinorAmount, note?: ReactNode) => (
    <AmountHero label={<Words text={label} />} amount={money(amountMinor)} note={note} />
  );
  if (status === 'declined') {
    return <DeclineReasons notices={loan.notices} />;
  }
  if (view.main === 'see-claim' && statement) {
    const claimed = (statement.claims ?? []).filter(({ state }) => state === 'waiting');
    const claimedMinor = minorAmount(claimed.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
    return (
      <>
        {whole(text.youClaimed, claimedMinor, statement.isPenaltyPaused ? text.noPenaltyMeanwhile : null)}
        <DueFold loan={loan} />
      </>
    );
  }
  if (view.main === 'see-pending' && statement?.pendingMinor) {
    return (
      <>
        {whole(dueLabel(loan, page), statement.pendingMinor, text.confirmingHint)}
        <DueFold loan={loan} />
      </>
    );
  }
  if (balance === null) return <Credit {...properties} />;
  if (status === 'under-review') return whole(text.youAskedFor, balance.principalMinor);
  if (status === 'paying-out') return whole(text.youWillReceive, balance.principalMinor);
  if (status === 'settled') {
    return (
      <>
        {whole(text.leftToPay, balance.remainingMinor)}
        <Credit {...properties} />
      </>
    );
  }
  if (status !== 'to-repay' && status !== 'overdue') return null;
  return (
    <>
      {whole(view.main === 'see-receipt' ? nextLabel(loan, page) : dueLabel(loan, page), amountDueOf(loan))}
      <PartlyPaid {...properties} />
      {statement && <DisputedPart statement={statement} />}
      <DueFold {...properties} />
    </>
  );
}

/** Credit in the borrower's favour of a settled loan. */
function Credit({ loan: { status, statement } }: Pick<OrderProperties, 'loan'>): ReactNode {
  const { money } = usePage();
  const text = useText(loanText);
  if (status !== 'settled' || !statement || statement.heldMinor <= 0) return null;
  return (
    <>
      <h2>{fill(text.creditTitle, { amount: money(statement.heldMinor) })}</h2>
      <p className="hint">{text.creditLine}</p>
    </>
  );
}

/** Amount due; the statement's, as it reflects payments and charges first. */
export function amountDueOf({ balance, statement }: LoanDetail): MinorAmount {
  return statement?.dueMinor ?? balance?.dueMinor ?? zeroMinor;
}

function dueLabel(
  { balance, statement, status }: LoanDetail,
  { market, language }: Pick<PageFacts, 'market' | 'language'>,
): string {
  const text = loanText[language];
  const words = paymentWords(market, language);
  const count = lastSequence(balance?.instalments ?? []);
  const [number] = statement?.dueSequences ?? [];
  const next =
    number ?? balance?.instalments.find(({ state }) => state === 'due' || state === 'upcoming')?.sequence;
  if (statement && isSettling(statement)) return text.settlesToday;
  if (status === 'overdue') return text.toGetCurrent;
  if (next === undefined || count === 0) return text.nextPayment;
  if ((statement?.receivedMinor ?? 0) > 0) return fill(text.leftOfPayment, { ...words, number: next });
  return fill(text.paymentNumber, { ...words, number: next, count });
}

function nextLabel(
  { balance, statement }: LoanDetail,
  { market, language }: Pick<PageFacts, 'market' | 'language'>,
): string {
  const text = loanText[language];
  const [number] = statement?.dueSequences ?? [];
  const count = lastSequence(balance?.instalments ?? []);
  if (number === undefined || count === 0) return text.nextPayment;
  return fill(text.nextPaymentNumber, { ...paymentWords(market, language), number, count });
}

function PartlyPaid({ loan: { balance, statement } }: Pick<OrderProperties, 'loan'>): ReactNode {
  const { money, dates } = usePage();
  const text = useText(loanText);
  if (!balance || !statement || balance.daysLate > 0 || statement.receivedMinor <= 0) return null;
  const { receivedMinor, dueMinor } = statement;
  const chargedMinor = minorAmount(receivedMinor + dueMinor);
  return (
    <>
      <Meter paidShare={receivedMinor / chargedMinor} />
      <p className="hint">
        <Words
          text={fill(text.ofCharged, { charged: money(chargedMinor), date: balance.dueDate })}
          shortDay={dates.short}
        />
      </p>
    </>
  );
}

function DueFold({ loan }: Pick<OrderProperties, 'loan'>): ReactNode {
  const page = usePage();
  const rows = dueRows(loan, page);
  if (rows.length === 0) return null;
  return (
    <Fold title={loanText[page.language].detail}>
      <Rows rows={rows} />
    </Fold>
  );
}

/** Instalments due, penalty and payments; empty if the amount due has one part. */
export function dueRows(
  loan: LoanDetail,
  { money, market, language }: Pick<PageFacts, 'money' | 'market' | 'language'>,
): Row[] {
  const text = loanText[language];
  const words = paymentWords(market, language);
  const { balance, statement } = loan;
  if (!balance) return [];
  const { instalments, daysLate } = balance;
  const dueMinor = amountDueOf(loan);
  const receivedMinor = statement?.receivedMinor ?? zeroMinor;
  const penaltyMinor = statement?.penaltyMinor ?? balance.penaltyMinor;
  const chargedMinor = statement?.chargedMinor ?? subtractMinor(dueMinor, penaltyMinor);
  if (penaltyMinor <= 0 && receivedMinor <= 0) return [];
  const { byDayMinor, lateFeeMinor } = penaltyParts(penaltyMinor, statement);
  const late = instalments.filter(({ state }) => state === (daysLate > 0 ? 'overdue' : 'due'));
  const first = late[0];
  const label =
    late.length === 1 && first
      ? fill(text.paymentNumber, { ...words, number: first.sequence, count: lastSequence(instalments) })
      : fill(text.overduePayments, { ...words, count: late.length });
  return [
    { label, value: money(chargedMinor) },
    ...(byDayMinor > 0 ? [{ label: penaltyLabel(balance, byDayMinor, text), value: money(byDayMinor) }] : []),
    ...(lateFeeMinor > 0
      ? [{ label: chargeName('late-fee', language, null), value: money(lateFeeMinor) }]
      : []),
    ...(receivedMinor > 0 ? [{ label: text.received, value: `−${money(receivedMinor)}` }] : []),
    { label: text.totalToday, value: money(dueMinor), isTotal: true },
  ];
}

function penaltyLabel(
  { daysLate, dailyPenaltyMinor }: LoanBalance,
  penaltyMinor: MinorAmount,
  text: TextsIn<typeof loanText>,
): string {
  if (!isOfEveryDay(penaltyMinor, daysLate, dailyPenaltyMinor)) return text.penalty;
  return daysLate === 1 ? text.penaltyOneDay : fill(text.penaltyDays, { days: daysLate });
}

/** The page's filled button; none where a loan market hides it (ORDER-5). */
export function MainButton(properties: OrderProperties): ReactNode {
  const { view } = properties;
  const page = usePage();
  const link = useMainLink(properties);
  switch (view.main) {
    case null:
      return null;
    case 'pay':
      return <Pay {...properties} />;
    case 'see-voucher':
      return <SeeVoucher {...properties} />;
    case 'see-receipt':
      return <SeeReceipt {...properties} />;
    case 'see-claim':
      return <ClaimedAlready againLink={page.link(page.paths.repay, { ...page.key, again: 1 })} />;
    default:
      return <Main {...link(view.main)} />;
  }
}

function Pay({ loan, links }: OrderProperties): ReactNode {
  const text = useText(loanText);
  const amountMinor = amountDueOf(loan);
  // What a bank is confirming already is not asked for once more: the page of all ways knows what is left.
  const isPartPending = (loan.statement?.pendingMinor ?? null) !== null;
  if (amountMinor <= 0 || isPartPending) return <Main href={links.repay} label={text.pay} />;
  return <PayBlock amountMinor={amountMinor} way={loan.usualWay} purpose="repay" />;
}

function SeeVoucher({ loan }: OrderProperties): ReactNode {
  const page = usePage();
  const text = useText(loanText);
  const { usualWay } = loan;
  if (usualWay === null) return null;
  const payment = { amountMinor: amountDueOf(loan), purpose: 'repay' as const };
  const href = codeLink(page, { ...payment, payCode: usualWay.kind });
  return (
    <Main href={href} icon={receiptIcon} label={usualWay.name === '' ? text.seeCode : text.seeVoucher}>
      <PayAside {...payment} way={usualWay} />
    </Main>
  );
}

function SeeReceipt({ loan: { statement }, links }: OrderProperties): ReactNode {
  const page = usePage();
  const text = useText(loanText);
  const [newest] = statement?.payments ?? [];
  if (!newest) return null;
  return (
    <Main href={receiptLink(page, newest)} icon={receiptIcon} label={text.seeReceipt}>
      <ButtonLink href={links.repay} kind="second">
        {text.payAhead}
      </ButtonLink>
    </Main>
  );
}

type LinkedAction = Exclude<LoanMainAction, 'pay' | 'see-voucher' | 'see-claim' | 'see-receipt'>;

interface MainLink {
  readonly href: string;
  readonly icon?: string;
  readonly label: string;
}

function Main({
  href,
  icon,
  label,
  children,
  ...host
}: MainLink & { readonly children?: ReactNode }): ReactNode {
  return (
    <div className={payStyles.pay}>
      <ButtonLink href={href} {...host}>
        {icon && <Icon path={icon} />}
        {label}
      </ButtonLink>
      {children}
    </div>
  );
}

function useMainLink({ loan: { statement }, links }: OrderProperties): (main: LinkedAction) => MainLink {
  const { helpLink, paths, key, link, money } = usePage();
  const text = useText(loanText);
  const { seePending } = useText(receivedText);
  const pending = statement?.isPendingToExtend ? { ...key, requestType: 2 } : key;
  const credit = money(statement?.heldMinor ?? zeroMinor);
  const ask = { href: helpLink, icon: messageIcon };
  const all: Readonly<Record<LinkedAction, MainLink>> = {
    'look-again': { href: links.same, icon: refreshIcon, label: text.checkNow },
    'ask-why': { ...ask, label: text.askWhy },
    'see-pending': { href: link(paths.payWay, pending), icon: refreshIcon, label: seePending },
    'claim-credit': { href: helpLink, label: fill(text.claimCredit, { amount: credit }) },
    'save-letter': { href: link(documentPaths.letterPdf, key), icon: paperIcon, label: text.saveLetter },
    'borrow-again': {
      href: links.borrowAgain,
      label: text.borrowAgain,
      ...hostAction({ name: 'goToLoan' }),
    },
    ask: { ...ask, label: text.askAboutIt },
  };
  return (main) => all[main];
}
