import { paymentWords } from '#content/market-words.ts';
import { declineText } from '#content/messages/decline.ts';
import { extensionOfferText } from '#content/messages/extension-offer.ts';
import { lendingText } from '#content/messages/lending.ts';
import { newPlanText } from '#content/messages/new-plan.ts';
import { takenBackText } from '#content/messages/taken-back.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanNotice } from '#contract/calls/loan.ts';
import { addDays } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import { declineReasonOf } from '#domain/loan/decline-reason.ts';
import { dueNow, remainingTotal } from '#domain/loan/instalment-state.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { lateToleranceOf } from '#domain/offer/product-terms.ts';
import { lastDeclinedPaymentIn, openCardPaymentIn } from '../card-payment/store.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';

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

/** Why a paid extension is not in effect. */
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
