import { declineText } from '#content/messages/decline.ts';
import { extensionOfferText } from '#content/messages/extension-offer.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanNotice } from '#contract/calls/loan.ts';
import type { Language } from '#domain/language.ts';
import { declineReasonOf } from '#domain/loan/decline-reason.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { lastDeclinedPaymentIn, openCardPaymentIn } from '../card-payment/store.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import type { CurrentLoan } from '../ledger/current-loan.ts';

/** How long a borrower is told that the last card payment was declined: its answer may have come late. */
const declinedShownMs = 86_400_000;

/** How long a borrower is told that a payment did not extend. */
const lapsedShownDays = 7;

/**
 * What else the borrower should know of a loan: why it was declined, and of a running one a card payment that was declined, an extension that is in effect, a payment
 * for one that did not reach it (DELAY-3, PAYWAY-4). A card payment that is not answered yet is told by the statement.
 */
export function loanNotices(
  { language, money, day, clock, now }: BorrowerContext,
  current: CurrentLoan,
): LoanNotice[] {
  const { loan, instalments } = current;
  if (loan.status === 'declined') return declineNotices(loan.declineReason, language);
  if (!isRunning(loan.status)) return [];
  const text = extensionOfferText[language];
  const notices: LoanNotice[] = [];
  const payment = openCardPaymentIn(current, clock.now());
  const refused = payment ? undefined : lastDeclinedPaymentIn(current);
  if (refused?.finishedAt && clock.now().getTime() - refused.finishedAt.getTime() < declinedShownMs) {
    notices.push({
      tone: 'warn',
      text: fill(text.noticeDeclined, { amount: money(refused.amountMinor) }),
    });
  }
  const [extension] = current.paidExtensions;
  const moved = instalments.find(
    (instalment) => instalment.extendedFrom !== null && remainingTotal([instalment]) > 0,
  );
  if (moved?.extendedFrom != null) {
    const dates = { from: day(moved.extendedFrom), to: day(moved.dueDate) };
    notices.push({ tone: 'ok', text: fill(text.noticeInEffect, dates) });
  } else if (
    extension &&
    extension.state !== 'in-effect' &&
    extension.paidMinor !== null &&
    extension.paidAt !== null
  ) {
    const shownUntil = extension.paidAt.getTime() + lapsedShownDays * 86_400_000;
    if (shownUntil > now.getTime()) {
      notices.push({ tone: 'warn', text: fill(text.noticeLapsed, { amount: money(extension.paidMinor) }) });
    }
  }
  return notices;
}

/** Why it was declined, in words of ours: what the lender wrote is for their own people. */
function declineNotices(told: string | null, language: Language): LoanNotice[] {
  const text = declineText[language];
  const reason = declineReasonOf(told);
  return [{ tone: 'plain', text: reason === null ? text.unsaid : `${text[reason]} ${text.ask}` }];
}
