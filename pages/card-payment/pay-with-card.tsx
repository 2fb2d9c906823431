import type { ReactNode } from 'react';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { fill } from '#content/text-pack.ts';
import { readSavedCards } from '#contract/calls/card-payment.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import type { OpenScreen } from '../open-screen.ts';
import { ClaimNotices } from '../payment-claim/claim-notices.tsx';
import { problemOf, Refusal } from '../problem.ts';
import { safeLink } from '../safe-address.ts';
import { screen } from '../screen.tsx';
import { Button } from '../ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '../ui/form/enhanced-form.tsx';
import { Bar } from '../ui/frame/bar.tsx';
import { Pin } from '../ui/frame/pin.tsx';
import { payLinks } from './pay-links.ts';
import { CardChoice, NoCards, PayAmount, PayNotices, PendingPayment } from './pay-sections.tsx';
import { payStep, shownAmount } from './pay-step.ts';
import { keepSession, savingState } from './save-card.ts';
import { cardPicks, cardValue } from './saved-cards.ts';
import { submitPayment } from './submit-payment.ts';

const formId = 'payment';

/** Payment with a saved card, and the code that confirms it (specification, sections 2 and 4; PAYWAY-1 to PAYWAY-6). */
export const payWithCard = screen({
  path: ({ paths }) => paths.payWay,
  script: 'pay-with-card',
  async load(open) {
    const { config, language } = open;
    const text = payWithCardText[language];
    const links = payLinks(open);
    const named = addressedPayment(open);
    const saving = await savingState(open);
    const [due, ways] = await Promise.all([
      open.call(readRepayment, links.key),
      open.call(readSavedCards, { orderId: links.key.orderId }),
    ]);
    const step = ways.success ? payStep(ways.data, named, open.now()) : null;
    const isOver = step?.name === 'over' || (!due.success && due.errorCode === 'status-conflict');
    if (isOver && named.repaymentId + named.cardId !== '') return open.leaveTo(links.order);
    if (!due.success) throw Refusal.of(due);
    if (step?.name === 'pending' && step.payment.repaymentId !== named.repaymentId) {
      return open.leaveTo(links.pay({ repaymentId: step.payment.repaymentId }));
    }
    const actionLink =
      step?.name === 'pending' ? safeLink(step.payment.actionLink, open.redirectOrigins) : null;
    if (actionLink !== null) keepSession(open);
    const cards = ways.success ? ways.data.cards : [];
    const codeCard = step?.name === 'code' && cards.find(({ cardId }) => cardId === step.cardId);
    const { currency } = due.data;
    const money = (amountMinor: MinorAmount) =>
      formatMoney(amountMinor, language, config.amountStyle, currency);
    const waitingMinor = step?.name === 'code' ? step.amountMinor : null;
    const amount = shownAmount(
      { waitingMinor, asked: open.parameter('amount') },
      due.data.amountMinor,
      due.data.statement?.largestMinor ?? null,
    );
    return {
      text: { ...text, pay: fill(text.pay, { amount: money(amount.minor) }) },
      problemText: {
        network: text.network,
        unreachable: text.unreachable,
        timeout: text.unreachable,
        other: text.processingFailed,
      },
      step,
      money,
      amount,
      largestMinor: due.data.statement?.largestMinor ?? null,
      isWholeDebt: due.data.statement?.largestMinor === due.data.statement?.remainingMinor,
      statement: due.data.statement,
      dates: open.dates(currency),
      dueOn: amount.isDue ? open.dates(currency).day(due.data.date) : null,
      notice: open.parameter('notice'),
      listProblem: ways.success ? null : problemOf(ways),
      repayToken: ways.success ? ways.data.repayToken : '',
      picks: cardPicks(cards, payWithCardText[language]),
      codeCard: codeCard ? cardValue(codeCard) : '',
      offersProviderPage: ways.success && ways.data.offersPaymentPage,
      canSaveCard: ways.success && ways.data.offersCardSaving && open.cardSaving !== null,
      saving,
      actionLink,
      isOnProviderPage:
        step?.name === 'pending' && !cards.some(({ cardId }) => cardId === step.payment.cardId),
      links,
      sameLink: links.pay({
        ...named,
        ...(saving === 'open' && { cardSaving: open.parameter('cardSaving') }),
      }),
    };
  },
  submit: submitPayment,
  title: ({ text }) => text.title,
  page({ open, answer, ...page }) {
    const { text, problemText, step, picks, links } = page;
    const inFrame = (main: ReactNode, keptFormId?: string) => (
      <>
        <Bar
          title={text.title}
          backLink={links.repay}
          helpLink={open.helpLink}
          formId={keptFormId}
          text={text}
        />
        <main>
          {page.statement && <ClaimNotices {...page} open={open} statement={page.statement} />}
          {main}
        </main>
      </>
    );
    if (step?.name === 'pending') return inFrame(<PendingPayment {...page} payment={step.payment} />);
    if (picks.length === 0) {
      return inFrame(
        <>
          <PayNotices {...page} />
          <PayAmount {...page} />
          <NoCards {...page} answer={answer} />
        </>,
      );
    }
    return inFrame(
      <>
        <Slot name="notices">
          <PayNotices {...page} />
        </Slot>
        <PayAmount {...page} />
        <EnhancedForm id={formId} text={{ sending: text.sending, problem: problemText }}>
          {/* The first button of a form is the one that Enter presses. */}
          <button type="submit" className="sr" tabIndex={-1} aria-hidden="true">
            {text.pay}
          </button>
          <Slot name="cards">
            <CardChoice {...page} answer={answer} />
          </Slot>
          <Pin above={<ProblemSlot problem={answer?.problem} text={problemText} />}>
            <Button>{text.pay}</Button>
          </Pin>
        </EnhancedForm>
      </>,
      formId,
    );
  },
});

/** The payment that the address names, each part empty where it names none. */
function addressedPayment(open: OpenScreen) {
  const sentAtMs = open.parameter('codeSentAt');
  return {
    repaymentId: open.parameter('repaymentId'),
    cardId: open.parameter('cardId'),
    codeSentAt: /^\d{1,13}$/.test(sentAtMs) ? new Date(Number(sentAtMs)) : null,
  };
}
