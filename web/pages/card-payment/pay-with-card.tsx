import type { ReactNode } from 'react';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { fill } from '#content/text-pack.ts';
import { type OpenPayment, type PayWays, readSavedCards } from '#contract/calls/card-payment.ts';
import { readExtension } from '#contract/calls/extension.ts';
import type { LoanKey } from '#contract/calls/loan.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import type { CallResult } from '#contract/client.ts';
import { isSettling } from '#domain/loan/statement.ts';
import { currencyOf } from '#domain/market.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { Slot } from '#ui/form/enhanced-form.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { providerLink } from '../backend-link.ts';
import { extensionWords } from '../loan/extension-words.ts';
import type { OpenScreen } from '../open-screen.ts';
import { ClaimNotices } from '../payment-claim/claim-notices.tsx';
import { problemOf, Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import { type PayLinks, payLinks } from './pay-links.ts';
import {
  CardChoice,
  ExtensionAmount,
  NoCards,
  NothingDue,
  PayAmount,
  PayForm,
  PayNotices,
  PendingPayment,
} from './pay-sections.tsx';
import { type PayStep, payStep, shownAmount } from './pay-step.ts';
import { keepSession, savingState } from './save-card.ts';
import { cardPicks, cardValue } from './saved-cards.ts';
import { submitPayment } from './submit-payment.ts';

const formId = 'payment';

/** Payment with a saved card and its confirmation code (specification, sections 2 and 4; PAYWAY-1 to PAYWAY-6). */
export const payWithCard = screen({
  path: ({ paths }) => paths.payWay,
  script: 'pay-with-card',
  async load(open) {
    const links = payLinks(open);
    const named = addressedPayment(open);
    // First, because reading it saves the card that the list then has.
    const saving = await savingState(open);
    const [due, ways] = await Promise.all([
      links.purpose ? extensionDue(open, links.key) : repaymentDue(open, links.key),
      open.call(readSavedCards, { orderId: links.key.orderId, purpose: links.purpose }),
    ]);
    const underWay = ways.success ? ways.data.openPayment : null;
    const isNamed = underWay !== null && underWay.repaymentId === named.repaymentId;
    if (underWay && !isNamed && underWay.state === 'pending') return open.leaveTo(payLinkOf(links, underWay));
    if (underWay && isNamed && underWay.purpose !== (links.purpose ?? 'repay')) {
      return open.leaveTo(payLinkOf(links, underWay));
    }
    const backendStep = ways.success ? payStep(ways.data, named, open.now()) : null;
    const isRefused = [due, ways].some((answer) => !answer.success && overCodes.includes(answer.errorCode));
    const isOver = backendStep?.name === 'over' || isRefused;
    if (isOver && named.repaymentId + named.cardId !== '') return open.leaveTo(links.order);
    if (!due.success) throw Refusal.of(due);
    if (!due.data.takesCards) return open.leaveTo(links.otherWays);
    // A payment that waits for its code at an older price of the extension is not continued.
    const isPriceOld =
      due.data.extension !== null &&
      underWay?.purpose === 'extend' &&
      underWay.state === 'awaiting-code' &&
      underWay.amountMinor !== due.data.amountMinor;
    const step: typeof backendStep = isPriceOld ? { name: 'choose', waiting: null } : backendStep;
    return {
      title: payWithCardText[open.language].title,
      step,
      links,
      saving,
      sameLink: links.pay({
        ...named,
        ...(saving === 'open' && { cardSaving: open.parameter('cardSaving') }),
      }),
      notice: isPriceOld ? 'changed' : open.parameter('notice'),
      ...amountView(open, due.data, step),
      ...cardView(open, ways, step, named.cardId),
    };
  },
  submit: submitPayment,
  title: ({ title }) => title,
  currency: ({ currency }) => currency,
  page({ open, answer, ...page }) {
    const { title, payLabel, step, picks, links, extension } = page;
    const amount = extension ? <ExtensionAmount {...page} extension={extension} /> : <PayAmount {...page} />;
    const inFrame = (main: ReactNode, keptFormId?: string) => (
      <>
        <Bar title={title} backLink={links.otherWays} helpLink={open.helpLink} formId={keptFormId} />
        <main>
          {page.statement && <ClaimNotices statement={page.statement} />}
          {main}
        </main>
      </>
    );
    if (step?.name === 'pending') return inFrame(<PendingPayment {...page} payment={step.payment} />);
    if (page.amount.minor <= 0) return inFrame(<NothingDue {...page} />);
    if (picks.length === 0) {
      return inFrame(
        <>
          <PayNotices {...page} />
          {amount}
          <NoCards {...page} answer={answer} />
        </>,
      );
    }
    return inFrame(
      <>
        <Slot name="notices">
          <PayNotices {...page} />
        </Slot>
        {amount}
        <PayForm id={formId} label={payLabel} problem={answer?.problem}>
          {/* An answer about another amount has no such slot, and takes the place of the page. */}
          <Slot name={`cards-${page.amount.minor}`}>
            <CardChoice {...page} answer={answer} />
          </Slot>
        </PayForm>
      </>,
      formId,
    );
  },
});

type DueToday = Extract<
  Awaited<ReturnType<typeof repaymentDue | typeof extensionDue>>,
  { readonly success: true }
>['data'];

function amountView(open: OpenScreen, due: DueToday, step: PayStep | null) {
  const { language } = open;
  const { statement, currency, extension } = due;
  const largestMinor = statement?.largestMinor ?? null;
  const money = open.money(currency);
  const amount = shownAmount(
    {
      waitingMinor: step?.name === 'code' ? step.amountMinor : null,
      amountText: extension ? '' : open.parameter('amount'),
    },
    { dueMinor: due.amountMinor, largestMinor, currency },
  );
  return {
    payLabel: fill(payWithCardText[language].pay, { amount: money(amount.minor) }),
    currency,
    amount,
    largestMinor,
    isWholeDebt: (largestMinor ?? 0) >= (statement?.settlesMinor ?? statement?.remainingMinor ?? 0),
    statement,
    prepayment: amount.minor === due.chosenMinor ? due.prepayment : null,
    dueOn: amount.isDue ? due.date : null,
    settles: statement !== null && isSettling(statement),
    extension: extension && {
      newDueDate: due.date,
      words: extensionWords(extension, language, { money, day: open.dates(currency).day }),
    },
  };
}

function cardView(open: OpenScreen, ways: CallResult<PayWays>, step: PayStep | null, namedCardId: string) {
  const cards = ways.success ? ways.data.cards : [];
  const codeCard = step?.name === 'code' && cards.find(({ cardId }) => cardId === step.cardId);
  // The card that the borrower came to pay with.
  const namedCard = step?.name === 'choose' && cards.find(({ cardId }) => cardId === namedCardId);
  const actionLink = step?.name === 'pending' ? providerLink(open, step.payment.actionLink) : null;
  if (actionLink !== null) keepSession(open);
  return {
    listProblem: ways.success ? null : problemOf(ways),
    repayToken: ways.success ? ways.data.repayToken : '',
    picks: cardPicks(cards, payWithCardText[open.language]),
    codeCard: codeCard ? cardValue(codeCard) : '',
    namedCard: namedCard ? cardValue(namedCard) : '',
    offersProviderPage: ways.success && ways.data.offersPaymentPage,
    canSaveCard: ways.success && ways.data.offersCardSaving,
    actionLink,
    isOnProviderPage: step?.name === 'pending' && !cards.some(({ cardId }) => cardId === step.payment.cardId),
  };
}

/** Refusals that mean there is nothing left to pay or to extend. */
const overCodes: readonly (string | null)[] = ['status-conflict', 'extension-unavailable'];

function payLinkOf(links: PayLinks, { repaymentId, purpose }: OpenPayment): string {
  return links.pay({ repaymentId, purpose });
}

async function repaymentDue(open: OpenScreen, key: LoanKey) {
  const wished = amountFromText(open.parameter('amount'), currencyOf(open.market));
  const due = await open.call(readRepayment, { ...key, ...(wished && { chosenMinor: wished }) });
  if (!due.success) return due;
  const { currency, amountMinor, statement, date, chosenMinor, prepayment } = due.data;
  const plan = { chosenMinor, prepayment };
  const shown = { ...plan, currency, amountMinor, statement, date: open.dates(currency).day(date) };
  return { success: true, data: { ...shown, takesCards: true, extension: null } } as const;
}

async function extensionDue(open: OpenScreen, key: LoanKey) {
  const due = await open.call(readExtension, key);
  if (!due.success) return due;
  const { currency, amountMinor, statement, newDueDate, takesCards } = due.data;
  const plan = { chosenMinor: null, prepayment: null };
  const shown = { ...plan, currency, amountMinor, statement, date: open.dates(currency).day(newDueDate) };
  return { success: true, data: { ...shown, takesCards, extension: due.data } } as const;
}

function addressedPayment(open: OpenScreen) {
  const sentAtMs = open.parameter('codeSentAt');
  return {
    repaymentId: open.parameter('repaymentId'),
    cardId: open.parameter('cardId'),
    codeSentAt: /^\d{1,13}$/.test(sentAtMs) ? new Date(Number(sentAtMs)) : null,
  };
}
