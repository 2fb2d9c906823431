import { placeWords } from '#content/deadline-words.ts';
import { marketText, paymentWords } from '#content/market-words.ts';
import { borrowerMessageText } from '#content/messages/borrower-message.ts';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { declineText } from '#content/messages/decline.ts';
import { extensionOfferText } from '#content/messages/extension-offer.ts';
import { lendingText } from '#content/messages/lending.ts';
import { newPlanText } from '#content/messages/new-plan.ts';
import { takenBackText } from '#content/messages/taken-back.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanBalance, LoanNotice, SentSettlementView } from '#contract/calls/loan.ts';
import type { DetailRow } from '#contract/wire-values.ts';
import { chargesOfLoan } from '#domain/booking/charge-list.ts';
import { endingKinds, totalOn } from '#domain/booking/movement.ts';
import { addDays, daysBetween, type LocalDate, localDate } from '#domain/calendar.ts';
import { formatWeekday } from '#domain/date-format.ts';
import type { Language } from '#domain/language.ts';
import { declineReasonOf } from '#domain/loan/decline-reason.ts';
import { dueNow, remainingTotal } from '#domain/loan/instalment-state.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { penaltyMaxOfPayments } from '#domain/loan/penalty-cap.ts';
import { isAnswerLate, isTransferLate, transferDueOn } from '#domain/loan/promised-time.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { lateToleranceOf } from '#domain/offer/product-terms.ts';
import { lastDeclinedPaymentIn, openCardPaymentIn } from '../card-payment/store.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';

type ReaderContext = Pick<BorrowerContext, 'language' | 'money' | 'day'>;
type LoanWords = ReaderContext & ReturnType<typeof paymentWords>;

interface StatusWords {
  readonly title: string;
  readonly description: string;
}

/**
 * A loan's status in words (ORDER-1; LOOK.md, Voice). @param accountEnding the last digits of the account that it is paid out to; null
 * where they are not known.
 */
export function statusWords(
  current: CurrentLoan,
  balance: LoanBalance | null,
  context: ReaderContext & Pick<BorrowerContext, 'now'>,
  accountEnding: string | null,
): StatusWords {
  const text = lendingText[context.language];
  const { loan, today } = current;
  const words = { ...context, ...paymentWords(loan.market, context.language) };
  switch (loan.status) {
    case 'under-review':
      return {
        title: text.underReviewTitle,
        description: isAnswerLate(loan.appliedAt, words.now)
          ? fill(text.underReviewLateText, { date: words.day(dayIn(loan.market, loan.appliedAt)) })
          : text.underReviewText,
      };
    case 'paying-out': {
      // Nothing of a loan changes between its approval and its payout.
      const approvedOn = dayIn(loan.market, loan.changedAt);
      const date = words.day(transferDueOn(approvedOn));
      return {
        title: text.payingOutTitle,
        description: isTransferLate(approvedOn, today)
          ? fill(text.payingOutLateText, { date: words.day(approvedOn) })
          : accountEnding
            ? fill(text.payingOutToText, { date, ending: accountEnding })
            : fill(text.payingOutText, { date }),
      };
    }
    case 'declined':
      return {
        title: text.declinedTitle,
        description:
          loan.reapplyOn !== null && loan.reapplyOn > today
            ? fill(text.declinedUntilText, { date: words.day(loan.reapplyOn) })
            : text.declinedText,
      };
    case 'to-repay': {
      return dueWords(balance?.dueDate ?? today, today, {
        ...words,
        place: placeWords(loan.terms, words.language),
      });
    }
    case 'overdue':
      return overdueWords(current, balance, words);
    case 'settled': {
      const date = loan.settledAt ? words.day(dayIn(loan.market, loan.settledAt)) : '';
      return { title: text.settledTitle, description: fill(text.settledText, { date }) };
    }
    case 'cancelled':
      return { title: text.cancelledTitle, description: text.cancelledText };
    case 'written-off': {
      const date = balance?.dueDate ?? '';
      return {
        title: text.writtenOffTitle,
        description: fill(text.writtenOffText, { date: words.day(date) }),
      };
    }
    case 'sold':
      return { title: text.soldTitle, description: soldWords(loan, words) };
  }
}

function soldWords({ market, soldAt, buyerName }: CurrentLoan['loan'], { language, day }: LoanWords): string {
  const text = lendingText[language];
  if (buyerName === null || soldAt === null) return text.soldText;
  return fill(text.soldToText, { buyer: buyerName, date: day(dayIn(market, soldAt)) });
}

function dueWords(
  dueDate: string,
  today: LocalDate,
  { language, day, place, ...words }: LoanWords & { readonly place: string },
): StatusWords {
  const text = lendingText[language];
  const date = day(dueDate);
  if (dueDate === today)
    return { title: fill(text.dueToday, words), description: fill(text.toRepayTodayText, { date, place }) };
  const due = localDate(dueDate);
  const days = daysBetween(today, due);
  return {
    title: days === 1 ? text.dueTomorrow : fill(text.daysLeft, { days }),
    description: fill(text.toRepayText, { ...words, day: formatWeekday(due, language), date }),
  };
}

function overdueWords(
  { loan, instalments, today }: CurrentLoan,
  balance: LoanBalance | null,
  { language, day, money, ...words }: LoanWords,
): StatusWords {
  const text = lendingText[language];
  const days = balance?.daysLate ?? 0;
  const date = day(balance?.dueDate ?? '');
  const amount = money(balance?.dailyPenaltyMinor ?? zeroMinor);
  const isStill = (balance?.dailyPenaltyMinor ?? 0) <= 0;
  const count = balance?.instalments.filter(({ state }) => state === 'overdue').length ?? 0;
  const sequences = dueNow(instalments, today, lateToleranceOf(loan.terms))?.instalmentSequences ?? [];
  const maxMinor = penaltyMaxOfPayments(loan, sequences);
  const atMost = isStill || maxMinor === null ? '' : ` ${fill(text.overdueAtMost, { max: money(maxMinor) })}`;
  const one = isStill ? fill(text.overdueStillText, { date }) : fill(text.overdueText, { amount });
  const many = isStill
    ? fill(text.overdueManyStillText, { ...words, count, date })
    : fill(text.overdueManyText, { ...words, count, amount });
  return {
    title: days === 1 ? fill(text.overdueTitleOne, words) : fill(text.overdueTitle, { ...words, days }),
    description: `${count > 1 ? many : one}${atMost}`,
  };
}

/** The rows below the product (ORDER-2): of an application, a running, a settled or a sold loan. */
export function loanRows(
  current: CurrentLoan,
  { balance, settlesMinor }: { readonly balance: LoanBalance | null; readonly settlesMinor: MinorAmount },
  { language, money, day }: ReaderContext,
): DetailRow[] {
  const { loan, instalments, entries } = current;
  const text = lendingText[language];
  const disbursal = marketText(loan.market, language).disbursal.toLowerCase();
  const suspense = loan.suspenseMinor > 0 ? [{ label: text.suspense, value: money(loan.suspenseMinor) }] : [];
  const received = { label: text.received, value: money(loan.principalMinor) };
  if (loan.status === 'sold' && loan.disbursedOn !== null && loan.soldAt !== null) {
    return [
      { label: text.orderNumber, value: loan.orderNumber },
      received,
      { label: fill(text.disbursedOn, { disbursal }), value: day(loan.disbursedOn) },
      { label: text.soldOn, value: day(dayIn(loan.market, loan.soldAt)) },
      ...suspense,
    ];
  }
  if (balance === null || loan.disbursedOn === null) {
    return [
      { label: text.orderNumber, value: loan.orderNumber },
      { label: text.requested, value: money(loan.principalMinor) },
      { label: text.requestedOn, value: day(dayIn(loan.market, loan.appliedAt)) },
      { label: text.term, value: fill(text.termDays, { days: loan.termDays }) },
    ];
  }
  if (loan.status === 'settled') {
    const paid = (component: 'interest' | 'fee' | 'vat' | 'penalty'): MinorAmount =>
      addMinor(...instalments.map((instalment) => instalment.paid[component]));
    const extensions = chargesOfLoan(current).filter(({ kind }) => kind === 'extension-fee');
    const extensionMinor = minorAmount(
      Math.min(paid('fee'), addMinor(...extensions.map(({ chargedMinor }) => chargedMinor))),
    );
    const { taxName } = marketText(loan.market, language);
    const charges = [
      { label: text.interest, minor: paid('interest') },
      { label: text.fee, minor: subtractMinor(paid('fee'), extensionMinor) },
      { label: chargeName('extension-fee', language, loan.currency), minor: extensionMinor },
      { label: taxName, minor: paid('vat') },
      { label: text.penalty, minor: paid('penalty') },
    ]
      .filter(({ minor }) => minor > 0)
      .map(({ label, minor }) => ({ label, value: money(minor) }));
    const owedAgainMinor = subtractMinor(
      addMinor(...instalments.map((instalment) => instalment.paid.principal)),
      loan.principalMinor,
    );
    const rebates = entries.filter(
      ({ kind, isStanding }) => isStanding && (kind === 'prepayment' || endingKinds.includes(kind)),
    );
    const rebateMinor = subtractMinor(zeroMinor, totalOn('receivable', rebates));
    const owedAgain =
      owedAgainMinor > 0 ? [{ label: text.refundOwedAgain, value: money(owedAgainMinor) }] : [];
    return [
      received,
      ...charges,
      ...owedAgain,
      { label: text.paidInTotal, value: money(balance.paidMinor) },
      ...(rebateMinor > 0 ? [{ label: text.notCharged, value: money(rebateMinor) }] : []),
      ...suspense,
    ];
  }
  const savesMinor = loan.terms.allowsPrepayment
    ? subtractMinor(balance.remainingMinor, settlesMinor)
    : zeroMinor;
  const paidCount = balance.instalments.filter(({ state }) => state === 'paid').length;
  return [
    received,
    { label: fill(text.disbursedOn, { disbursal }), value: day(loan.disbursedOn) },
    { label: text.term, value: fill(text.termDays, { days: loan.termDays }) },
    {
      label: text.paymentsMade,
      value: fill(text.paymentsMadeOf, { paid: paidCount, count: instalments.length }),
    },
    ...(savesMinor > 0 ? [{ label: text.savesToday, value: money(savesMinor) }] : []),
    ...suspense,
  ];
}

/** How long a declined card payment is shown: its answer may have come late. */
const declinedShownMs = 86_400_000;

/** How long a payment that was too small for an extension, or a lapsed extension, is shown. */
const lapsedShownMs = 7 * 86_400_000;

const failedRefundShownMs = 30 * 86_400_000;

const agreedShownDays = 3;

/** How long a borrower is told that penalties are charged again. */
const reinstatementShownMs = 30 * 86_400_000;

/**
 * Notices on a loan: reason of a decline, failed refund, buyer; for a running loan also penalties that are charged again, a declined card
 * payment, an extension in effect, lapsed or not paid in full (DELAY-3, PAYWAY-4). The statement shows an unanswered card payment.
 */
export function loanNotices(
  { language, money, day, clock, now }: BorrowerContext,
  current: CurrentLoan,
): LoanNotice[] {
  const { loan, instalments } = current;
  if (loan.status === 'declined') return declineNotices(loan.declineReason, language);
  const notices = refundNotices(current, { language, money, now });
  if (loan.status === 'sold') return [...buyerNotices(loan, language), ...notices];
  if (!isRunning(loan.status)) return notices;
  notices.push(
    ...reinstatementNotices(current, { language, day, now }),
    ...newPlanNotices(current, { language, day }),
  );
  const text = extensionOfferText[language];
  const payment = openCardPaymentIn(current, clock.now());
  const refused = payment ? undefined : lastDeclinedPaymentIn(current);
  if (refused?.finishedAt && clock.now().getTime() - refused.finishedAt.getTime() < declinedShownMs) {
    notices.push({
      tone: 'warn',
      text: fill(refused.state === 'declined' ? text.noticeDeclined : text.noticeCreditRefused, {
        amount: money(refused.amountMinor),
      }),
    });
  }
  const moved = instalments.find(
    (instalment) => instalment.extendedFrom !== null && remainingTotal([instalment]) > 0,
  );
  if (moved?.extendedFrom != null && moved.dueDate >= current.today) {
    const dates = { from: day(moved.extendedFrom), to: day(moved.dueDate) };
    notices.push({
      tone: 'ok',
      text: fill(text.noticeInEffect, { ...paymentWords(loan.market, language), ...dates }),
    });
  } else {
    notices.push(...lapseNotices(current, { language, money, day, now }));
  }
  return notices;
}

const messageShownMs = 30 * 86_400_000;
const messagesShown = 2;

/** Recent messages of staff about a running loan, each text once. */
export function messageNotices(
  { language, day, now }: Pick<BorrowerContext, 'language' | 'day' | 'now'>,
  { loan, messages }: CurrentLoan,
): LoanNotice[] {
  if (!isRunning(loan.status)) return [];
  const recent = messages.filter(({ writtenAt }) => now.getTime() - writtenAt.getTime() < messageShownMs);
  return recent
    .filter(({ text }, place) => recent.findIndex((each) => each.text === text) === place)
    .slice(0, messagesShown)
    .map(({ text, writtenAt }) => {
      const date = day(dayIn(loan.market, writtenAt));
      return { tone: 'plain', text: fill(borrowerMessageText[language].sentOn, { date, text }) };
    });
}

/** The newest settlement quote that staff sent and that is still valid. */
export function sentSettlement(
  { language }: Pick<BorrowerContext, 'language'>,
  { loan, messages, today }: CurrentLoan,
): SentSettlementView | null {
  const sent = messages.find(({ message }) => message?.settlement)?.message?.settlement;
  const isValid = sent && isRunning(loan.status) && sent.day >= today;
  return isValid ? { ...sent, place: placeWords(loan.terms, language) } : null;
}

function lapseNotices(
  { paidExtensions: [extension], payments }: CurrentLoan,
  { language, money, day, now }: Pick<BorrowerContext, 'language' | 'money' | 'day' | 'now'>,
): LoanNotice[] {
  if (!extension || extension.state === 'in-effect') return [];
  const isRecent = (at: Date) => now.getTime() - at.getTime() < lapsedShownMs;
  const { paymentEventId, paidMinor, paidAt, fromDueDate } = extension;
  const takenBackAt = payments.find(({ id }) => id === paymentEventId)?.reversedAt ?? null;
  if (takenBackAt !== null) {
    // Nothing to tell of one that never was in effect.
    if (paidAt !== null || !isRecent(takenBackAt)) return [];
    const words = fill(takenBackText[language].extension, { date: day(fromDueDate) });
    return [{ tone: 'warn', text: words }];
  }
  if (paidMinor === null || paidAt === null || !isRecent(paidAt)) return [];
  const words = fill(extensionOfferText[language].noticeLapsed, { amount: money(paidMinor) });
  return [{ tone: 'warn', text: words }];
}

function refundNotices(
  { loan, refunds }: CurrentLoan,
  { language, money, now }: Pick<BorrowerContext, 'language' | 'money' | 'now'>,
): LoanNotice[] {
  const [newest] = refunds;
  if (!newest?.failedAt || loan.suspenseMinor === 0) return [];
  if (now.getTime() - newest.failedAt.getTime() > failedRefundShownMs) return [];
  const words = fill(takenBackText[language].refund, { amount: money(newest.amountMinor) });
  return [{ tone: 'warn', text: words }];
}

/** Penalties are charged again from the day after a write-off was undone. */
function reinstatementNotices(
  { loan, statusChanges }: CurrentLoan,
  { language, day, now }: Pick<BorrowerContext, 'language' | 'day' | 'now'>,
): LoanNotice[] {
  if (loan.reopenedAt === null) return [];
  const last = statusChanges.findLast(({ from, to }) => from === 'written-off' && isRunning(to));
  const hasPenalties = loan.terms.penaltyBands.some(({ dailyPpm }) => dailyPpm > 0);
  if (!last || !hasPenalties || now.getTime() - last.at.getTime() > reinstatementShownMs) return [];
  const date = day(addDays(dayIn(loan.market, last.at), 1));
  return [{ tone: 'warn', text: fill(takenBackText[language].writeOff, { date }) }];
}

function newPlanNotices(
  { loan, newPlans, instalments, today }: CurrentLoan,
  { language, day }: Pick<BorrowerContext, 'language' | 'day'>,
): LoanNotice[] {
  const plan = newPlans.find(({ state, agreedOn }) => state === 'agreed' && agreedOn !== null);
  const due = dueNow(instalments, today, lateToleranceOf(loan.terms));
  if (!plan?.agreedOn || !due || today > addDays(plan.agreedOn, agreedShownDays)) return [];
  return [{ tone: 'ok', text: fill(newPlanText[language].agreedNotice, { date: day(due.dueDate) }) }];
}

/** The reason of a decline in our words: the lender's reason is internal. */
function declineNotices(notice: string | null, language: Language): LoanNotice[] {
  const text = declineText[language];
  const reason = declineReasonOf(notice);
  return [{ tone: 'plain', text: reason === null ? text.unsaid : `${text[reason]} ${text.ask}` }];
}

/** The buyer of a loan, and what to do when somebody else asks for money; nothing where the lender named no buyer. */
function buyerNotices({ buyerName, buyerContact }: CurrentLoan['loan'], language: Language): LoanNotice[] {
  if (buyerName === null) return [];
  const text = lendingText[language];
  const words = { buyer: buyerName, contact: buyerContact ?? '' };
  const contact = buyerContact === null ? '' : `${fill(text.soldToContact, words)} `;
  return [{ tone: 'plain', text: contact + text.soldToOthers }];
}
